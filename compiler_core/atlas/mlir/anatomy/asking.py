"""Asking `mlir-opt` about texts of a reader's: what it prints, or what it complains of."""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.atlas.mlir.anatomy.texts import DIALECT
from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_tools import AtlasTool, AtlasToolRun, find_mlir, run_atlas_tool
from compiler_core.toolchain.limits import Limits

GENERIC = "--mlir-print-op-generic"
WITH_LOCATIONS = "--mlir-print-debuginfo"
_ANYTHING = "--allow-unregistered-dialect"
_OWN_LIMITS = Limits(cpu_seconds=5, diagnostics_bytes=1 << 20, output_bytes=2 << 20)
_ERROR = re.compile(
    r"^(?P<file>[^\n:]*):(?P<line>\d+):(?P<column>\d+): error: (?P<words>.*)$", re.MULTILINE
)
_PLACELESS = re.compile(r"error: (?P<words>.*)$", re.MULTILINE)
_DIALECTS = "Available Dialects: "
_LONGEST_WORDS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """Why there is no result. file: the text it is about, or what a location of the program names;
    line and column: from 1, and 0 where the tool names no place."""

    words: str
    file: str = ""
    line: int = 0
    column: int = 0
    crashed: bool = False


@dataclass(frozen=True, slots=True)
class Mlir:
    """`mlir-opt`, what it knows of dialects, and how it meets words of others.

    declaration: a dialect in IRDL, empty for none. allows_any: words of undeclared dialects too.
    """

    tool: AtlasTool
    declaration: str
    allows_any: bool

    def ask(self, file: str, text: str, flags: tuple[str, ...]) -> str | Complaint:
        """What it prints of this text. Raises InputError for what meets a limit."""
        files = [(file, text.encode())]
        arguments = [file, *flags]
        if self.declaration:
            files.append((DIALECT, self.declaration.encode()))
            arguments.append(f"--irdl-file={DIALECT}")
        if self.allows_any:
            arguments.append(_ANYTHING)
        run = run_atlas_tool(self.tool, tuple(arguments), tuple(files), _OWN_LIMITS)
        return _complaint(self.tool, run) if run.problem else run.output


def mlir_opt(declaration: str, allows_any: bool) -> Mlir:
    """Raises ToolMissing."""
    return Mlir(find_mlir("mlir-opt"), declaration, allows_any)


def registered_dialects(mlir: Mlir) -> tuple[str, ...]:
    """Names of those that it brings itself. Raises InputError for a run that meets a limit."""
    run = run_atlas_tool(mlir.tool, ("--show-dialects",), ())
    if run.problem:
        raise InputError(run.problem)
    return tuple(run.output.partition(_DIALECTS)[2].strip().split(","))


def _complaint(tool: AtlasTool, run: AtlasToolRun) -> Complaint:
    if "crashed" in run.problem:
        return Complaint(words=f"{tool.name} {tool.version} itself crashed", crashed=True)
    if " refuses " not in run.problem:
        # A limit says nothing of the text; its words are those of compilers.
        raise InputError(run.problem.replace("The assembly is", "What it prints is"))
    placed = _ERROR.search(run.diagnostics)
    if placed is not None:
        return Complaint(
            words=_shown(placed["words"]),
            file=placed["file"],
            line=_number(placed["line"]),
            column=_number(placed["column"]),
        )
    placeless = _PLACELESS.search(run.diagnostics)
    return Complaint(words=_shown(placeless["words"]) if placeless else run.problem)


def _number(digits: str) -> int:
    return int(digits[:9])


def _shown(words: str) -> str:
    return words if len(words) <= _LONGEST_WORDS else f"{words[:_LONGEST_WORDS]}…"
