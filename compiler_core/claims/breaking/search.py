"""The search: smallest settings first, two at a time, until one breaks the claim or time is over.

One change is tried before two, so what is found has as few as possible. Whatever was tried when
the budget ends is kept and told.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace

from compiler_core.asker import WorkPool
from compiler_core.claims.breaking.budget import SearchBudget
from compiler_core.claims.breaking.candidates import group_of, pairs_of, single_changes, words_kept
from compiler_core.claims.breaking.change import Attempt
from compiler_core.claims.breaking.of_facts.search import break_facts
from compiler_core.claims.breaking.record import (
    GROUPS,
    BreakSearch,
    Counterexample,
    Group,
    GroupTried,
    SearchProgress,
    Standing,
)
from compiler_core.claims.breaking.sentences import search_sentences
from compiler_core.claims.breaking.trial import BreakTrial, Code, Tried, words_found
from compiler_core.claims.check import check_claim
from compiler_core.claims.claim import Claim, ClaimResult, Statement
from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.discovery import find_compiler, installed_compilers
from compiler_core.toolchain.outcome import Compiler

_AT_ONCE = 2
# Waiting for their turn, so that no processor stands still while results are taken in order.
_AHEAD = 3


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
        self, homes: Sequence[Attempt], says: str, began: float, budget: SearchBudget
    ) -> None:
        self._homes = homes
        self._says = says
        self._began = began
        self._budget = budget
        self._codes = {home: _code_of(home) for home in homes}
        self.tally = _Tally()
        self.complete = True

    def first_failure(self) -> tuple[Attempt, Tried] | None:
        """The claim's own setting, and the smallest one tried in which it fails."""
        singles = [
            (home, edit)
            for home in self._homes
            for edit in single_changes(home, self._says, installed_compilers())
        ]
        telling: list[tuple[Attempt, Attempt]] = []
        with WorkPool(max_workers=_AT_ONCE) as pool:
            for home, tried in self._all(pool, _by_group(singles)):
                if tried.outcome == "fails":
                    return home, tried
                if tried.outcome == "holds":
                    telling.append((home, tried.attempt))
            for home in self._homes if self.complete else ():
                pairs = tuple(pairs_of(home, [single for of, single in telling if of == home]))
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
        self.tally.planned.update(group_of(attempt) for _, attempt in attempts)
        rest = iter(attempts)
        running: deque[tuple[Attempt, Future[Tried]]] = deque()
        try:
            while True:
                while len(running) < _AHEAD and not self._is_over and (pair := next(rest, None)):
                    running.append((pair[0], pool.submit(self._tried, *pair)))
                if not running:
                    break
                home, future = running.popleft()
                tried = future.result()
                self.tally.outcomes[group_of(tried.attempt), tried.outcome] += 1
                self._tell(tried.attempt)
                yield home, tried
        finally:
            for _, future in running:
                future.cancel()
        if next(rest, None) is not None:
            self.complete = False

    def _tried(self, home: Attempt, attempt: Attempt) -> Tried:
        return BreakTrial(attempt).tried(self._codes[home])

    @property
    def _is_over(self) -> bool:
        return self._seconds > self._budget.most_seconds

    @property
    def _seconds(self) -> float:
        return self._budget.clock() - self._began

    def _tell(self, last: Attempt) -> None:
        self._budget.progress(
            SearchProgress(
                group=group_of(last),
                title="; ".join(change.title for change in last.changes),
                gone=self.tally.outcomes.total(),
                planned=self.tally.planned.total(),
                seconds=round(self._seconds, 1),
                budget_seconds=self._budget.most_seconds,
            )
        )


def _by_group(attempts: Iterable[tuple[Attempt, Attempt]]) -> list[tuple[Attempt, Attempt]]:
    return sorted(attempts, key=lambda pair: GROUPS.index(group_of(pair[1])))


def _code_of(home: Attempt) -> Code | None:
    with suppress(InputError, ToolMissing):
        return BreakTrial(home).code
    return None


def break_claim(
    claim: Claim, compiler_name: str = "", budget: SearchBudget | None = None
) -> BreakSearch:
    """The smallest setting in which the claim fails, or what was tried.

    compiler_name: of the claim's own setting; the first that it speaks of if empty; without
    meaning for a claim about facts. Raises UnknownCompiler, as `compile_source`, and as
    `break_facts`.
    """
    budget = budget or SearchBudget()
    if claim.is_of_core:
        return break_facts(claim, budget)
    began = budget.clock()
    compiler = find_compiler(compiler_name) if compiler_name else _first_spoken_of(claim)
    result = check_claim(claim, compiler)
    if result.holds is not True or result.states != "holds":
        return _at_once(claim, result, compiler, budget.seconds)
    homes = [Attempt(statement, compiler) for statement in _covering(claim, compiler)]
    search = _Search(homes, claim.says, began, budget)
    failure = search.first_failure()
    broken = _counterexample(*failure) if failure is not None else None
    outcome = _blank(claim, result, compiler, budget.seconds)
    return _told(
        replace(
            outcome,
            standing="broken" if broken else "unbroken",
            broken=broken,
            groups=search.tally.groups(),
            complete=search.complete,
            kept=search.kept,
        )
    )


def _first_spoken_of(claim: Claim) -> Compiler:
    installed = installed_compilers()
    spoken_of = [compiler for compiler in installed if _covering(claim, compiler)]
    return (spoken_of or list(installed))[0]


def _covering(claim: Claim, compiler: Compiler) -> list[Statement]:
    return [statement for statement in claim.holds if statement.compilers.covers(compiler)]


def _at_once(
    claim: Claim, result: ClaimResult, compiler: Compiler, budget_seconds: float
) -> BreakSearch:
    """What is so without any change: the sentence fails at home, or says nothing here."""
    standing: Standing = "unstated" if result.holds is None else "false_here"
    outcome = _blank(claim, result, compiler, budget_seconds)
    if result.states == "differs":
        outcome = replace(outcome, found=f"{result.says} {result.found}")
    return _told(replace(outcome, standing=standing))


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
        kind=failure.expectation.kind,
        expected=failure.expected,
        found=failure.found,
        found_at_home=at_home,
    )
