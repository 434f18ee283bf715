"""Asking Triton for a kernel, then the ptxas and nvdisasm that its wheel brings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from compiler_core.atlas.nvvm.ptx import PtxProgram, read_ptx
from compiler_core.atlas.sass.listing import (
    ChipInstruction,
    RegisterUse,
    read_chip_code,
    read_use,
)
from compiler_core.atlas.triton.forms import own_places
from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_job import DriverAnswer, run_driver
from compiler_core.toolchain.atlas_program import run_wheel_program
from compiler_core.toolchain.atlas_tools import find_wheels
from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.wheel_jobs import (
    TRITON_NVDISASM,
    TRITON_PTXAS,
    TRITON_PTXAS_NEWER,
    WheelProgram,
)

TOOL, _DRIVER = "triton", "triton_kernels"
# A busy machine may let it wait; quiet, it takes two seconds.
_WALL_SECONDS = 120.0
_MEMORY_BYTES = 2 << 30
_PTX, _PROGRAM = "kernel.ptx", "kernel.cubin"
_NEWER_FROM = 90
"""Chips from this on are for the newer of the two ptxas, as Triton itself chooses."""
_RELEASE = re.compile(r"release (\d+\.\d+)")
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
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipCode:
    """What ptxas made. version: of it."""

    code: tuple[ChipInstruction, ...]
    use: RegisterUse
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TritonKernel:
    """A kernel in its forms. forms: texts by `ttir`, `ttgir`, `llir`, as far as Triton came;
    said: its words where it refuses, and then there is no PTX; shared: bytes of memory for all
    threads of a block."""

    version: str
    source: str
    first_line: int
    forms: Mapping[str, str]
    said: str
    shared: int
    ptx: PtxProgram
    chip: ChipCode | None


def ask_triton(asked: KernelAsked) -> TritonKernel:
    """Raises InputError for a crash and a limit; ToolMissing."""
    version = find_wheels(TOOL).version
    newer = asked.chip >= _NEWER_FROM
    compiler = TRITON_PTXAS_NEWER if newer else TRITON_PTXAS
    cuda = _release(compiler, version)
    answer = run_driver(
        TOOL, _DRIVER,
        {"kernel": asked.kernel, "block": asked.block, "warps": asked.warps, "arch": asked.chip,
         "promised": asked.promised, "cuda": cuda},
        memory_bytes=_MEMORY_BYTES, wall_seconds=_WALL_SECONDS,
        environment={"TRITON_CACHE_DIR": ".", "TRITON_DEFAULT_FP_FUSION": "1"},
    )  # fmt: skip
    said = _said(answer, version)
    texts = {name: content.decode("utf-8", "replace") for name, content in answer.files.items()}
    ptx = own_places(texts.get(_PTX, ""), said.first_line)
    return TritonKernel(
        version=version, source=said.source, first_line=said.first_line, said=said.said,
        forms={name.rpartition(".")[2]: text for name, text in texts.items()},
        shared=said.shared, ptx=read_ptx(ptx),
        chip=None if said.said else _assembled(compiler, cuda, ptx, asked.chip),
    )  # fmt: skip


@lru_cache(maxsize=4)
def _release(compiler: WheelProgram, version: str) -> str:
    """`13.4` of this ptxas. version: of the wheel that brings it."""
    run = _finished(compiler, run_wheel_program(compiler, ("--version",), {}))
    release = _RELEASE.search(run.output.decode("utf-8", "replace"))
    if release is None:
        raise InputError(f"The ptxas of Triton {version} does not say its version.")
    return release[1]


def _assembled(compiler: WheelProgram, cuda: str, ptx: str, chip: int) -> ChipCode:
    """As Triton asks for it."""
    name = f"sm_{chip}a" if chip >= _NEWER_FROM else f"sm_{chip}"
    arguments = (
        "-lineinfo", "-v", "--regAllocOptLevel=2", f"--gpu-name={name}", _PTX, "-o", _PROGRAM,
    )  # fmt: skip
    made = _finished(compiler, run_wheel_program(compiler, arguments, {_PTX: ptx.encode()}))
    program = {_PROGRAM: made.files.get(_PROGRAM, b"")}
    printed = _finished(
        TRITON_NVDISASM, run_wheel_program(TRITON_NVDISASM, ("-c", "-gp", _PROGRAM), program)
    )  # fmt: skip
    use = read_use(made.diagnostics.decode("utf-8", "replace"))
    if use is None:
        raise InputError("ptxas does not say how many registers the kernel uses.")
    code = read_chip_code(printed.output.decode("utf-8", "replace"))
    return ChipCode(code=code, use=use, version=cuda)


def _finished(program: WheelProgram, run: RunResult) -> RunResult:
    name = program.place.rpartition("/")[2]
    if run.limit:
        raise InputError(f"{name} met a limit of the jail: {run.limit}.", "Try a smaller block.")
    if run.exit_code != 0:
        said = run.diagnostics.decode("utf-8", "replace").strip().splitlines()[:1]
        words = said[0][:_LONGEST_SAID] if said else f"status {run.shell_status}"
        raise InputError(f"{name} refuses: {words}")
    return run


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
