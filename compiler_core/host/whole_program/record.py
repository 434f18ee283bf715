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
    """Name of the calling function for people; in C++ without types unless two would be equal."""
    caller_symbol: str
    """The caller's symbol in the program linked without link-time optimisation, mangled in C++."""
    caller_file: str
    """Name of the source file that defines the caller, such as `main.c`."""
    callee: str
    """Name of the called function for people; in C++ without types unless two would be equal."""
    callee_symbol: str
    """The callee's symbol in the program linked without link-time optimisation, mangled in C++."""
    callee_file: str
    """Name of the source file that defines the callee; never `caller_file`."""
    source_line: int | None
    """Line of the first such call, as the build without link-time optimisation has it; null
    where its line table names none."""
    calls_apart: int
    """Call instructions in the caller without and with link-time optimisation."""
    calls_together: int
    """Call instructions in the caller with link-time optimisation."""
    fate: CallFate
    """`caller gone` when the caller is not in the program any more, being inlined itself."""
    caller_lines: tuple[int, ...]
    """Lines of the caller's own file that do."""
    callee_lines: tuple[int, ...]
    """Lines of the callee that stand in the caller's code now."""
    sentence: str
    """What became of the call, with its line; also a part of the program's `summary` when both
    programs were built."""


@dataclass(frozen=True, slots=True)
class OutputCheck:
    """A function run in both programs: same is None when it was not run to its end."""

    function: str
    """Name of the function that was run: the caller of the first of `calls`, else the first
    function kept alive; `main` runs as the whole program."""
    same: bool | None
    """True if both programs gave the same bits (for `main` the same text and exit status), False
    if not, null if one was not run to its end."""
    sentence: str
    """The result for the reader; where `same` is null, why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeProgram:
    """Two files, linked twice to a static program."""

    compiler: str
    """Name of the compiler that built both programs, as `/api/compilers` lists it, such as
    `gcc-12`."""
    compiler_title: str
    """The compiler with its version for people, such as `GCC 12.2.0`."""
    version: str
    """The compiler's version as it prints it, such as `12.2.0`."""
    flags: tuple[str, ...]
    """The user's, without -flto."""
    ok: bool
    """Whether both programs were built."""
    message: str
    """Why a program was not built, in words for the user; empty when `ok` is true."""
    apart: Compilation
    """Each file compiled on its own."""
    together: Compilation
    """With link-time optimisation. Both are the code of the final program as objdump prints it."""
    comparison: SettingsComparison
    """The two programs side by side: `apart` is left, `together` is right; without rows when one
    was not built."""
    calls: tuple[CrossCall, ...]
    """Each pair of caller and callee in different files, in the order of the callers; empty when
    there is none or `apart` was not built."""
    summary: tuple[str, ...]
    """What happened to the calls, in sentences."""
    notes: tuple[str, ...]
    """What holds for all."""
    entry: str
    """Which functions keep the program alive, in words."""
    outputs: OutputCheck | None
    """None when nothing was built."""
