"""Where the source calls code whose text stands in a library: by that code's own places.

A loop inside `std::sort` carries lines of a header. The compilers tell which call of the source it
was inlined at; what was left a function of its own is found by the calls in the compilers' form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.source_reading.signature import signatures_of
from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.loop_ir.operations import IrFunction, IrLoop, Operation
from compiler_core.host.verdicts.loop_ir.read_form import ReadForm
from compiler_core.host.verdicts.placement import is_symbol_of
from compiler_core.source import Location, SourceFile

# Functions of a library that call one another, from the source's call on.
DEEPEST_CALLS = 8
# The same function of a library may be called all over a source.
MOST_CALLS = 16


@dataclass(frozen=True, slots=True)
class LibraryCalls:
    """inlined: calls in the source by file and line of what was inlined there. called: those that
    lead to a library's function, by its symbol.
    """

    source: SourceFile
    inlined: Mapping[tuple[str, int], frozenset[Location]]
    called: Mapping[str, tuple[Location, ...]]

    def of(self, symbol: str, location: Location | None) -> tuple[Location, ...]:
        """The calls that code at a place of one function was made for; none if that is not sure."""
        if symbol in self.called:
            return self.called[symbol]
        if location is None or location.file == self.source.name:
            return ()
        calls = self.inlined.get((location.file, location.line), frozenset())
        own_calls = [call for call in calls if self._is_in(call, symbol)]
        return tuple(own_calls) if len(own_calls) == 1 else ()

    def placed_loops(self, loops: Iterable[IrLoop]) -> Iterator[IrLoop]:
        """The loops, those of a library once for each call, placed there."""
        for loop in loops:
            calls = self._of_loop(loop)
            yield from (replace(loop, place=call) for call in calls)
            if not calls:
                yield loop

    def placed_accounts(self, accounts: Iterable[Account]) -> Iterator[Account]:
        """The accounts, those about a library's code once for each call, placed there."""
        for account in accounts:
            calls = self._of_account(account)
            for call in calls:
                yield replace(account, remark=replace(account.remark, location=call))
            if not calls:
                yield account

    def _of_account(self, account: Account) -> tuple[Location, ...]:
        """By the account's own words, where it tells: several calls may inline the same lines."""
        location, call = account.remark.location, account.call
        is_elsewhere = location is not None and location.file != self.source.name
        if is_elsewhere and call is not None and call.file == self.source.name:
            return (call,)
        return self.of(account.function, location)

    def _of_loop(self, loop: IrLoop) -> tuple[Location, ...]:
        places = [operation.place for operation in loop.operations()]
        if any(location is not None and location.file == self.source.name for location in places):
            return ()
        symbol = loop.function.name
        by_place = (self.of(symbol, location) for location in places)
        return next((calls for calls in by_place if calls), ())

    def _is_in(self, location: Location, symbol: str) -> bool:
        return any(
            entry.line <= location.line <= entry.end_line and is_symbol_of(symbol, entry.name)
            for entry in signatures_of(self.source)
        )


def library_calls(source: SourceFile, form: ReadForm, accounts: Iterable[Account]) -> LibraryCalls:
    """All that the compiler's form and its record tell."""
    inlined: dict[tuple[str, int], set[Location]] = defaultdict(set)
    pairs = (
        (account.remark.location, account.call)
        for account in accounts
        if account.remark.location is not None and account.call is not None
    )
    for location, call in (*form.inlined, *pairs):
        if call.file == source.name != location.file:
            inlined[location.file, location.line].add(call)
    return LibraryCalls(
        source,
        {key: frozenset(calls) for key, calls in inlined.items()},
        _called(source, [function for function, _ in form.functions]),
    )


def _called(source: SourceFile, functions: Sequence[IrFunction]) -> dict[str, tuple[Location, ...]]:
    """The places in the source from which each function of no source is reached."""
    names = [entry.name for entry in signatures_of(source)]
    own = {
        function.name
        for function in functions
        if any(is_symbol_of(function.name, name) for name in names)
    }
    callers: dict[str, list[tuple[str, Location | None]]] = defaultdict(list)
    for function in functions:
        for operation in _calls(function):
            callers[operation.detail].append((function.name, operation.place))
    foreign = [function.name for function in functions if function.name not in own]
    places = {name: _reached(name, own, callers, source.name) for name in foreign}
    return {name: calls for name, calls in places.items() if calls}


def _calls(function: IrFunction) -> Iterator[Operation]:
    for block in function.blocks.values():
        yield from (call for call in block.operations if call.code == "call" and call.detail)


def _reached(
    name: str,
    own: set[str],
    callers: Mapping[str, Sequence[tuple[str, Location | None]]],
    file: str,
) -> tuple[Location, ...]:
    """The calls of the source's functions that lead to one function, the nearest first."""
    calls: dict[Location, None] = {}
    seen, waiting = {name}, [name]
    for _ in range(DEEPEST_CALLS):
        entries = [entry for symbol in waiting for entry in callers.get(symbol, ())]
        for caller, location in entries:
            if caller in own and location is not None and location.file == file:
                calls[location] = None
        waiting = [caller for caller, _ in entries if caller not in own | seen]
        seen.update(waiting)
    return tuple(calls)[:MOST_CALLS]
