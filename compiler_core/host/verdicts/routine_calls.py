"""Algorithms of the C++ library whose loop is no loop here: they call a routine of the C library.

`std::equal` of whole numbers is `memcmp` already in the library's headers, so that no compiler pass
ever sees a loop, and none says anything of it. The assembly shows the call.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from compiler_core.host.assembly import AssemblyFunction, AssemblyLine, read_assembly
from compiler_core.host.instruction import Symbol
from compiler_core.host.source_reading.algorithms import AlgorithmCall, algorithm_calls
from compiler_core.host.source_reading.signature import Signature, signatures_of
from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.verdicts.placement import is_symbol_of
from compiler_core.source import SourceFile

_COPIES = frozenset(["memmove", "memcpy"])
_COMPARES = frozenset(["memcmp", "bcmp"])
_FILLS = frozenset(["memset"])
# What libstdc++ and both compilers turn them into, for elements that are plain bytes.
ROUTINES: Mapping[str, frozenset[str]] = {
    "equal": _COMPARES,
    "lexicographical_compare": _COMPARES,
    "copy": _COPIES,
    "copy_n": _COPIES,
    "copy_backward": _COPIES,
    "move": _COPIES,
    "move_backward": _COPIES,
    "uninitialized_copy": _COPIES,
    "uninitialized_copy_n": _COPIES,
    "fill": _FILLS,
    "fill_n": _FILLS,
    "uninitialized_fill": _FILLS,
    "uninitialized_fill_n": _FILLS,
    "find": frozenset(["memchr"]),
}
_ALL = frozenset(name for names in ROUTINES.values() for name in names)


def routine_calls(
    source: SourceFile, text: str, known: Sequence[SourceLoop]
) -> dict[SourceLoop, str]:
    """For each algorithm without a loop of its own the routine that its function calls instead.

    text: the compiler's `-S -g1` output. known: loops that have a verdict anyway; their algorithms
    are left out. Where it is not clear which of several algorithms makes a call, none is named.
    """
    taken = {(loop.line, loop.column) for loop in known if loop.algorithm}
    waiting = [
        call
        for call in algorithm_calls(source)
        if _last_name(call) in ROUTINES and call.start not in taken
    ]
    if not waiting or not any(routine in text for routine in _ALL):
        return {}
    routines: dict[SourceLoop, str] = {}
    for function in read_assembly(text).functions:
        entry = _entry_of(source, function)
        inside = [call for call in waiting if entry is not None and _holds(entry, call)]
        if entry is None or not inside:
            continue
        for call, routine in _matched(source, inside, list(_calls(function))):
            routines[_statement(source, entry, call)] = routine
    return routines


def _matched(
    source: SourceFile, waiting: Sequence[AlgorithmCall], calls: Sequence[tuple[str, AssemblyLine]]
) -> Iterator[tuple[AlgorithmCall, str]]:
    """By the place that the compiler tells, else where there are as many calls as algorithms."""
    placeless: dict[str, list[AlgorithmCall]] = defaultdict(list)
    placed: Counter[AlgorithmCall] = Counter()
    headers: Counter[str] = Counter()
    for routine, line in calls:
        location = line.source
        if location is None or location.file != source.name:
            headers[routine] += 1
            continue
        around = [call for call in waiting if call.holds((location.line, location.column))]
        if around:
            call = max(around, key=lambda candidate: candidate.start)
            placed[call] += 1
            if placed[call] == 1 and routine in ROUTINES[_last_name(call)]:
                yield call, routine
    for call in waiting:
        for routine in ROUTINES[_last_name(call)] & headers.keys():
            if not placed[call]:
                placeless[routine].append(call)
    for routine, made in placeless.items():
        if len(made) == headers[routine]:
            yield from ((call, routine) for call in made)


def _calls(function: AssemblyFunction) -> Iterator[tuple[str, AssemblyLine]]:
    """Calls of these routines, those in place of a return too."""
    for line in function.lines:
        instruction = line.instruction
        if instruction is None or instruction.mnemonic not in ("bl", "b"):
            continue
        for operand in instruction.operands:
            if isinstance(operand, Symbol) and operand.name in _ALL:
                yield operand.name, line


def _entry_of(source: SourceFile, function: AssemblyFunction) -> Signature | None:
    entries: Iterable[Signature] = signatures_of(source)
    return next((entry for entry in entries if is_symbol_of(function.symbol, entry.name)), None)


def _holds(entry: Signature, call: AlgorithmCall) -> bool:
    return entry.line <= call.start[0] <= entry.end_line


def _last_name(call: AlgorithmCall) -> str:
    return call.name.rpartition("::")[2]


def _statement(source: SourceFile, entry: Signature, call: AlgorithmCall) -> SourceLoop:
    return SourceLoop(
        file=source.name,
        kind=UNWRITTEN,
        line=call.start[0],
        column=call.start[1],
        end_line=call.end[0],
        end_column=call.end[1],
        body_start=call.start,
        body_end=call.end,
        depth=1,
        function=entry.name,
        variable="",
        algorithm=call.name,
    )
