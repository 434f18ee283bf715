"""Every suggestion of a loop tried: what each changed, ranked, and what breaks told apart."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.amounts import three_digits
from compiler_core.errors import InputError
from compiler_core.host.cycles.cycles import DEFAULT_CPU
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.trials.outcome_sentence import Turn, turn_of
from compiler_core.host.trials.place import TrialAddress, loops_at
from compiler_core.host.trials.trial import SuggestionTrial, trial_of, with_counts, with_cycles
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

TrialStanding = Literal["changed", "unchanged", "other_results", "failed", "untried"]
BUDGET_SECONDS = 30.0
# What differs by less is start and end of the function, or the models' rounding.
_SAME = 0.01
_TURNS: dict[Turn, int] = {"vectorised": 0, "stays": 1, "scalar": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedSuggestion:
    """One suggestion of one loop, tried."""

    suggestion: str
    """Its id in the table of suggestions, as `restrict`."""
    title: str
    """The suggestion's title, as `Mark the pointers restrict`."""
    line: int
    """Where its loop's keyword stands, from 1."""
    column: int
    """Column of its loop's keyword, from 1."""
    standing: TrialStanding
    """other_results: the results differ by more than rounding, so it is not offered any more.
    failed: the edited source does not compile. untried: the budget had ended."""
    sentence: str
    """What it changed, with the figures that were counted."""
    turn: Turn
    """Whether the loop was vectorised by it."""
    instructions_ratio: float | None
    """Executed instructions of the function, with library code where not as much of it is called,
    after divided by before; None if not counted."""
    cycles_ratio: float | None
    """Modelled cycles per element of the loop, after divided by before; None if not modelled."""
    largest_ulp: int | None
    """The largest difference of floating-point results; None for none to compare."""

    @property
    def address(self) -> str:
        """As it is asked for."""
        return TrialAddress(self.suggestion, self.line, self.column).text


@dataclass(frozen=True, slots=True)
class LoopTrials:
    """All suggestions of one loop, ranked."""

    function: str
    """Name of the function that the loop stands in, qualified in C++: `axpy`."""
    line: int
    """Line of the loop's keyword, from 1."""
    column: int
    """Column of the loop's keyword, from 1."""
    tried: tuple[TriedSuggestion, ...]
    """The suggestions of the loop's card, best first: those that change something, untried,
    unchanged, with other results, failed; empty where none is offered."""


def survey_source(
    source: SourceFile,
    setting: tuple[str, str],
    line: int = 0,
    column: int = 0,
    cpu: str = DEFAULT_CPU,
) -> tuple[LoopTrials, ...]:
    """The loops at a place, or all loops for line 0, with every suggestion tried.

    Raises UnknownName where no loop starts, InputError for a source that does not compile.
    """
    why = explain_loops(source, *setting)
    if not why.ok:
        raise InputError("The source does not compile.", why.message)
    places = {(loop.line, loop.column) for loop in loops_at(source, line, column)} if line else None
    return tuple(
        LoopTrials(
            verdict.function,
            verdict.source_line,
            verdict.column,
            survey_loop(source, setting, verdict, cpu),
        )
        for verdict in why.loops
        if places is None or (verdict.source_line, verdict.column) in places
    )


