"""What is tried, in order: every single change, the cheap and near ones first; then two at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, zip_longest

from compiler_core.claims.breaking.of_facts.model_options import least_runs, run_rank
from compiler_core.claims.breaking.of_facts.varied_claim import (
    FactChange,
    change_of,
    expectations_of,
    options_of,
    varied,
)
from compiler_core.claims.breaking.record import GROUPS, Group
from compiler_core.claims.breaking.subject import words_named
from compiler_core.claims.claim import Claim
from compiler_core.claims.facts.subjects import ModelSubject
from compiler_core.claims.kinds.facts import FactExpectation, facts_in

MOST_PAIRS = 1500


@dataclass(frozen=True, slots=True)
class FactAttempt:
    """What a claim expects under these changes."""

    expected: tuple[FactExpectation, ...]
    changes: tuple[FactChange, ...] = ()

    @property
    def group(self) -> Group:
        """The kind of change it is tried as."""
        return self.changes[0].group if len(self.changes) == 1 else "two changes"

    @property
    def title(self) -> str:
        """The changes in words."""
        return "; ".join(change.title for change in self.changes)


def home_of(claim: Claim) -> FactAttempt:
    """The claim in its own setting."""
    return FactAttempt(expectations_of(claim))


def single_changes(claim: Claim) -> tuple[FactAttempt, ...]:
    """Every setting with one change, in the order in which they are tried, each once. What the
    sentence names is left as it is."""
    home = home_of(claim)
    changes = [edit for edit in _changes(home) if not words_named(claim.says, edit.touches)]
    attempts = _distinct(home, (_changed(home, change) for change in changes))
    return tuple(
        sorted(attempts, key=lambda attempt: (_cost(attempt), GROUPS.index(attempt.group)))
    )


def words_kept(claim: Claim) -> tuple[str, ...]:
    """What the sentence names and what could have been changed."""
    words = (
        word for edit in _changes(home_of(claim)) for word in words_named(claim.says, edit.touches)
    )
    return tuple(dict.fromkeys(words))


def pairs_of(home: FactAttempt, singles: Sequence[FactAttempt]) -> tuple[FactAttempt, ...]:
    """Two changes, each of which changed something alone and broke nothing, the ones that come
    first together first. At most MOST_PAIRS."""
    places = combinations(range(len(singles)), 2)
    order = sorted(places, key=lambda pair: _rank(singles, pair))
    chosen = [(singles[first], singles[second]) for first, second in order[:MOST_PAIRS]]
    made = (_changed(base, other.changes[0]) for base, other in chosen if _is_pair(base, other))
    return _distinct(home, made)


def _is_pair(attempt: FactAttempt, other: FactAttempt) -> bool:
    return attempt.changes[0].key != other.changes[0].key


def _rank(singles: Sequence[FactAttempt], pair: tuple[int, int]) -> tuple[int, int]:
    """Changes of different kinds say more together than two of one kind."""
    groups = [GROUPS.index(singles[index].group) for index in pair]
    return 3 * (groups[0] == groups[1]) + sum(groups), sum(pair)


def _changed(attempt: FactAttempt, change: FactChange) -> FactAttempt | None:
    expected = varied(attempt.expected, change)
    return None if expected is None else FactAttempt(expected, (*attempt.changes, change))


@lru_cache(maxsize=64)
def _changes(home: FactAttempt) -> tuple[FactChange, ...]:
    """Of all subjects: the nearest value of each option, then the next of each."""
    facts = [side for row in home.expected for side in facts_in(row)]
    stages = frozenset(fact.fact.stage for fact in facts)
    options = {
        option.key: option
        for subject in dict.fromkeys(fact_of.subject for fact_of in facts)
        for option in options_of(subject, stages)
    }
    columns = ([change_of(knob, choice) for choice in knob.others] for knob in options.values())
    rounds = zip_longest(*columns)
    return tuple(change for row in rounds for change in row if change is not None)


def _cost(attempt: FactAttempt) -> int:
    """Of the dearest run that it needs; 0 for none, or one that is kept."""
    facts = least_runs([side for row in attempt.expected for side in facts_in(row)])
    subjects = (fact.subject for fact in facts)
    return max(
        (run_rank(subject.run) for subject in subjects if isinstance(subject, ModelSubject)),
        default=0,
    )


def _distinct(home: FactAttempt, attempts: Iterator[FactAttempt | None]) -> tuple[FactAttempt, ...]:
    distinct: dict[object, FactAttempt] = {}
    for attempt in attempts:
        if attempt is not None and attempt.expected != home.expected:
            distinct.setdefault(attempt.expected, attempt)
    return tuple(distinct.values())
