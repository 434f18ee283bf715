"""Asking IREE: a program to a module, with all that is printed on its way, and a run of it."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_program import run_wheel_program
from compiler_core.toolchain.atlas_tools import find_wheels
from compiler_core.toolchain.job import RunResult
from compiler_core.toolchain.wheel_jobs import IREE_COMPILE, IREE_RUN, LARGEST

TOOL = "iree"
PROGRAM, MODULE = "program.mlir", "program.vmfb"
_DEVICE = ("--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu")
_FOREIGN = "--iree-llvmcpu-target-triple=aarch64-linux-gnu"
_PRINTING = (
    "--dump-compilation-phases-to=.",
    "--iree-hal-dump-executable-intermediates-to=.",
    "--mlir-print-debuginfo",
    "--mlir-print-local-scope",
    "--mlir-elide-elementsattrs-if-larger=16",
    "--mlir-elide-resource-strings-if-larger=64",
)
TARGETS = (
    ("generic", "any AArch64"), ("cortex-a53", "Cortex-A53"), ("cortex-a76", "Cortex-A76"),
    ("neoverse-n2", "Neoverse N2"),
)  # fmt: skip
_TILING = "--iree-dispatch-creation-data-tiling"
_COMPUTES_NOTHING = "--iree-opt-const-eval=false"
_ERROR = re.compile(r"^(?:[\w.]+:(?P<place>\d+:\d+): )?error: (?P<words>.*)$", re.MULTILINE)
_WARNING = re.compile(r"^'(?P<feature>[+-]\w+)' is not a recognized feature.*$", re.MULTILINE)
_CRASHED_IN = re.compile(r"::(\w+Pass)::runOnOperation")
_LONGEST = 300


class IreeRefused(InputError):
    """IREE does not compile the program, or crashes over it. words: its own, in a line; place: line
    and column, (0, 0) for none; said: all that it printed; version: of it; crashed: whether it
    ended over the program instead of refusing it."""

    def __init__(
        self, version: str, run: RunResult, said: str, words: str, position: tuple[int, int]
    ) -> None:
        at = f" ({position[0]}:{position[1]})" if position[0] else ""
        refuses = f"IREE refuses{at}: {words}." if run.exit_code == 1 else f"{words}."
        super().__init__(refuses)
        self.version, self.words, self.place, self.said = version, words, position, said
        self.crashed = run.exit_code != 1


@dataclass(frozen=True, slots=True, kw_only=True)
class IreeTarget:
    """What code is written for. processor: LLVM's name, "" for this machine; feature: one more,
    with its sign, "" for none; tiles: whether matrices are laid out for the processor's tiles.
    computes: constants are computed while it compiles, for which code runs on this machine."""

    processor: str
    feature: str = ""
    tiles: bool = False
    computes: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class IreeBuild:
    """What one compilation left."""

    version: str
    """IREE's own, as its wheels say it."""
    module: bytes
    """The compiled program, as IREE's runtime loads it."""
    processor_seconds: float
    """Processor time that the compilation took."""
    files: Mapping[str, bytes]
    """All files that it left by name, printed phases and assembly among them, the module too."""
    warnings: tuple[str, ...]
    """What it said, each once."""
    unknown: tuple[str, ...]
    """Features among these that LLVM does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleRun:
    """A module that was called. results: arrays; refused: the runtime's words, "" for none."""

    results: tuple[np.ndarray, ...]
    refused: str


def compile_for(program: bytes, target: IreeTarget) -> IreeBuild:
    """To AArch64, with every phase and the assembly. Raises InputError for what IREE refuses, a
    crash and a limit; ToolMissing."""
    return _compiled(program, (*_foreign(target), *_PRINTING))


def compile_plainly(program: bytes, target: IreeTarget) -> IreeBuild:
    """The same module, and nothing printed on the way. Raises as `compile_for`."""
    return _compiled(program, _foreign(target))


