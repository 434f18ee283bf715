"""What a program of two files looks like linked with and without link-time optimisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.host.comparison.diff import SettingsComparison
from compiler_core.host.compilation import Compilation

CallFate = Literal["gone", "kept", "caller gone", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossCall:
    """A call from a function of one file to a function of the other.

    calls_apart, calls_together: call instructions in the caller without and with link-time
    optimisation. callee_lines: lines of the callee that stand in the caller's code now;
    caller_lines: lines of the caller's own file that do. fate: `caller gone` when the caller is not
    in the program any more, being inlined itself.
    """

    caller: str
    caller_symbol: str
    caller_file: str
    callee: str
    callee_symbol: str
    callee_file: str
    source_line: int | None
    calls_apart: int
    calls_together: int
    fate: CallFate
    caller_lines: tuple[int, ...]
    callee_lines: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class OutputCheck:
    """A function run in both programs: same is None when it was not run to its end."""

    function: str
    same: bool | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeProgram:
    """Two files, linked twice to a static program.

    apart: each file compiled on its own; together: with link-time optimisation. Both are the code
    of the final program as objdump prints it. ok: both were built. flags: the user's, without
    -flto. entry: which functions keep the program alive, in words. summary: what happened to the
    calls, in sentences; notes: what holds for all. outputs: None when nothing was built.
    """

    compiler: str
    compiler_title: str
    version: str
    flags: tuple[str, ...]
    ok: bool
    message: str
    apart: Compilation
    together: Compilation
    comparison: SettingsComparison
    calls: tuple[CrossCall, ...]
    summary: tuple[str, ...]
    notes: tuple[str, ...]
    entry: str
    outputs: OutputCheck | None
