"""What is made in the background: once, kept, and made again when a limit may have ended it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import NoReturn

import pytest
from markupsafe import Markup
from starlette.testclient import TestClient

from app.lesson.claim_reports import REPORTS_KEPT
from app.lesson.sections import SECTIONS_KEPT, is_settled
from app.lesson.views.lesson import ClaimView
from app.serving.background import RETRY_SECONDS, Background, awaited, ready
from app.serving.queue_numbers import note_number, noting_numbers, queue_number, queue_words
from app.textbook.survey import LOOPS_KEPT
from compiler_core.asker import Asker, working_for
from compiler_core.errors import InputError, Overloaded, ShareFull, WorkCancelled
from compiler_core.kept import Kept
from compiler_core.lessons.reading import load_lessons
from compiler_core.loop.comparison.compare import COMPILERS
from compiler_core.loop.comparison.survey import surveyed_loops
from compiler_core.loop.passes.registry import USUAL_PASSES


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def background(clock: Clock) -> Background[str]:
    return Background("test", 1, 8, settled=lambda text: text != "limited", clock=clock)


def test_a_server_that_ends_begins_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended(ThreadPoolExecutor):
        def submit(self, *_: object) -> NoReturn:
            raise RuntimeError("cannot schedule new futures after interpreter shutdown")

    monkeypatch.setattr("app.serving.background.ThreadPoolExecutor", Ended)
    with pytest.raises(WorkCancelled):
        background(Clock()).started("key", lambda: "made").result(timeout=60)


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


def test_what_a_limit_ended_is_there_until_somebody_asks_for_more() -> None:
    clock, made = Clock(), iter(["limited", "good"])
    results = background(clock)
    assert results.started("key", lambda: next(made)).result() == "limited"
    clock.now = 10 * RETRY_SECONDS
    shown = results.begun("key")
    assert shown is not None
    assert shown.result() == "limited"
    assert results.started("key", lambda: next(made), anew=True).result() == "good"
    assert results.started("key", lambda: next(made), anew=True).result() == "good"


def test_at_once_after_it_ended_more_is_made_for_who_asks() -> None:
    made = iter(["limited", "good"])
    results = background(Clock())
    assert results.started("key", lambda: next(made)).result() == "limited"
    assert results.started("key", lambda: next(made), anew=True).result() == "good"


def test_who_waits_to_the_end_is_not_taken_for_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request may wait for minutes; whoever comes after it stays behind it."""
    monkeypatch.setattr("app.serving.background.LONGEST_WAIT_SECONDS", 0.01)
    clock, gate = Clock(), Event()
    results = background(clock)
    first = results.started("first", lambda: str(gate.wait(60)))
    asked = results.started("asked", lambda: "made")

    async def waits() -> str:
        waiting = asyncio.create_task(awaited(asked))
        await asyncio.sleep(0.05)
        clock.now = 1000.0
        await asyncio.sleep(0.05)
        later = results.started("later", lambda: "made")
        assert (asked.number, later.number) == (1, 2)
        gate.set()
        return await waiting

    assert asyncio.run(waits()) == "made"
    assert first.result(timeout=60)


def test_what_was_told_last_stands_many_threads() -> None:
    """More results tell something than are remembered, and all at once."""
    last: Kept[int] = Kept(4)

    def tells(own: int) -> None:
        for at in range(3000):
            key = (own + at) % 9
            last.keep(key, at)
            assert last.kept(key) in (None, *range(3000))
            last.forget(key)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(tells, range(8)))


def test_what_is_under_way_is_not_begun_again_for_all_that_ended_meanwhile() -> None:
    """Who asks once more for a result that takes long gets the same one."""
    gate, results = Event(), Background[str]("test", 2, 1, lambda _: True)
    slow = results.started("slow", lambda: "made" if gate.wait(60) else "")
    for number in range(3):
        assert results.started(number, lambda: "at once").result(60) == "at once"
    again = results.started("slow", lambda: "made twice")
    gate.set()
    assert again.result(60) == slow.result(60) == "made"
    assert results.kept("slow") == "made"


def test_a_full_queue_means_not_ready_and_is_tried_again() -> None:
    def full() -> str:
        raise Overloaded("The queue is full.")

    results = background(Clock())
    assert ready(results.started("key", full), 5) is None
    assert ready(results.started("key", lambda: "good"), 5) == "good"


def test_only_so_much_waits_even_of_what_is_kept_no_longer() -> None:
    gate = Event()
    results: Background[str] = Background("test", 1, 2, lambda _: True, most_waiting=2)
    started = [results.started(key, lambda: str(gate.wait(60))) for key in range(3)]
    with pytest.raises(ShareFull, match="2 results waiting"):
        results.started("more", lambda: "more")
    with working_for(Asker("another client")):
        other = results.started("other", lambda: "of another client")
    assert results.started(2, lambda: "not made").done() is False
    gate.set()
    assert [one.result() for one in started] == ["True"] * 3
    assert results.started("more", lambda: "more").result() == "more"
    assert other.result() == "of another client"


def test_clients_take_turns() -> None:
    gate, made = Event(), list[str]()
    results: Background[None] = Background("test", 1, 9, lambda _: True)
    futures = [results.started("first", lambda: gate.wait(60) and None)]
    for name in ("a1", "a2", "a3", "b1", "b2"):
        with working_for(Asker(name[0])):
            futures.append(results.started(name, lambda name=name: made.append(name)))
    gate.set()
    for future in futures:
        future.result(60)
    assert made == ["a1", "b1", "a2", "b2", "a3"]


