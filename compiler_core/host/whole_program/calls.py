"""Calls from one file to the other, and what link-time optimisation made of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from compiler_core.host.comparison.wording import short_names
from compiler_core.host.compilation import Compilation, FunctionListing, ListingLine
from compiler_core.host.whole_program.call_sentences import call_sentence
from compiler_core.host.whole_program.record import CallFate, CrossCall

# `b` to another function is a call in the last place: the callee returns to the caller's caller.
_CALLS = ("bl", "b")
_CLONE = " [clone "


def cross_calls(apart: Compilation, together: Compilation) -> tuple[CrossCall, ...]:
    """Every pair of caller and callee in different files, in the order of the callers."""
    by_name = {function.name: function for function in apart.functions}
    calls = [
        _cross_call(caller, by_name[name], lines, together)
        for caller in apart.functions
        for name, lines in called(caller).items()
        if name in by_name and by_name[name].file != caller.file
    ]
    short = shown_names(apart.functions)
    return tuple(
        call_sentence(replace(call, caller=short[call.caller], callee=short[call.callee]))
        for call in calls
    )


def shown_names(functions: Sequence[FunctionListing]) -> dict[str, str]:
    """Names as sentences use them, without the types of a C++ signature, by the whole names."""
    names = [function.name for function in functions]
    return dict(zip(names, short_names(names), strict=True))


def root_symbols(functions: Sequence[FunctionListing]) -> tuple[str, ...]:
    """Functions that no other function calls; all of them when every one is called."""
    taken = {name for caller in functions for name in called(caller) if name != caller.name}
    roots = tuple(function.symbol for function in functions if function.name not in taken)
    return roots or tuple(function.symbol for function in functions)


def called(caller: FunctionListing) -> dict[str, list[ListingLine]]:
    """The call instructions of a function by the name of what they call, as it is shown."""
    calls: dict[str, list[ListingLine]] = {}
    for line, name in _call_lines(caller):
        calls.setdefault(name, []).append(line)
    return calls


def base_name(name: str) -> str:
    """`scale` of GCC's `scale.constprop.0` and LLVM's `scale.llvm.123`; `[clone …]` in C++."""
    return name.partition(_CLONE)[0].partition(".")[0] or name


def _call_lines(function: FunctionListing) -> Iterator[tuple[ListingLine, str]]:
    for line in function.lines:
        if line.mnemonic in _CALLS:
            for label in line.labels:
                if not label.name.startswith(".L"):
                    yield line, label.name


def _cross_call(
    caller: FunctionListing,
    callee: FunctionListing,
    lines: Sequence[ListingLine],
    together: Compilation,
) -> CrossCall:
    # GCC moves what seldom runs to a part of its own, and may leave only a changed copy.
    parts = [copy for copy in together.functions if base_name(copy.name) == base_name(caller.name)]
    remaining = sum(
        len(calls)
        for part in parts
        for name, calls in called(part).items()
        if base_name(name) == base_name(callee.name)
    )
    return CrossCall(
        caller=caller.name,
        caller_symbol=caller.symbol,
        caller_file=caller.file,
        callee=callee.name,
        callee_symbol=callee.symbol,
        callee_file=callee.file,
        source_line=lines[0].source_line,
        calls_apart=len(lines),
        calls_together=remaining,
        fate=_fate(together, parts, remaining),
        caller_lines=_lines_of(caller.file, parts),
        callee_lines=_lines_of(callee.file, parts),
        sentence="",
    )


def _fate(together: Compilation, parts: Sequence[FunctionListing], remaining: int) -> CallFate:
    if not together.ok:
        return "unknown"
    if not parts:
        return "caller gone"
    return "kept" if remaining else "gone"


def _lines_of(file: str, parts: Sequence[FunctionListing]) -> tuple[int, ...]:
    numbers = {
        line.source_line
        for part in parts
        for line in part.lines
        if line.source_file == file and line.source_line is not None
    }
    return tuple(sorted(numbers))
