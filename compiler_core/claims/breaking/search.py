"""The search: smallest settings first, two at a time, until one breaks the claim or time is over.

One change is tried before two, so what is found has as few as possible. Whatever was tried when
the budget ends is kept and told.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice

from compiler_core.asker import WorkPool
from compiler_core.claims.breaking.candidates import group_of, pairs_of, single_changes, words_kept
from compiler_core.claims.breaking.change import Attempt
from compiler_core.claims.breaking.record import (
    BUDGET_SECONDS,
    GROUPS,
    BreakSearch,
    Counterexample,
    Group,
    GroupTried,
    Standing,
)
from compiler_core.claims.breaking.sentences import search_sentences
from compiler_core.claims.breaking.trial import Code, Trial, Tried, words_found
from compiler_core.claims.check import check_claim
from compiler_core.claims.claim import Claim, ClaimResult, Statement
from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.outcome import Compiler

LONGEST_SECONDS = 120.0
_AT_ONCE = 2


@dataclass(slots=True)
class _Tally:
    """What was planned and what came of it, by kind of change."""

    planned: Counter[Group] = field(default_factory=Counter)
    outcomes: Counter[tuple[Group, str]] = field(default_factory=Counter)

    def groups(self) -> tuple[GroupTried, ...]:
        return tuple(self._group(group) for group in GROUPS if self.planned[group])

    def _group(self, group: Group) -> GroupTried:
        same, unusable = self.outcomes[group, "same_code"], self.outcomes[group, "unusable"]
        answered = self.outcomes[group, "holds"] + self.outcomes[group, "fails"] + same
        return GroupTried(
            group=group,
            planned=self.planned[group],
            tried=answered,
            same_code=same,
            unusable=unusable,
        )


class _Search:
    """One claim's search. homes: its own settings, one for each statement."""

    def __init__(
        self, homes: Sequence[Attempt], says: str, ends: float, clock: Callable[[], float]
    ) -> None:
        self._homes = homes
        self._says = says
        self._ends = ends
        self._clock = clock
        self._codes = {home: _code_of(home) for home in homes}
        self.tally = _Tally()
        self.complete = True

    def first_failure(self) -> tuple[Attempt, Tried] | None:
        """The claim's own setting, and the smallest one tried in which it fails."""
        singles = [(home, one) for home in self._homes
                   for one in single_changes(home, self._says, installed_compilers())]  # fmt: skip
        telling: list[tuple[Attempt, Attempt]] = []
        with WorkPool(max_workers=_AT_ONCE) as pool:
            for home, tried in self._all(pool, _by_group(singles)):
                if tried.outcome == "fails":
                    return home, tried
                if tried.outcome == "holds":
                    telling.append((home, tried.attempt))
            for home in self._homes if self.complete else ():
                pairs = tuple(pairs_of(home, [one for of, one in telling if of == home]))
                for _, tried in self._all(pool, [(home, pair) for pair in pairs]):
                    if tried.outcome == "fails":
                        return home, tried
        return None

    @property
    def kept(self) -> tuple[str, ...]:
        """What the sentence names."""
        installed = installed_compilers()
        words = (word for home in self._homes for word in words_kept(home, self._says, installed))
        return tuple(dict.fromkeys(words))

    def _all(
        self, pool: WorkPool, attempts: Sequence[tuple[Attempt, Attempt]]
    ) -> Iterator[tuple[Attempt, Tried]]:
        """In order, a few at a time, until the budget is over."""
        self.tally.planned.update(group_of(one) for _, one in attempts)
        rest = iter(attempts)
        while chunk := tuple(islice(rest, _AT_ONCE)):
            if self._clock() > self._ends:
                self.complete = False
                return
            ran = pool.map(lambda pair: Trial(pair[1]).tried(self._codes[pair[0]]), chunk)
            for (home, attempt), tried in zip(chunk, ran, strict=True):
                self.tally.outcomes[group_of(attempt), tried.outcome] += 1
                yield home, tried


