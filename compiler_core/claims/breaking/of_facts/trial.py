"""One setting tried: the facts read there, and judged by the claims' own judge."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.asker import Asker, check_asker, current_asker, working_for
from compiler_core.claims.breaking.of_facts.candidates import FactAttempt
from compiler_core.claims.breaking.of_facts.model_options import least_runs
from compiler_core.claims.facts.subjects import ModelSubject
from compiler_core.claims.kinds.facts import FactExpectation, FactRatio, facts_in, judge_values
from compiler_core.claims.kinds.kind import Found
from compiler_core.errors import InputError, ToolMissing, WorkCancelled
from compiler_core.pipelines.model_runs import ShippedRun, ended_run
from compiler_core.toolchain.clock_limits import noting_clock_limits

Outcome = Literal["holds", "fails", "unusable", "late"]
"""unusable: it gives no answer there. late: the time was over before it did."""
EndRun = Callable[[ShippedRun], object]
"""Has a model compiled under its settings, if it was not. Raises as `ended_run`."""
_BUSY = "A limit of time on the clock cut it off."


@dataclass(frozen=True, slots=True)
class FactTried:
    """What came of one setting. failed: the expectation that is not met; found: what was found of
    it; reason: why there is no answer."""

    attempt: FactAttempt
    outcome: Outcome
    failed: int = -1
    found: str = ""
    reason: str = ""


class Deadline(Asker):
    """Stands for whoever asked, until the time is over."""

    def __init__(self, seconds: float) -> None:
        self._asker = current_asker()
        super().__init__(self._asker.client, self._asker.niceness)
        self._end = time.monotonic() + seconds

    @property
    def has_left(self) -> bool:
        return super().has_left or self._asker.has_left or time.monotonic() > self._end


def tried(attempt: FactAttempt, deadline: Deadline, end_run: EndRun = ended_run) -> FactTried:
    """Raises WorkCancelled when whoever asked has left, and JailBroken."""
    try:
        with working_for(deadline), noting_clock_limits() as cut_off:
            trial = _judged(attempt, end_run)
    except WorkCancelled:
        check_asker()
        return FactTried(attempt, "late")
    if trial.outcome != "holds" and deadline.has_left:
        return FactTried(attempt, "late")
    if trial.outcome == "fails" and cut_off:
        return FactTried(attempt, "unusable", reason=_BUSY)
    return trial


def _judged(attempt: FactAttempt, end_run: EndRun) -> FactTried:
    reason = ""
    for index, expectation in enumerate(with_least_runs(attempt.expected)):
        try:
            finding = found_of(expectation, end_run)
        except (InputError, ToolMissing) as error:
            reason = reason or str(error)
            continue
        if not finding.holds:
            return FactTried(attempt, "fails", index, finding.text)
    return FactTried(attempt, "unusable" if reason else "holds", reason=reason)


def with_least_runs(expected: Sequence[FactExpectation]) -> tuple[FactExpectation, ...]:
    """The same, each model compiled only as far as these facts need it."""
    sides = least_runs([fact for row in expected for fact in facts_in(row)])
    rest = iter(sides)
    return tuple(
        replace(row, own=next(rest), other=next(rest))
        if isinstance(row, FactRatio)
        else replace(row, own=next(rest))
        for row in expected
    )


def found_of(expectation: FactExpectation, end_run: EndRun = ended_run) -> Found:
    """Raises InputError where there is no answer, ToolMissing, WorkCancelled and JailBroken."""
    facts = facts_in(expectation)
    for stated_fact in facts:
        if isinstance(stated_fact.subject, ModelSubject):
            end_run(stated_fact.subject.run)
    values = tuple(fact.value for fact in facts)
    if isinstance(expectation, FactRatio) and (
        any(isinstance(value, str | bool) for value in values) or not values[1]
    ):
        raise InputError("There is no ratio of these.")
    return judge_values(expectation, values)
