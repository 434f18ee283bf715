"""The search over settings of a claim's subject: one change before two, until one breaks it.

Chips take milliseconds, pages of the atlas start their tools, models are compiled: what is kept
already comes first. Whatever was tried when the budget ends is kept and told.
"""

from __future__ import annotations

import shlex
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace

from compiler_core.asker import WorkPool
from compiler_core.claims.breaking.budget import SearchBudget
from compiler_core.claims.breaking.of_facts.candidates import (
    FactAttempt,
    home_of,
    pairs_of,
    single_changes,
    words_kept,
)
from compiler_core.claims.breaking.of_facts.sentences import fact_sentences
from compiler_core.claims.breaking.of_facts.trial import (
    Deadline,
    EndRun,
    FactTried,
    found_of,
    tried,
    with_least_runs,
)
from compiler_core.claims.breaking.of_facts.varied_claim import (
    changed_expectations,
    expectations_of,
    varied_claim,
)
from compiler_core.claims.breaking.record import (
    GROUPS,
    BreakSearch,
    Counterexample,
    Group,
    GroupTried,
    SearchProgress,
)
from compiler_core.claims.check import check_facts
from compiler_core.claims.claim import Claim, ClaimResult
from compiler_core.claims.compiler_range import CORE
from compiler_core.claims.facts.subjects import ModelSubject
from compiler_core.claims.kinds.facts import (
    describe_fact,
    facts_in,
    facts_of_claim,
    told_together,
)
from compiler_core.pipelines.model_runs import ended_run

FACT_KIND = "fact"
_AT_ONCE = 2
_MOST_REASONS = 3
_NO_TIME = "the time was over before its own setting was known"


def break_facts(
    claim: Claim, budget: SearchBudget | None = None, end_run: EndRun = ended_run
) -> BreakSearch:
    """The smallest setting in which a claim about facts fails, or what was tried.

    end_run: has a model compiled. Raises WorkCancelled when whoever asked has left, JailBroken.
    """
    budget = budget or SearchBudget()
    search = _FactSearch(claim, budget, end_run)
    blank = _blank(claim, search.home, budget)
    at_home = tried(search.home, search.deadline, end_run)
    if at_home.outcome != "holds":
        return _told(_at_once(blank, at_home))
    blank = replace(blank, found=_found(search.home, end_run))
    failure = search.first_failure()
    return _told(
        replace(
            blank,
            standing="broken" if failure else "unbroken",
            broken=_counterexample(claim, search.home, failure, end_run) if failure else None,
            groups=search.groups(),
            complete=search.complete,
            kept=words_kept(claim),
            notes=tuple(search.notes()),
        )
    )


class _FactSearch:
    """One claim's search."""

    def __init__(self, claim: Claim, budget: SearchBudget, end_run: EndRun) -> None:
        self.home = home_of(claim)
        self.deadline = Deadline(budget.most_seconds)
        self.complete = True
        self._claim = claim
        self._budget = budget
        self._end_run = end_run
        self._began = budget.clock()
        self._planned: Counter[Group] = Counter()
        self._outcomes: Counter[tuple[Group, str]] = Counter()
        self._reasons: Counter[str] = Counter()

    def first_failure(self) -> FactTried | None:
        """The smallest setting tried in which it fails."""
        with WorkPool(max_workers=_AT_ONCE) as pool:
            failure = self._first_failure(pool)
            # What is tried beside it may compile a model: it ends, for nobody waits for it now.
            self.deadline.leave()
        return failure

    def _first_failure(self, pool: WorkPool) -> FactTried | None:
        telling: list[FactAttempt] = []
        for trial in self._all(pool, single_changes(self._claim)):
            if trial.outcome == "fails":
                return trial
            if trial.outcome == "holds":
                telling.append(trial.attempt)
        pairs = pairs_of(self.home, telling) if self.complete else ()
        for trial in self._all(pool, pairs):
            if trial.outcome == "fails":
                return trial
        return None

    def groups(self) -> tuple[GroupTried, ...]:
        """What was planned and what came of it, by kind of change."""
        return tuple(
            GroupTried(
                group=group,
                planned=self._planned[group],
                tried=self._outcomes[group, "holds"] + self._outcomes[group, "fails"],
                same_code=0,
                unusable=self._outcomes[group, "unusable"],
            )
            for group in GROUPS
            if self._planned[group]
        )

    def notes(self) -> Iterator[str]:
        """Why settings gave no answer, the most frequent reason first."""
        for reason, count in self._reasons.most_common(_MOST_REASONS):
            settings = f"{count} {'setting' if count == 1 else 'settings'}"
            yield f"No answer from {settings}: {reason}"

    def _all(self, pool: WorkPool, attempts: Sequence[FactAttempt]) -> Iterator[FactTried]:
        """In order, a few at a time, until the budget is over."""
        self._planned.update(planned.group for planned in attempts)
        rest = iter(attempts)
        running: deque[Future[FactTried]] = deque()
        try:
            while True:
                while len(running) < _AT_ONCE and not self.deadline.has_left:
                    attempt = next(rest, None)
                    if attempt is None:
                        break
                    running.append(pool.submit(tried, attempt, self.deadline, self._end_run))
                if not running:
                    break
                outcome = running.popleft().result()
                self._note(outcome)
                yield outcome
        finally:
            for future in running:
                future.cancel()
        if next(rest, None) is not None:
            self.complete = False

    def _note(self, trial: FactTried) -> None:
        self._outcomes[trial.attempt.group, trial.outcome] += 1
        if trial.reason:
            self._reasons[trial.reason] += 1
        self.complete = self.complete and trial.outcome != "late"
        self._budget.progress(
            SearchProgress(
                group=trial.attempt.group,
                title=trial.attempt.title,
                gone=self._outcomes.total(),
                planned=self._planned.total(),
                seconds=round(self._budget.clock() - self._began, 1),
                budget_seconds=self._budget.most_seconds,
            )
        )