def _by_group(attempts: Iterable[tuple[Attempt, Attempt]]) -> list[tuple[Attempt, Attempt]]:
    return sorted(attempts, key=lambda pair: GROUPS.index(group_of(pair[1])))


def _code_of(home: Attempt) -> Code | None:
    with suppress(InputError, ToolMissing):
        return Trial(home).code
    return None


def break_claim(
    claim: Claim,
    compiler_name: str = "",
    budget_seconds: float = BUDGET_SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> BreakSearch:
    """The smallest setting in which the claim fails, or what was tried.

    compiler_name: of the claim's own setting; the first that it speaks of if empty. Raises
    InputError for a claim about models or chips, UnknownCompiler, and as `compile_source`.
    """
    if claim.is_of_core:
        raise InputError(
            "This sentence is about models or chips; settings of a compiler cannot break it.",
            "Choose a claim about code.",
        )
    ends = clock() + min(max(budget_seconds, 0.0), LONGEST_SECONDS)
    compiler = find_compiler(compiler_name) if compiler_name else _first_spoken_of(claim)
    result = check_claim(claim, compiler)
    if result.holds is not True or result.states != "holds":
        return _at_once(claim, result, compiler, budget_seconds)
    homes = [Attempt(one, compiler) for one in _covering(claim, compiler)]
    search = _Search(homes, claim.says, ends, clock)
    failure = search.first_failure()
    broken = _counterexample(*failure) if failure is not None else None
    found = _blank(claim, result, compiler, budget_seconds)
    return _told(
        replace(
            found,
            standing="broken" if broken else "unbroken",
            broken=broken,
            groups=search.tally.groups(),
            complete=search.complete,
            kept=search.kept,
        )
    )


def _first_spoken_of(claim: Claim) -> Compiler:
    installed = installed_compilers()
    spoken_of = [one for one in installed if _covering(claim, one)]
    return (spoken_of or list(installed))[0]


def _covering(claim: Claim, compiler: Compiler) -> list[Statement]:
    return [one for one in claim.holds if one.compilers.covers(compiler)]


def _at_once(
    claim: Claim, result: ClaimResult, compiler: Compiler, budget_seconds: float
) -> BreakSearch:
    """What is so without any change: the sentence fails at home, or says nothing here."""
    standing: Standing = "unstated" if result.holds is None else "false_here"
    found = _blank(claim, result, compiler, budget_seconds)
    if result.states == "differs":
        found = replace(found, found=f"{result.says} {result.found}")
    return _told(replace(found, standing=standing))


def _told(search: BreakSearch) -> BreakSearch:
    return replace(search, sentences=search_sentences(search))


def _blank(
    claim: Claim, result: ClaimResult, compiler: Compiler, budget_seconds: float
) -> BreakSearch:
    return BreakSearch(
        claim=claim.id,
        lesson=claim.lesson,
        says=claim.says,
        compiler=compiler.name,
        compiler_title=compiler.title,
        flags=", ".join(result.flags),
        standing="unbroken",
        expected=result.expected,
        found=result.found,
        broken=None,
        groups=(),
        complete=True,
        kept=(),
        budget_seconds=budget_seconds,
        sentences=(),
    )


def _counterexample(home: Attempt, tried: Tried) -> Counterexample:
    attempt, failure = tried.attempt, tried.failure
    assert failure is not None
    setting = attempt.statement.setting
    inputs = [change.title for change in attempt.changes if change.inputs is not None]
    at_home = ""
    with suppress(InputError, ToolMissing):
        at_home = words_found(home, failure.expectation.kind)
    return Counterexample(
        changes=tuple(change.title for change in attempt.changes),
        compiler=attempt.compiler.name,
        compiler_title=attempt.compiler.title,
        flags=setting.flags,
        inputs="; ".join(inputs),
        source_name=setting.sources[0].name,
        source=setting.sources[0].text,
        expected=failure.expected,
        found=failure.found,
        found_at_home=at_home,
    )