def survey_loop(
    source: SourceFile,
    setting: tuple[str, str],
    verdict: Verdict,
    cpu: str = DEFAULT_CPU,
    budget_seconds: float = BUDGET_SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[TriedSuggestion, ...]:
    """All suggestions of one loop's card, the best first. setting: compiler name and flags text."""
    began = clock()
    tried = []
    for offered in verdict.suggestions:
        if clock() - began > budget_seconds:
            tried.append(_blank(offered.id, offered.title, verdict, "untried", "Not tried yet."))
            continue
        tried.append(try_suggestion(source, setting, verdict, offered.id, cpu))
    return ranked(tried)


def try_suggestion(
    source: SourceFile,
    setting: tuple[str, str],
    verdict: Verdict,
    suggestion: str,
    cpu: str = DEFAULT_CPU,
    experiment: Experiment | None = None,
) -> TriedSuggestion:
    """Compile, model and run one suggestion of a loop. Raises as `trial_of`."""
    address = verdict.source_line, suggestion, verdict.column
    trial = trial_of(source, *setting, *address)
    if not trial.ok:
        return _blank(suggestion, trial.title, verdict, "failed", trial.outcome)
    if not trial.changed:
        return _blank(suggestion, trial.title, verdict, "unchanged", "The same instructions.")
    trial = with_counts(trial, source, *setting, experiment)
    with contextlib.suppress(InputError):
        trial = with_cycles(trial, source, *setting, cpu)
    return _judged(trial, verdict)


def ranked(tried: Sequence[TriedSuggestion]) -> tuple[TriedSuggestion, ...]:
    """By verdict, then instructions per element counted, then modelled cycles; the rest last."""
    return tuple(sorted(tried, key=_rank))


def _rank(attempt: TriedSuggestion) -> tuple[int, int, float, float]:
    order = ("changed", "untried", "unchanged", "other_results", "failed")
    instructions = 1.0 if attempt.instructions_ratio is None else attempt.instructions_ratio
    cycles = 1.0 if attempt.cycles_ratio is None else attempt.cycles_ratio
    return order.index(attempt.standing), _TURNS[attempt.turn], instructions, cycles


def _blank(
    suggestion: str, title: str, verdict: Verdict, standing: TrialStanding, sentence: str
) -> TriedSuggestion:
    return TriedSuggestion(
        suggestion=suggestion,
        title=title,
        line=verdict.source_line,
        column=verdict.column,
        standing=standing,
        sentence=sentence,
        turn="stays",
        instructions_ratio=None,
        cycles_ratio=None,
        largest_ulp=None,
    )


def _judged(trial: SuggestionTrial, verdict: Verdict) -> TriedSuggestion:
    instructions, cycles = _instructions_ratio(trial), _cycles_ratio(trial)
    turn = turn_of(trial.before, trial.after)
    standing: TrialStanding = "changed"
    if trial.results is not None and trial.results.standing == "other":
        standing = "other_results"
    elif turn == "stays" and _is_idle(instructions) and _is_idle(cycles):
        standing = "unchanged"
    return TriedSuggestion(
        suggestion=trial.suggestion,
        title=trial.title,
        line=verdict.source_line,
        column=verdict.column,
        standing=standing,
        sentence=_sentence(trial, standing, (instructions, cycles)),
        turn=turn,
        instructions_ratio=instructions,
        cycles_ratio=cycles,
        largest_ulp=trial.counts.largest_ulp if trial.counts is not None else None,
    )


def _is_idle(ratio: float | None) -> bool:
    return ratio is not None and abs(ratio - 1) <= _SAME


def _instructions_ratio(trial: SuggestionTrial) -> float | None:
    compared = trial.counts.compared if trial.counts is not None else None
    if compared is None:
        return None
    before, after = compared
    return after / before


def _cycles_ratio(trial: SuggestionTrial) -> float | None:
    """Of the first model that gives both figures and knows every instruction."""
    for model in trial.cycles:
        cycles_before, two = model.before.cycles_per_element, model.after.cycles_per_element
        if (
            cycles_before
            and two
            and not (model.before.is_lower_bound or model.after.is_lower_bound)
        ):
            return two / cycles_before
    return None


def _sentence(
    trial: SuggestionTrial, standing: TrialStanding, ratios: tuple[float | None, float | None]
) -> str:
    if standing == "unchanged":
        return "Other instructions, but as many of them executed, and as many cycles."
    figures = [
        _figure(ratio, noun)
        for ratio, noun in zip(ratios, ("instructions", "modelled cycles"), strict=True)
        if ratio is not None
    ]
    return " ".join([trial.outcome, *figures])


def _figure(ratio: float, noun: str) -> str:
    if abs(ratio - 1) <= _SAME:
        return f"As many {noun}."
    if ratio < 1:
        return f"{three_digits(1 / ratio)} times fewer {noun}."
    return f"{three_digits(ratio)} times as many {noun}."
