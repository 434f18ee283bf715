"""The suggestions of a card after they were tried: ranked, folded away, or told to break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.loop.trial_surveys import LoopSurvey
from app.words import count
from compiler_core.host.trials.survey import TrialStanding, TriedSuggestion


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyView:
    """What a card shows instead of plain buttons."""

    anchor: str
    """Id of its element, which takes its own place while trials go on."""
    waiting: str
    """How far the trials are, empty when all are done."""
    done: int
    """Suggestions that are through."""
    total: int
    """Suggestions in all."""
    address: str
    """Asks again, empty where no address holds the source."""
    current: str
    """The trial that is shown."""
    changed: tuple[TriedSuggestion, ...]
    """Suggestions that changed the loop or were not tried for want of time, the best first."""
    idle_title: str
    """Words over `idle`, with how many there are; empty for none."""
    idle: tuple[TriedSuggestion, ...]
    """Suggestions that changed nothing."""
    breaking: tuple[TriedSuggestion, ...]
    """Not offered, for their results differ by more than rounding."""
    failed: tuple[TriedSuggestion, ...]
    """Those with which the source does not compile."""


def survey_view(survey: LoopSurvey, anchor: str, address: str, current: str) -> SurveyView:
    """The groups of one card. address: of this state; current: the trial that is shown."""
    done, total = len(survey.tried), survey.total
    idle = _of_standing(survey.tried, "unchanged")
    left = done < total
    return SurveyView(
        anchor=anchor,
        waiting=f"Trying: {done} of {count(total, 'suggestion')} done." if left else "",
        done=done,
        total=total,
        address=address if left else "",
        current=current,
        changed=_of_standing(survey.tried, "changed", "untried"),
        idle_title=f"Tried, changed nothing: {len(idle)}" if idle else "",
        idle=idle,
        breaking=_of_standing(survey.tried, "other_results"),
        failed=_of_standing(survey.tried, "failed"),
    )


def _of_standing(
    tried: Sequence[TriedSuggestion], *standings: TrialStanding
) -> tuple[TriedSuggestion, ...]:
    return tuple(trial for trial in tried if trial.standing in standings)
