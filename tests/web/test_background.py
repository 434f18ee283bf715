"""What is made in the background: once, kept, and made again when a limit may have ended it."""

from __future__ import annotations

import time
from threading import Event

import pytest
from markupsafe import Markup

from app.background import RETRY_SECONDS, Background, ready
from app.lesson_sections import is_settled
from app.view_models.lesson import ClaimView
from compiler_core.errors import InputError, Overloaded


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def background(clock: Clock) -> Background[str]:
    return Background("test", 1, 8, settled=lambda text: text != "limited", clock=clock)


def test_a_result_is_made_once_and_one_that_a_limit_ended_again() -> None:
    clock, made = Clock(), iter(["limited", "good", "better"])
    results = background(clock)
    assert results.started("key", lambda: next(made)).result() == "limited"
    assert results.started("key", lambda: next(made)).result() == "limited"
    clock.now = RETRY_SECONDS + 1
    assert results.started("key", lambda: next(made)).result() == "good"
    clock.now += 10 * RETRY_SECONDS
    assert results.started("key", lambda: next(made)).result() == "good"
    assert results.started("other", lambda: next(made)).result() == "better"


def test_a_full_queue_means_not_ready_and_is_tried_again() -> None:
    def full() -> str:
        raise Overloaded("The queue is full.")

    results = background(Clock())
    assert ready(results.started("key", full), 5) is None
    assert ready(results.started("key", lambda: "good"), 5) == "good"


def test_other_errors_are_told() -> None:
    def wrong() -> str:
        raise InputError("No.")

    with pytest.raises(InputError):
        ready(background(Clock()).started("key", wrong), 5)


def test_a_page_waits_no_longer_than_a_moment() -> None:
    gate = Event()
    future = background(Clock()).started("key", lambda: str(gate.wait(20)))
    began = time.monotonic()
    assert ready(future) is None
    assert time.monotonic() - began < 10
    gate.set()
    assert future.result() == "True"


@pytest.mark.parametrize(("mark", "settled"), [("fails", False), ("holds", True)])
def test_a_verdict_that_fails_may_have_met_a_limit(mark: str, settled: bool) -> None:
    view = ClaimView("claim", "a", Markup("c"), "GCC", "v", mark, "✗", Markup(""), "")
    assert is_settled(view) == settled
