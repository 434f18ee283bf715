"""All suggestions of a loop, tried in the background one by one and kept."""

from __future__ import annotations

import time
from dataclasses import dataclass

from app.serving.background import PATIENCE_SECONDS, Background, ready
from compiler_core.errors import InputError
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.trials.place import TrialAddress, read_trial_address
from compiler_core.host.trials.survey import TriedSuggestion, ranked, try_suggestion
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.source import SourceFile

ALL = "all"
_WORKERS, _KEPT = 2, 1024
# What went wrong is kept like a result, or the page would try it for ever.
_tried: Background[TriedSuggestion | InputError] = Background(
    "trials", _WORKERS, _KEPT, lambda outcome: isinstance(outcome, TriedSuggestion)
)


@dataclass(frozen=True, slots=True)
class Trials:
    """What the suggestions of one card are tried on."""

    source: SourceFile
    compiler: str
    flags: str
    core: str
    experiment: Experiment


@dataclass(frozen=True, slots=True)
class LoopSurvey:
    """What is tried by now, ranked; total: of how many suggestions."""

    tried: tuple[TriedSuggestion, ...]
    total: int


def trial_asked(text: str) -> TrialAddress | None:
    """What an address asks to try; None for nothing, or for a text that names no trial."""
    try:
        return read_trial_address(text)
    except InputError:
        return None


def survey_of(trials: Trials, verdict: Verdict, address: TrialAddress | None) -> LoopSurvey | None:
    """The survey of one card: begun if `all` is asked for this loop, else only if it is complete.

    Raises Overloaded when too much waits already.
    """
    if not verdict.suggestions:
        return None
    position = (verdict.source_line, verdict.column)
    begun = address is not None and address.suggestion == ALL and _is_at(address, position)
    outcomes = _begun(trials, verdict) if begun else _kept(trials, verdict)
    if not begun and len(outcomes) < len(verdict.suggestions):
        return None
    tried = [outcome for outcome in outcomes if isinstance(outcome, TriedSuggestion)]
    refused = len(outcomes) - len(tried)
    return LoopSurvey(ranked(tried), len(verdict.suggestions) - refused)


def _is_at(address: TrialAddress, position: tuple[int, int]) -> bool:
    return address.line == position[0] and address.column in (0, position[1])


def _kept(trials: Trials, verdict: Verdict) -> list[TriedSuggestion | InputError]:
    keys = [(trials, verdict.column, verdict.source_line, hint.id) for hint in verdict.suggestions]
    return [outcome for key in keys if (outcome := _tried.kept(key)) is not None]


def _begun(trials: Trials, verdict: Verdict) -> list[TriedSuggestion | InputError]:
    end = time.monotonic() + PATIENCE_SECONDS
    futures = [
        _tried.started(
            (trials, verdict.column, verdict.source_line, hint.id),
            lambda suggestion=hint.id: _try(trials, verdict, suggestion),
        )
        for hint in verdict.suggestions
    ]
    outcomes = (ready(future, end - time.monotonic()) for future in futures)
    return [outcome for outcome in outcomes if outcome is not None]


def _try(trials: Trials, verdict: Verdict, suggestion: str) -> TriedSuggestion | InputError:
    setting = trials.compiler, trials.flags
    try:
        return try_suggestion(
            trials.source, setting, verdict, suggestion, trials.core, trials.experiment
        )
    except InputError as error:
        return error
