"""Asking Clang, ptxas and nvdisasm: a kernel in C to PTX, to a chip's program, to its text."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.atlas.nvvm.ptx import PtxProgram, read_ptx
from compiler_core.atlas.sass.listing import (
    ChipInstruction,
    RegisterUse,
    read_chip_code,
    read_use,
)
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_tools import (
    GPU_TARGET,
    AtlasTool,
    AtlasToolRun,
    find_gpu_clang,
    find_sass,
    run_atlas_tool,
)
from compiler_core.toolchain.limits import Limits

INPUTS = CONTENT_FOLDER / "atlas" / "sass" / "inputs"
_SOURCE, _PTX, _PROGRAM = "kernel.c", "kernel.ptx", "kernel.cubin"
_LIMITS = Limits(cpu_seconds=10, wall_seconds=15.0, collect_bytes=4 << 20)
_VERSION_LINE = ".version"
ALL_REGISTERS = "255"
"""No thread can name more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipProgram:
    """One kernel in its three forms. version: of ptxas."""

    source: str
    ptx: PtxProgram
    code: tuple[ChipInstruction, ...]
    use: RegisterUse
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelAsked:
    """Which kernel is asked for, and how it is to be compiled."""

    loop: str
    """Which kernel: `axpy`, `dot` or `tile`."""
    tile: str
    """How many elements of a product a thread keeps, as text; said only by the loop with tiles."""
    contract: str
    """Whether Clang may make one instruction of a product and a sum: `on` or `off`."""
    chip: str
    """The architecture that ptxas writes for: `sm_90`."""
    registers: str
    """The most that a thread may have, as text; `255` for no limit."""
    whole: bool
    """Ptxas gets all of the PTX, and not all but the line that says its version."""


def ask_sass(query: KernelAsked) -> ChipProgram:
    """Raises InputError for what one of them refuses, a crash and a limit; ToolMissing."""
    compiler, printer = find_sass()
    clang = find_gpu_clang()
    source = (INPUTS / f"{query.loop}.c").read_bytes()
    text = _checked(
        clang, run_atlas_tool(clang, _clang_arguments(query), ((_SOURCE, source),))
    ).output
    given = text if query.whole else _headless(text)
    compiled = _checked(
        compiler,
        run_atlas_tool(compiler, _ptxas_arguments(query), ((_PTX, given.encode()),), _LIMITS),
    )
    files = ((_PROGRAM, compiled.files.get(_PROGRAM, b"")),)
    printed = _checked(printer, run_atlas_tool(printer, ("-c", "-gp", _PROGRAM), files, _LIMITS))
    use = read_use(compiled.diagnostics)
    if use is None:
        raise InputError("ptxas does not say how many registers the kernel uses.")
    return ChipProgram(
        source=source.decode(),
        ptx=read_ptx(text),
        code=read_chip_code(printed.output),
        use=use,
        version=compiler.version,
    )


def _clang_arguments(query: KernelAsked) -> tuple[str, ...]:
    return (
        f"--target={GPU_TARGET}",
        f"-march={query.chip}",
        "-O2",
        f"-ffp-contract={query.contract}",
        "-DPROMISE=restrict",
        f"-DTILE={query.tile}",
        "-g1",
        "-fno-color-diagnostics",
        "-S",
        "-o",
        "-",
        _SOURCE,
    )


def _ptxas_arguments(query: KernelAsked) -> tuple[str, ...]:
    return (
        f"-arch={query.chip}",
        "-v",
        "-lineinfo",
        f"-maxrregcount={query.registers}",
        _PTX,
        "-o",
        _PROGRAM,
    )


def _headless(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(_VERSION_LINE))


def _checked(tool: AtlasTool, run: AtlasToolRun) -> AtlasToolRun:
    if run.problem:
        said = run.diagnostics.strip().splitlines()[:1]
        raise InputError(f"{tool.name} {tool.version} refuses: {said[0]}" if said else run.problem)
    return run
