"""The card of a loop shows every suggestion that was tried, whatever became of it."""

from __future__ import annotations

from typing import get_args

import pytest

from app.loop.trial_surveys import LoopSurvey
from app.loop.views.trial_survey import survey_view
from compiler_core.host.trials.survey import TrialStanding, TriedSuggestion


@pytest.mark.parametrize("standing", get_args(TrialStanding))
def test_each_standing_is_shown_once(standing: TrialStanding) -> None:
    tried = TriedSuggestion(
        suggestion="restrict",
        title="Mark the pointers restrict",
        line=3,
        column=5,
        standing=standing,
        sentence="What became of it.",
        turn="stays",
        instructions_ratio=None,
        cycles_ratio=None,
        largest_ulp=None,
    )
    view = survey_view(LoopSurvey((tried,), 1), "survey-3", "", "")
    assert (*view.changed, *view.idle, *view.breaking, *view.failed) == (tried,)
