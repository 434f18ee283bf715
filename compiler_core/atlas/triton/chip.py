"""What ptxas and nvdisasm, which Triton's own wheel brings, make of a kernel's PTX."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from compiler_core.atlas.sass.listing import (
    ChipInstruction,
    RegisterUse,
    read_chip_code,
    read_use,
)
from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.atlas_program import run_wheel_program
from compiler_core.toolchain.atlas_tools import find_wheels
from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.wheel_jobs import (
    TRITON_NVDISASM,
    TRITON_PTXAS,
    TRITON_PTXAS_NEWER,
    WheelProgram,
)

CHIP_TOOL = "triton"
"""The wheel with NVIDIA's programs; without them Triton comes as far as PTX."""
PTX_FILE = "kernel.ptx"
_PROGRAM = "kernel.cubin"
_NEWER_FROM = 90
"""Chips from this on are for the newer of the two ptxas, as Triton itself chooses."""
_RELEASE = re.compile(r"release (\d+\.\d+)")
_LONGEST_SAID = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipCode:
    """What ptxas made. version: of it."""

    code: tuple[ChipInstruction, ...]
    use: RegisterUse
    version: str


@dataclass(frozen=True, slots=True)
class ChipCompiler:
    """The ptxas for a chip. release: of CUDA, as it says it."""

    program: WheelProgram
    release: str


def chip_compiler(chip: int) -> ChipCompiler | ToolMissing:
    """The one that is here, or what is said without it."""
    try:
        version = find_wheels(CHIP_TOOL).version
    except ToolMissing as missing:
        return ToolMissing("NVIDIA's ptxas", missing.package, missing.command)
    program = TRITON_PTXAS_NEWER if chip >= _NEWER_FROM else TRITON_PTXAS
    return ChipCompiler(program, _release(program, version))


@lru_cache(maxsize=4)
def _release(compiler: WheelProgram, version: str) -> str:
    """`13.4` of this ptxas. version: of the wheel that brings it."""
    run = _finished(compiler, run_wheel_program(compiler, ("--version",), {}))
    release = _RELEASE.search(run.output.decode("utf-8", "replace"))
    if release is None:
        raise InputError(f"The ptxas of Triton {version} does not say its version.")
    return release[1]


def chip_code(compiler: ChipCompiler, ptx: str, chip: int) -> ChipCode:
    """As Triton asks for it. Raises InputError where one of the two refuses."""
    name = f"sm_{chip}a" if chip >= _NEWER_FROM else f"sm_{chip}"
    arguments = (
        "-lineinfo",
        "-v",
        "--regAllocOptLevel=2",
        f"--gpu-name={name}",
        PTX_FILE,
        "-o",
        _PROGRAM,
    )
    made = _finished(
        compiler.program,
        run_wheel_program(compiler.program, arguments, {PTX_FILE: ptx.encode()}),
    )
    program = {_PROGRAM: made.files.get(_PROGRAM, b"")}
    printed = _finished(
        TRITON_NVDISASM, run_wheel_program(TRITON_NVDISASM, ("-c", "-gp", _PROGRAM), program)
    )
    use = read_use(made.diagnostics.decode("utf-8", "replace"))
    if use is None:
        raise InputError("ptxas does not say how many registers the kernel uses.")
    code = read_chip_code(printed.output.decode("utf-8", "replace"))
    return ChipCode(code=code, use=use, version=compiler.release)


def _finished(program: WheelProgram, run: RunResult) -> RunResult:
    name = program.place.rpartition("/")[2]
    if run.limit:
        raise InputError(f"{name} met a limit of the jail: {run.limit}.", "Try a smaller block.")
    if run.exit_code != 0:
        said = run.diagnostics.decode("utf-8", "replace").strip().splitlines()[:1]
        words = said[0][:_LONGEST_SAID] if said else f"status {run.shell_status}"
        raise InputError(f"{name} refuses: {words}")
    return run
