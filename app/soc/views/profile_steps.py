"""The steps of the profiling exercise, each a link."""

from __future__ import annotations

from collections.abc import Callable

from app.soc.views.profile_records import StepTab
from app.soc.views.profile_words import STEP_TITLES


def step_tabs(current: int, address_of: Callable[[int], str]) -> tuple[StepTab, ...]:
    """current, and what address_of takes: the step's number."""

    def state(number: int) -> str:
        if number == current:
            return "current"
        return "done" if number < current else "ahead"

    return tuple(
        StepTab(number, title, address_of(number), state(number))
        for number, title in STEP_TITLES.items()
    )
