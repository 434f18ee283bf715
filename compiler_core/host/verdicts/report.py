"""What a compiler reported about one source loop, gathered from all copies of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.assembly_numbers import whole_number
from compiler_core.host.source_reading.source_loops import SourceLoop
from compiler_core.host.verdicts.account import Account
from compiler_core.host.verdicts.gcc_messages import ANALYSIS_SCOPE, DISTANCE
from compiler_core.host.verdicts.placement import (
    inner_loops,
    loop_at,
    loop_below_pragma,
    only_unwritten,
)
from compiler_core.source import Location, SourceFile
from compiler_core.toolchain.outcome import Family

_GCC_LOOP_PASSES = (
    "vect", "ldist", "cunroll", "cunrolli", "unrolljam", "lversion", "linterchange", "unswitch",
    "ifcvt", "slp", "lsplit",
)  # fmt: skip
_CLANG_LOOP_PASSES = (
    "loop-vectorize",
    "loop-unroll",
    "loop-idiom",
    "loop-delete",
    "slp-vectorizer",
    "loop-distribute",
    "transform-warning",
)
_BYTES = re.compile(r"loop vectorized using (?:(\d+) byte|variable length) vectors")


@dataclass(frozen=True, slots=True)
class VectorLoop:
    """One vector loop the vectoriser says it made of the source loop.

    bytes: of one vector; None where the report gives elements (Clang) or the machine decides.
    elements: per vector, 0 if not reported. interleave: vectors side by side per operation.
    """

    bytes: int | None
    elements: int
    scalable: bool
    interleave: int
    account: Account


@dataclass(frozen=True, slots=True)
class LoopReport:
    """Everything one compiler said about one source loop, in its order.

    distance: the smallest dependence distance GCC found, in iterations; None if it named none.
    """

    accounts: tuple[Account, ...]
    vector_loops: tuple[VectorLoop, ...]
    distance: int | None = None

    def of_function(self, symbol: str) -> LoopReport:
        """What was said of the copy in one function."""
        return replace(
            self,
            accounts=tuple(account for account in self.accounts if account.function == symbol),
            vector_loops=tuple(
                loop for loop in self.vector_loops if loop.account.function == symbol
            ),
        )

    def said(self, pattern: str) -> Account | None:
        """The first account whose message, or name, matches the regular expression."""
        expression = re.compile(pattern)
        return next(
            (
                account
                for account in self.accounts
                if expression.search(account.message) or expression.fullmatch(account.name)
            ),
            None,
        )


def reports_of(
    accounts: Sequence[Account], source: SourceFile, loops: Sequence[SourceLoop], family: Family
) -> Mapping[SourceLoop, LoopReport]:
    """A report for each source loop that the compiler said something about."""
    placed = (
        _placed_by_gcc(accounts, source, loops)
        if family == "gcc"
        else _placed_by_clang(accounts, source, loops)
    )
    gathered: dict[SourceLoop, list[Account]] = defaultdict(list)
    for loop, account in placed:
        gathered[loop].append(account)
    return {
        loop: LoopReport(
            tuple(account for account in remarks if _is_said(account)),
            tuple(_vector_loops(remarks)),
            _distance(remarks),
        )
        for loop, remarks in gathered.items()
    }


def _placed_by_gcc(
    accounts: Sequence[Account], source: SourceFile, loops: Sequence[SourceLoop]
) -> Iterable[tuple[SourceLoop, Account]]:
    """In the vectoriser's part, everything after a loop's analysis began is about that loop.

    What is placed at a pragma is about small loops over lanes that OpenMP adds before and behind
    the loop of the source.
    """
    analysed: SourceLoop | None = None
    of_lanes = False
    for account in accounts:
        if account.pass_name not in _GCC_LOOP_PASSES:
            continue
        if account.pass_name == "vect" and account.message == ANALYSIS_SCOPE:
            analysed = loop_at(loops, account.remark.location)
            of_lanes = loop_below_pragma(source, loops, account.remark.location) is not None
        if account.pass_name == "vect" and of_lanes:
            continue
        if not _is_said(account) and not DISTANCE.fullmatch(account.message):
            continue
        location = account.remark.location
        loop = analysed if account.pass_name == "vect" else loop_at(loops, location)
        loop = loop or only_unwritten(loops, account.function)
        if loop is not None:
            yield loop, account


def _placed_by_clang(
    accounts: Sequence[Account], source: SourceFile, loops: Sequence[SourceLoop]
) -> Iterable[tuple[SourceLoop, Account]]:
    """A reason may be placed in code inlined from elsewhere: the loop named next is then meant."""
    waiting: list[Account] = []
    for account in accounts:
        if account.pass_name not in _CLANG_LOOP_PASSES:
            continue
        location = account.remark.location
        loop = (
            loop_below_pragma(source, loops, location)
            or loop_at(loops, location)
            or only_unwritten(loops, account.function)
        )
        if loop is not None and account.pass_name == "loop-vectorize":
            loop = _innermost_of(loops, loop, location)
        if loop is None and account.pass_name == "loop-vectorize":
            waiting.append(account)
        if loop is None:
            continue
        for earlier in waiting:
            if earlier.function == account.function:
                yield loop, earlier
        waiting.clear()
        yield loop, account


def _innermost_of(
    loops: Sequence[SourceLoop], loop: SourceLoop, location: Location | None
) -> SourceLoop:
    """Clang's vectoriser looks at innermost loops alone, but names the code before a loop that a
    goto makes: what is placed behind the head of one that encloses a single other is about that."""
    is_head = location is not None and (location.line, location.column) == (loop.line, loop.column)
    inside = inner_loops(loops, loop) if loop.encloses and not is_head else ()
    return inside[0] if len(inside) == 1 else loop


def _is_said(account: Account) -> bool:
    """Not one of GCC's notes on its way; Clang's analysis remarks hold its reasons."""
    return bool(account.message) and (bool(account.name) or account.remark.severity != "analysis")


def _distance(accounts: Iterable[Account]) -> int | None:
    matches = (DISTANCE.fullmatch(account.message) for account in accounts)
    distances = {abs(whole_number(match[1]) or 0) for match in matches if match is not None}
    return min(distances - {0}, default=None)


def _vector_loops(accounts: Iterable[Account]) -> Iterable[VectorLoop]:
    for account in accounts:
        match = _BYTES.search(account.message)
        if match is not None:
            width = whole_number(match[1]) if match[1] else None
            yield VectorLoop(width, 0, width is None, 1, account)
        elif account.name == "Vectorized":
            yield _clang_vector_loop(account)


def _clang_vector_loop(account: Account) -> VectorLoop:
    factor = account.argument("VectorizationFactor", "")
    elements = whole_number(factor.rpartition(" ")[2]) or 0
    interleave = whole_number(account.argument("InterleaveCount", "1")) or 1
    return VectorLoop(None, elements, "vscale" in factor, interleave, account)
