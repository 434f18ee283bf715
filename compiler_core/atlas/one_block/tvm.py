"""The block through TVM: kernels are the functions that hold its operators behind fusion."""

from __future__ import annotations

import msgspec

from compiler_core.atlas.one_block.block import EPSILON, SEED, FusedBlock
from compiler_core.atlas.one_block.records import BlockCut, CutKernel
from compiler_core.atlas.one_block.results import difference_of
from compiler_core.atlas.tvm.asking import WALL_SECONDS, check_end, graph_request
from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_job import run_driver
from compiler_core.toolchain.atlas_tools import find_wheels

_TOOL, _DRIVER = "tvm", "tvm_kernels"
_MOST_OPERATORS = 256
_MEMORY_BYTES = 2 << 30


class _Said(msgspec.Struct, frozen=True):
    """Of what `drivers/tvm_kernels/kernels.py` prints."""

    names: tuple[str, ...]
    kernels: tuple[tuple[str, ...], ...]
    written: tuple[int, ...]


def cut_by_tvm(block: FusedBlock) -> BlockCut:
    """Raises InputError for a crash and a limit; ToolMissing."""
    version = find_wheels(_TOOL).version
    request = {
        "graph": graph_request(block.graph, block.sizes), "most": _MOST_OPERATORS, "schedules": [],
        "run": {"seed": SEED, "constants": {"epsilon": EPSILON}} if block.is_run else None,
    }  # fmt: skip
    answer = run_driver(
        _TOOL, _DRIVER, request, memory_bytes=_MEMORY_BYTES, wall_seconds=WALL_SECONDS
    )
    check_end(answer, version)
    try:
        said = msgspec.convert(answer.answer, _Said)
    except msgspec.ValidationError as error:
        raise InputError("The driver's answer cannot be read.", str(error)) from error
    rows = zip(said.names, said.kernels, said.written, strict=True)
    return BlockCut(
        version=version,
        difference=difference_of(block, answer.files),
        artefact=answer.files.get("kernels.txt", b"").decode("utf-8", "replace"),
        kernels=tuple(
            CutKernel(
                name=name,
                written=size,
                operators=tuple(operator for operator in block.operators if operator in inside),
            )
            for name, inside, size in rows
        ),
    )
