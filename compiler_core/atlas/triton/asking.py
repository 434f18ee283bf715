"""Asking Triton for a kernel of a list as far as PTX, then ptxas and nvdisasm, where they are.

The first needs nothing of NVIDIA's, so the Triton without its programs is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from compiler_core.atlas.nvvm.ptx import PtxProgram, read_ptx
from compiler_core.atlas.triton.chip import PTX_FILE, ChipCode, chip_code, chip_compiler
from compiler_core.atlas.triton.forms import own_places
from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.atlas_job import DriverAnswer, run_driver
from compiler_core.toolchain.atlas_tools import find_wheels

TOOL, _DRIVER = "triton-open", "triton_kernels"
# A busy machine may let it wait; quiet, it takes two seconds.
_WALL_SECONDS = 120.0
_MEMORY_BYTES = 2 << 30
_RELEASE_WITHOUT = "13.4"
"""Of CUDA, by which Triton chooses the version of PTX where no ptxas is here to say its own."""
_LONGEST_SAID = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelAsked:
    """chip: 90 for sm_90. promised: `none`, `pointers` or `all`."""

    kernel: str
    block: int
    warps: int
    chip: int
    promised: str


class _Said(msgspec.Struct, frozen=True):
    source: str
    first_line: int
    shared: int
    own_erf: bool
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TritonKernel:
    """A kernel in its forms."""

    version: str
    """Triton's, as its wheels say it."""
    source: str
    """The kernel in Python, as Triton read it."""
    first_line: int
    """Number of the source's first line in its file, from 1; places in other forms count from
    there."""
    forms: Mapping[str, str]
    """Texts by `ttir`, `ttgir`, `llir`, as far as Triton came."""
    said: str
    """Triton's words where it refuses, and then there is no PTX; empty where it compiles."""
    shared: int
    """Bytes of memory for all threads of a block."""
    own_erf: bool
    """Whether an error function of ours is linked in, in the place of NVIDIA's."""
    ptx: PtxProgram
    """What Triton wrote for the chip, read to instructions; without any where it refused."""
    chip: ChipCode | None
    """What ptxas made of the PTX; None where Triton refused, or ptxas is not here."""
    missing: ToolMissing | None
    """Which tool of NVIDIA's is not here; None where ptxas was found."""


def ask_triton(query: KernelAsked) -> TritonKernel:
    """Raises InputError for a crash and a limit; ToolMissing."""
    version = find_wheels(TOOL).version
    compiler = chip_compiler(query.chip)
    missing = compiler if isinstance(compiler, ToolMissing) else None
    release = _RELEASE_WITHOUT if isinstance(compiler, ToolMissing) else compiler.release
    answer = run_driver(
        TOOL, _DRIVER,
        {"kernel": query.kernel, "block": query.block, "warps": query.warps, "arch": query.chip,
         "promised": query.promised, "cuda": release},
        memory_bytes=_MEMORY_BYTES, wall_seconds=_WALL_SECONDS,
        environment={"TRITON_CACHE_DIR": ".", "TRITON_DEFAULT_FP_FUSION": "1"},
    )  # fmt: skip
    said = _said(answer, version)
    texts = {name: content.decode("utf-8", "replace") for name, content in answer.files.items()}
    ptx = own_places(texts.get(PTX_FILE, ""), said.first_line)
    chip = (
        None
        if said.said or isinstance(compiler, ToolMissing)
        else chip_code(compiler, ptx, query.chip)
    )
    return TritonKernel(
        version=version,
        source=said.source,
        first_line=said.first_line,
        said=said.said,
        forms={name.rpartition(".")[2]: text for name, text in texts.items()},
        shared=said.shared,
        own_erf=said.own_erf,
        ptx=read_ptx(ptx),
        chip=chip,
        missing=missing,
    )


def _said(answer: DriverAnswer, version: str) -> _Said:
    if answer.timed_out:
        raise InputError(
            f"Triton {version} did not finish within {_WALL_SECONDS:.0f} s and was stopped.",
            "Try a smaller block.",
        )
    if answer.status or not answer.answer:
        last = (answer.errors.strip().splitlines() or [""])[-1][:_LONGEST_SAID]
        raise InputError(
            f"Triton {version} itself crashed (status {answer.status}). {last}".strip()
        )
    try:
        return msgspec.convert(answer.answer, _Said)
    except msgspec.ValidationError as error:
        raise InputError("The driver's answer cannot be read.", str(error)) from error
