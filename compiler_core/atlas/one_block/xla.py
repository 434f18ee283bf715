"""The block through XLA: kernels are what its entry calls, told by the names of their operators."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from compiler_core.atlas.one_block.block import EPSILON, SEED, FusedBlock
from compiler_core.atlas.one_block.records import BlockCut, CutKernel
from compiler_core.atlas.one_block.results import difference_of
from compiler_core.atlas.xla.driven import ask_jax
from compiler_core.atlas.xla.hlo import (
    NO_WORK,
    Instruction,
    Module,
    bytes_of,
    plain_text,
    read_hlo,
)

_SCOPE = re.compile(r'op_name="[^"]*?/(\w+)/[^"/]*"')


class _Said(msgspec.Struct, frozen=True):
    """What `drivers/xla_block.py` prints."""

    version: str
    hlo: str


def cut_by_xla(block: FusedBlock) -> BlockCut:
    """Raises InputError and ToolMissing, as `ask_jax`."""
    request = {
        **block.sizes, "gain": block.has_gain, "epsilon": EPSILON, "seed": SEED,
        "run": block.is_run,
    }  # fmt: skip
    said, files = ask_jax("xla_block", request, _Said)
    return BlockCut(
        version=said.version,
        kernels=read_kernels(said.hlo, block.operators),
        artefact=plain_text(said.hlo),
        difference=difference_of(block, files),
    )


def read_kernels(hlo: str, operators: tuple[str, ...]) -> tuple[CutKernel, ...]:
    """hlo: as printed, with what it says of where each instruction comes from."""
    module = read_hlo(hlo)
    return tuple(
        CutKernel(
            name=operation.name,
            written=bytes_of(operation.shape),
            operators=tuple(name for name in operators if name in set(_scopes(operation, module))),
        )
        for operation in module.entry
        if operation.operator not in NO_WORK
    )


def _scopes(instruction: Instruction, module: Module) -> Iterator[str]:
    """Names of the operators that it comes from, those of computations that it calls too."""
    for operation in module.work_of(instruction):
        match = _SCOPE.search(operation.rest)
        if match and operation.operator != "broadcast":
            yield match[1]