def test_what_is_kept_is_answered_while_others_wait() -> None:
    gate = Event()
    results: Background[str] = Background("test", 1, 8, lambda _: True, most_waiting=0)
    assert results.started("known", lambda: "known").result() == "known"
    busy = results.started("slow", lambda: str(gate.wait(60)))
    assert results.started("known", lambda: "anew").result() == "known"
    with pytest.raises(Overloaded):
        results.started("more", lambda: "more")
    gate.set()
    assert busy.result() == "True"


def test_every_section_of_every_lesson_may_wait_at_once() -> None:
    """Visitors do not choose these keys: a full queue would only leave gaps in pages."""
    lessons = load_lessons()
    assert sum(len(lesson.sections) for lesson in lessons) * len(COMPILERS) <= SECTIONS_KEPT
    assert len(lessons) < REPORTS_KEPT
    assert len(surveyed_loops()) <= LOOPS_KEPT


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No view can have anything made: one piece of work is under way, and none may wait."""
    gate = Event()
    for place in (
        "app.soc.mapping._mappings",
        "app.soc.tile_search._searches",
        "app.textbook.page._comparisons",
    ):
        busy: Background[object] = Background("full", 1, 8, lambda _: True, most_waiting=0)
        busy.started("busy", lambda: gate.wait(60))
        monkeypatch.setattr(place, busy)
    yield
    gate.set()


@pytest.mark.parametrize("view", ["mapping", "tiling"])
def test_a_view_of_a_chip_says_that_the_server_is_busy_and_asks_again(
    client: TestClient, full: None, view: str
) -> None:
    query = f"{view}?model=resnet-50"
    page = client.get(f"/soc/{query}", headers={"accept": "text/html"})
    assert (page.status_code, page.headers["retry-after"]) == (503, "2")
    assert "Too much is being worked out" in page.text
    assert f'data-waiting="/soc/{view}?' in page.text
    assert "Reading the model" not in page.text
    answer = client.get(f"/api/soc/views/{query}")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert "Too much is being worked out" in answer.json()["error"]["message"]


def test_columns_of_compilers_are_asked_for_again_when_the_server_is_busy(
    client: TestClient, full: None
) -> None:
    step = USUAL_PASSES.index("loop-invariant-code-motion") + 1
    page = client.get(f"/loop/textbook?step={step}&compare=1", headers={"accept": "text/html"})
    assert page.status_code == 200
    assert "Too much is being worked out" in page.text
    assert 'hx-trigger="load delay:1s" hx-target="#compare"' in page.text


def test_other_errors_are_told() -> None:
    def wrong() -> str:
        raise InputError("No.")

    with pytest.raises(InputError):
        ready(background(Clock()).started("key", wrong), 5)


def test_a_page_waits_no_longer_than_a_moment() -> None:
    gate = Event()
    future = background(Clock()).started("key", lambda: str(gate.wait(60)))
    assert ready(future) is None
    assert not future.done()
    gate.set()
    assert future.result() == "True"


@pytest.mark.parametrize(("mark", "settled"), [("fails", False), ("holds", True)])
def test_a_verdict_that_fails_may_have_met_a_limit(mark: str, settled: bool) -> None:
    view = ClaimView(
        kind="claim",
        anchor="a",
        claim=Markup("c"),
        compiler="GCC",
        verdict="v",
        mark=mark,
        sign="✗",
        says=Markup(""),
        found="",
    )
    assert is_settled(view) == settled


@pytest.fixture
def behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a view needs made waits behind two other results."""
    gate = Event()
    for place in (
        "app.soc.mapping._mappings",
        "app.soc.tile_search._searches",
        "app.textbook.page._comparisons",
    ):
        busy: Background[object] = Background("busy", 1, 8, lambda _: True)
        for other in ("running", "waiting first"):
            busy.started(other, lambda: gate.wait(60))
        monkeypatch.setattr(place, busy)
    for name in ("app.soc.tile_search.PATIENCE_SECONDS", "app.soc.mapping.PATIENCE_SECONDS"):
        monkeypatch.setattr(name, 0.01)
    yield
    gate.set()


@pytest.mark.parametrize(
    "address",
    [
        "/soc/mapping?model=resnet-50",
        "/soc/tiling?model=resnet-50",
        "/loop/textbook?step=2&compare=1&source="
        "void+queued(int+*a,int+n,int+k){for(int+i=0;i%3Cn;i%2B%2B)a[i]=k*n;}",
    ],
    ids=["mapping", "tiling", "comparison"],
)
def test_a_page_that_waits_says_at_which_place(
    client: TestClient, behind: None, address: str
) -> None:
    page = client.get(address, headers={"accept": "text/html"})
    assert page.status_code == 200
    assert "Number 2 in the queue." in page.text


def test_numbers_are_noted_for_one_request_alone() -> None:
    with noting_numbers():
        note_number(5)
        note_number(0)
        note_number(3)
        assert (queue_number(), queue_words()) == (3, "Number 3 in the queue.")
    note_number(7)
    with noting_numbers():
        assert (queue_number(), queue_words()) == (0, "")
