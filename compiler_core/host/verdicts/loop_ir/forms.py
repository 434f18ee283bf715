"""The compilers' forms of a source's loops: which loop is which, and what its facts are."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.verdicts.equal_functions import EqualFunctions
from compiler_core.host.verdicts.loop_ir.facts import VerdictFacts, facts_of
from compiler_core.host.verdicts.loop_ir.operations import IrLoop
from compiler_core.host.verdicts.placement import (
    is_symbol_of,
    loop_at,
    loop_below_pragma,
    only_unwritten,
)
from compiler_core.source import Location, SourceFile

# Facts cost a multiple of a loop's size: longer ones go without.
MOST_OPERATIONS = 2000
MOST_COPIES = 4
# What a copy made for one stride no longer shows.
STRIDES = frozenset(["symbolic_stride", "unknown_step"])


class LoopForms:
    """Every loop of one compile in its compiler's form; read when a fact is first asked for."""

    def __init__(
        self,
        loops: Sequence[IrLoop],
        statements: Sequence[SourceLoop],
        equal: EqualFunctions | None = None,
    ) -> None:
        """equal: functions of which the compiler keeps one body for several."""
        self._loops = loops
        self._equal = equal or {}
        self._statements = statements
        self._facts: dict[tuple[SourceLoop, str], VerdictFacts] = {}

    def facts(self, statement: SourceLoop, symbol: str = "") -> VerdictFacts | None:
        """Facts of one source loop, or of one function's copy; None if the dump holds none."""
        key = statement, symbol
        loop = self._copy(statement, symbol) if symbol else self._chosen.get(statement)
        if key not in self._facts and loop is not None:
            if len(loop.operations()) > MOST_OPERATIONS:
                return None
            self._facts[key] = facts_of(loop) if symbol else self._of_all_copies(statement, loop)
        return self._facts.get(key)

    def _copy(self, statement: SourceLoop, symbol: str) -> IrLoop | None:
        """The largest loop that one function has of a source loop."""
        return max(
            (
                loop
                for loop, placed in zip(self._loops, self._placed, strict=True)
                if placed == (symbol, statement)
            ),
            key=lambda loop: len(loop.operations()),
            default=None,
        )

    def by_function(self) -> dict[str, list[SourceLoop]]:
        """The source loops that each function's form has innermost loops of."""
        by_symbol: dict[str, list[SourceLoop]] = defaultdict(list)
        for loop, (symbol, statement) in zip(self._loops, self._placed, strict=True):
            if statement is not None and loop.innermost and statement not in by_symbol[symbol]:
                by_symbol[symbol].append(statement)
        return by_symbol

    def _of_all_copies(self, statement: SourceLoop, chosen: IrLoop) -> VerdictFacts:
        """Facts of the copy that speaks; a stride that one copy fixes may vary in another."""
        facts = facts_of(chosen)
        copies = [
            loop
            for loop, (_, placed) in zip(self._loops, self._placed, strict=True)
            if placed == statement and loop is not chosen
        ]
        short = [loop for loop in copies if len(loop.operations()) <= MOST_OPERATIONS]
        general = {name for loop in short[:MOST_COPIES] for name in facts_of(loop).features}
        return replace(facts, features=facts.features | (general & STRIDES))

    def unplaced(self) -> Sequence[IrLoop]:
        """Loops that belong to no loop statement of the source."""
        return [
            loop
            for loop, (_, statement) in zip(self._loops, self._placed, strict=True)
            if statement is None
        ]

    def twin(self, statement: SourceLoop) -> SourceLoop | None:
        """The loop of an equal function whose code stands for this one's, as the compiler says.

        Its copy may stand in this one's function; else the two are one body under two names.
        """
        others = self._equal.get(statement.function, frozenset()) - {statement.function}
        if statement in self._chosen or not others:
            return None
        here = [
            other
            for symbol, other in self._placed
            if is_symbol_of(symbol, statement.function) and other is not None
        ]
        if here:
            return next((other for other in here if other.function in others), None)
        return self._counterpart(statement, others)

    def _counterpart(self, statement: SourceLoop, others: Collection[str]) -> SourceLoop | None:
        """The loop at the same place in the order of an equal function's loops."""
        own = [loop for loop in self._statements if loop.function == statement.function]
        for function in sorted(others):
            loops = [loop for loop in self._statements if loop.function == function]
            if len(loops) == len(own) and loops[own.index(statement)] in self._chosen:
                return loops[own.index(statement)]
        return None

    @cached_property
    def _placed(self) -> Sequence[tuple[str, SourceLoop | None]]:
        """Every loop's function symbol, and the source loop that its code is placed at."""
        return [
            (
                loop.function.name,
                _statement(loop, self._statements)
                or only_unwritten(self._statements, loop.function.name),
            )
            for loop in self._loops
        ]

    @cached_property
    def _chosen(self) -> dict[SourceLoop, IrLoop]:
        """Of several copies of a source loop the largest speaks."""
        chosen: dict[SourceLoop, IrLoop] = {}
        for loop, (_, statement) in zip(self._loops, self._placed, strict=True):
            if statement is None or not _may_be(statement, loop):
                continue
            known = chosen.get(statement)
            if known is None or len(loop.operations()) > len(known.operations()):
                chosen[statement] = loop
        return chosen


def _may_be(statement: SourceLoop, loop: IrLoop) -> bool:
    """A loop that no statement makes is known to be innermost or not."""
    return statement.kind != UNWRITTEN or loop.innermost != statement.encloses


def placed_below_pragmas(
    source: SourceFile, loops: Iterable[IrLoop], statements: Sequence[SourceLoop]
) -> Iterator[IrLoop]:
    """Loops as they are; Clang places those of OpenMP at the pragma, here they get the place of
    the statement below it."""
    for loop in loops:
        below = loop_below_pragma(source, statements, loop.place)
        keyword = loop.place if below is None else Location(below.file, below.line, below.column)
        yield replace(loop, place=keyword)


def _statement(loop: IrLoop, statements: Sequence[SourceLoop]) -> SourceLoop | None:
    """By the place the compiler names, else the places of the branches that leave, else of all."""
    named = loop_at(statements, loop.place)
    if named is not None:
        return named
    blocks = loop.function.blocks
    leaving = [
        operation.place
        for name in loop.own
        for operation in blocks[name].operations
        if operation.code == "branch" and set(blocks[name].successors) - loop.blocks
    ]
    return _voted(leaving, statements) or _voted(
        [operation.place for operation in loop.operations()], statements
    )


def _voted(
    places: Iterable[Location | None], statements: Sequence[SourceLoop]
) -> SourceLoop | None:
    """The loop statement that most of these places lie in."""
    candidates = (loop_at(statements, location) for location in places)
    votes = Counter(statement for statement in candidates if statement is not None)
    return votes.most_common(1)[0][0] if votes else None