def _foreign(target: IreeTarget) -> tuple[str, ...]:
    named = (_FOREIGN, f"--iree-llvmcpu-target-cpu={target.processor}")
    if target.feature:
        named += (f"--iree-llvmcpu-target-cpu-features={target.feature}",)
    return (*named, *_tiling(target), *(() if target.computes else (_COMPUTES_NOTHING,)))


def compile_here(program: bytes, target: IreeTarget) -> IreeBuild:
    """The same for this machine's processor. Raises as `compile_for`."""
    return _compiled(program, ("--iree-llvmcpu-target-cpu=host", *_tiling(target)))


def compile_shown_here(program: bytes) -> IreeBuild:
    """For this machine, with every phase. Raises as `compile_for`."""
    return _compiled(program, ("--iree-llvmcpu-target-cpu=host", *_PRINTING))


def _tiling(target: IreeTarget) -> tuple[str, ...]:
    return (_TILING,) if target.tiles else ()


def _compiled(program: bytes, options: tuple[str, ...]) -> IreeBuild:
    version = find_wheels(TOOL).version
    run = run_wheel_program(
        IREE_COMPILE, (PROGRAM, *_DEVICE, *options, "-o", MODULE), {PROGRAM: program}
    )
    said = run.diagnostics.decode("utf-8", "replace")
    if run.exit_code != 0 or MODULE not in run.files:
        raise _problem(version, run, said)
    files = {name: content for name, content in run.files.items() if name != PROGRAM}
    return IreeBuild(
        version=version,
        module=run.files[MODULE],
        files=files,
        processor_seconds=run.cpu_seconds or 0.0,
        warnings=tuple(dict.fromkeys(line for line in said.splitlines() if line.strip())),
        unknown=tuple(dict.fromkeys(_WARNING.findall(said))),
    )


def _problem(version: str, run: RunResult, said: str) -> InputError:
    if run.limit in ("wall", "cpu"):
        return InputError(
            f"IREE {version} did not finish within {LARGEST.cpu_seconds} s of processor time, or "
            f"{LARGEST.wall_seconds:g} s by the clock, and was stopped.",
            "Choose smaller sizes, or try again in a moment.",
        )
    if run.limit:
        return InputError(f"IREE {version} met a limit of the jail: {run.limit}.")
    error = _ERROR.search(said)
    if error and run.exit_code == 1:
        line, _, column = (error["place"] or "0:0").partition(":")
        words = error["words"][:_LONGEST].rstrip(".")
        return IreeRefused(version, run, said, words, (int(line), int(column)))
    crashed = _CRASHED_IN.search(said)
    where = f" in {crashed[1]}" if crashed else ""
    words = (
        f"The compiler itself crashed: IREE {version} ended{where} with status {run.shell_status}"
    )
    return IreeRefused(version, run, said, words, (0, 0))


def run_module(
    module: bytes, function: str, inputs: Sequence[np.ndarray], results: int
) -> ModuleRun:
    """Call a function of it on this machine. Raises ToolMissing, and InputError for a limit."""
    files = {MODULE: module} | {f"in{at}.npy": _written(array) for at, array in enumerate(inputs)}
    arguments = ["--device=local-sync", f"--module={MODULE}", f"--function={function}"]
    arguments += [f"--input=@in{at}.npy" for at in range(len(inputs))]
    arguments += [f"--output=@out{at}.npy" for at in range(results)]
    run = run_wheel_program(IREE_RUN, tuple(arguments), files)
    if run.limit:
        raise InputError(f"The program met a limit of the jail: {run.limit}.")
    if run.exit_code != 0:
        words = run.diagnostics.decode("utf-8", "replace").strip() or "no reason given"
        return ModuleRun(results=(), refused=words)
    left = (run.files.get(f"out{at}.npy", b"") for at in range(results))
    return ModuleRun(results=tuple(map(_read, left)), refused="")


def _written(array: np.ndarray) -> bytes:
    content = io.BytesIO()
    np.save(content, array, allow_pickle=False)
    return content.getvalue()


def _read(content: bytes) -> np.ndarray:
    try:
        return np.load(io.BytesIO(content), allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise InputError("IREE left no result to read.") from error
