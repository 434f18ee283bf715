"""The suggestions of a card after they were tried: ranked, folded away, or told to break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.loop.trial_surveys import LoopSurvey
from app.words import count
from compiler_core.host.trials.survey import TrialStanding, TriedSuggestion


@dataclass(frozen=True, slots=True)
class TriedRow:
    """One suggestion: value is what its button sends. sentence: what it changed."""

    value: str
    title: str
    sentence: str
    current: bool


@dataclass(frozen=True, slots=True)
class SurveyView:
    """What a card shows instead of plain buttons.

    waiting: how far the trials are, empty when all are done; address: asks again, empty where no
    address holds the source. changed: the best first. idle: tried, changed nothing; idle_title:
    how many. breaking: not offered, for their results differ by more than rounding.
    """

    anchor: str
    waiting: str
    done: int
    total: int
    address: str
    changed: tuple[TriedRow, ...]
    idle_title: str
    idle: tuple[TriedRow, ...]
    breaking: tuple[TriedRow, ...]


def survey_view(survey: LoopSurvey, anchor: str, address: str, current: str) -> SurveyView:
    """The groups of one card. address: of this state; current: the trial that is shown."""
    done, total = len(survey.tried), survey.total
    idle = _rows(survey.tried, ("unchanged",), current)
    left = done < total
    return SurveyView(
        anchor=anchor,
        waiting=f"Trying: {done} of {count(total, 'suggestion')} done." if left else "",
        done=done,
        total=total,
        address=address if left else "",
        changed=_rows(survey.tried, ("changed", "untried"), current),
        idle_title=f"Tried, changed nothing: {len(idle)}" if idle else "",
        idle=idle,
        breaking=_rows(survey.tried, ("other_results",), current),
    )


def _rows(
    tried: Sequence[TriedSuggestion], standings: Sequence[TrialStanding], current: str
) -> tuple[TriedRow, ...]:
    return tuple(
        TriedRow(one.address, one.title, one.sentence, one.address == current)
        for one in tried
        if one.standing in standings
    )
