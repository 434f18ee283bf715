"""What is tried, in order: every single change, the cheap ones first; then two changes at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, zip_longest

from compiler_core.claims.breaking.change import Attempt, Change
from compiler_core.claims.breaking.record import GROUPS, Group
from compiler_core.claims.breaking.setting_changes import (
    compiler_changes,
    flag_changes,
    input_changes,
)
from compiler_core.claims.breaking.source_fields import field_changes
from compiler_core.claims.breaking.source_numbers import number_changes
from compiler_core.claims.breaking.source_words import type_changes, word_changes
from compiler_core.claims.breaking.subject import named_by
from compiler_core.claims.breaking.suggested_changes import suggested_changes
from compiler_core.claims.breaking.varied import changed
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler

MOST_PAIRS = 1500
_NO_SOURCE = frozenset(("takes_cpu", "refuses_cpu"))


def single_changes(home: Attempt, says: str, installed: Sequence[Compiler]) -> tuple[Attempt, ...]:
    """Every setting with one change, in the order in which they are tried, each once. What the
    sentence names is left as it is."""
    changes = (edit for edit in _changes(home, installed) if not named_by(says, edit))
    return _distinct(home, (changed(home, change) for change in changes))


def words_kept(home: Attempt, says: str, installed: Sequence[Compiler]) -> tuple[str, ...]:
    """What the sentence names and what could have been changed."""
    changes = _changes(home, installed)
    named = (change.keeps or word for change in changes for word in named_by(says, change))
    return tuple(dict.fromkeys(named))


def _changes(home: Attempt, installed: Sequence[Compiler]) -> Iterator[Change]:
    statement, compiler = home.statement, home.compiler
    setting = statement.setting
    yield from input_changes(statement, parse_flags(setting.flags, compiler))
    yield from compiler_changes(statement, compiler, tuple(installed))
    if all(expectation.kind in _NO_SOURCE for expectation in statement.expectations):
        return
    source = setting.sources[0]
    yield from _in_turn(
        type_changes(source),
        field_changes(source),
        number_changes(source),
        suggested_changes(source),
        word_changes(source),
    )
    yield from flag_changes(statement, compiler)


def _in_turn(*kinds: Iterator[Change]) -> Iterator[Change]:
    """The first of each kind, then the second of each…: none waits for all of another."""
    for changes in zip_longest(*kinds):
        yield from (change for change in changes if change is not None)


def pairs_of(home: Attempt, singles: Sequence[Attempt]) -> Iterator[Attempt]:
    """Two changes of those that changed something alone, the ones that come first together first.

    At most MOST_PAIRS.
    """
    ranked = [(GROUPS.index(group_of(single)), index) for index, single in enumerate(singles)]
    order = sorted(combinations(range(len(singles)), 2), key=lambda pair: _rank(ranked, pair))
    pairs = (_both(home, singles[first], singles[second]) for first, second in order[:MOST_PAIRS])
    return iter(_distinct(home, pairs))


def _rank(ranked: Sequence[tuple[int, int]], pair: tuple[int, int]) -> tuple[int, int]:
    """Changes of different kinds say more together than two of one kind."""
    (first, index), (second, other) = ranked[pair[0]], ranked[pair[1]]
    return (1 if first == second else 0) * 3 + first + second, index + other


def _both(home: Attempt, first: Attempt, second: Attempt) -> Attempt | None:
    """The source's edits come last: they are written for the compiler and flags of the setting."""
    changes = sorted(
        (*first.changes, *second.changes), key=lambda alteration: alteration.edit is not None
    )
    attempt: Attempt | None = home
    for change in changes:
        attempt = changed(attempt, change) if attempt is not None else None
    return attempt


def group_of(attempt: Attempt) -> Group:
    """The kind of change it was tried as."""
    return attempt.changes[0].group if len(attempt.changes) == 1 else "two changes"


def _distinct(home: Attempt, attempts: Iterator[Attempt | None]) -> tuple[Attempt, ...]:
    seen: set[object] = {_key(home)}
    distinct: list[Attempt] = []
    for attempt in attempts:
        if attempt is not None and _key(attempt) not in seen:
            seen.add(_key(attempt))
            distinct.append(attempt)
    return tuple(distinct)


def _key(attempt: Attempt) -> object:
    statement = attempt.statement
    return attempt.compiler.name, statement.setting, statement.expectations