def _at_once(blank: BreakSearch, at_home: FactTried) -> BreakSearch:
    """What is so without any change: it fails, gives no answer, or there was no time to see."""
    if at_home.outcome == "fails":
        return replace(blank, standing="false_here", found=at_home.found)
    late = at_home.outcome == "late"
    return replace(blank, found=_NO_TIME if late else at_home.reason, complete=not late)


def _found(attempt: FactAttempt, end_run: EndRun) -> str:
    expected = with_least_runs(attempt.expected)
    return told_together([found_of(expectation, end_run) for expectation in expected])


def _counterexample(
    claim: Claim, home: FactAttempt, failure: FactTried, end_run: EndRun
) -> Counterexample:
    attempt, index = failure.attempt, failure.failed
    subjects = dict.fromkeys(fact.subject for fact in facts_in(attempt.expected[index]))
    settings = tuple(change.written for change in attempt.changes)
    words = [word for setting in settings for word in ("--with", setting)]
    return Counterexample(
        changes=tuple(change.title for change in attempt.changes),
        compiler=CORE,
        compiler_title="; ".join(subject.title for subject in subjects),
        flags="",
        inputs="",
        source_name="",
        source="",
        kind=FACT_KIND,
        expected=describe_fact(attempt.expected[index]),
        found=failure.found,
        found_at_home=found_of(with_least_runs(home.expected)[index], end_run).text,
        settings=settings,
        command=shlex.join(("lowlab", "break", claim.id, *words)),
    )


def _told(search: BreakSearch) -> BreakSearch:
    return replace(search, sentences=fact_sentences(search))


def _blank(claim: Claim, home: FactAttempt, budget: SearchBudget) -> BreakSearch:
    subjects = dict.fromkeys(fact.subject for row in home.expected for fact in facts_in(row))
    return BreakSearch(
        claim=claim.id,
        lesson=claim.lesson,
        says=claim.says,
        compiler=CORE,
        compiler_title="; ".join(subject.title for subject in subjects),
        flags="",
        standing="unstated",
        expected="; ".join(map(describe_fact, home.expected)),
        found="",
        broken=None,
        groups=(),
        complete=True,
        kept=(),
        budget_seconds=budget.most_seconds,
        sentences=(),
    )


def judged_with(
    claim: Claim, settings: Sequence[str], end_run: EndRun = ended_run
) -> tuple[ClaimResult, ClaimResult]:
    """The claim in its own setting, and under changes as `--with` writes them.

    Raises InputError for a change that does not apply.
    """
    changed = changed_expectations(claim, settings)
    judged = []
    for expected in (expectations_of(claim), changed):
        least = varied_claim(claim, with_least_runs(expected))
        for fact in facts_of_claim(least):
            if isinstance(fact.subject, ModelSubject):
                end_run(fact.subject.run)
        judged.append(check_facts(least))
    return judged[0], judged[1]
