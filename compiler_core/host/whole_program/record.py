"""What a program of two files looks like linked with and without link-time optimisation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.host.comparison.diff import SettingsComparison
from compiler_core.host.compilation import Compilation

CallFate = Literal["gone", "kept", "caller gone", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrossCall:
    """A call from a function of one file to a function of the other."""

    caller: str
    caller_symbol: str
    caller_file: str
    callee: str
    callee_symbol: str
    callee_file: str
    source_line: int | None
    calls_apart: int
    """Call instructions in the caller without and with link-time optimisation."""
    calls_together: int
    """As `calls_apart`."""
    fate: CallFate
    """`caller gone` when the caller is not in the program any more, being inlined itself."""
    caller_lines: tuple[int, ...]
    """Lines of the caller's own file that do."""
    callee_lines: tuple[int, ...]
    """Lines of the callee that stand in the caller's code now."""
    sentence: str


@dataclass(frozen=True, slots=True)
class OutputCheck:
    """A function run in both programs: same is None when it was not run to its end."""

    function: str
    same: bool | None
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeProgram:
    """Two files, linked twice to a static program."""

    compiler: str
    compiler_title: str
    version: str
    flags: tuple[str, ...]
    """The user's, without -flto."""
    ok: bool
    """Both were built."""
    message: str
    apart: Compilation
    """Each file compiled on its own."""
    together: Compilation
    """With link-time optimisation. Both are the code of the final program as objdump prints it."""
    comparison: SettingsComparison
    calls: tuple[CrossCall, ...]
    summary: tuple[str, ...]
    """What happened to the calls, in sentences."""
    notes: tuple[str, ...]
    """What holds for all."""
    entry: str
    """Which functions keep the program alive, in words."""
    outputs: OutputCheck | None
    """None when nothing was built."""
