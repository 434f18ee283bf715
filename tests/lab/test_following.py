"""Who waits for a grade is told where it stands, and a class that waits costs few questions."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Event
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from app.lab import following
from app.lab.following import Followers
from classroom.grading import GradingEngine
from classroom.jobs import JobState, state_of, states_of
from classroom.listening import Listener
from tests.lab.hosted import Hosted
from tests.lab.laboratory import Laboratory, judge


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """In a thread: a browser of another test may keep a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Queue:
    """Attempts in a row, of which the first is graded at each `step`; counts who asks."""

    def __init__(self, number: int) -> None:
        self.left = list(range(number))
        self.asked = 0

    def read(self, wanted: Collection[int]) -> Mapping[int, JobState]:
        self.asked += 1
        return {
            one: JobState("queued", self.left.index(one) + 1, len(self.left))
            if one in self.left
            else JobState("done")
            for one in wanted
        }


async def told(followers: Followers, attempt: int) -> list[JobState]:
    return [one async for one in followers.follow(attempt) if one is not None]


def test_a_class_that_waits_asks_as_often_as_one_member() -> None:
    async def everyone(number: int) -> tuple[int, list[list[JobState]]]:
        queue = Queue(number)
        followers = Followers(queue.read)
        waiting = [asyncio.create_task(told(followers, one)) for one in range(number)]
        await asyncio.sleep(0.3)
        queue.left.pop(0)
        followers.wake()
        await asyncio.sleep(0.3)
        queue.left.clear()
        followers.wake()
        return queue.asked, await asyncio.gather(*waiting)

    alone, _ = run(everyone(1))
    asked, seen = run(everyone(200))
    assert asked <= alone + 2
    assert seen[0][0] == JobState("queued", 1, 200)
    assert seen[0][-1].state == "done"
    assert [one.place for one in seen[7]] == [8, 7, 0]


def test_who_waits_far_back_is_told_of_each_tenth_of_the_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And of every step from the tenth place on: else each grade would be told to all."""

    async def last_of(number: int) -> list[JobState]:
        queue = Queue(number)
        followers = Followers(queue.read)
        waiting = asyncio.create_task(told(followers, number - 1))
        while queue.left:
            await asyncio.sleep(0.01)
            queue.left.pop(0)
            followers.wake()
        return await waiting

    monkeypatch.setattr(following, "_GATHER_SECONDS", 0.0)
    places = [one.place for one in run(last_of(40))]
    assert (places[0], places[-1]) == (40, 0)
    far = [place for place in places if place > 10]
    assert all(later <= 0.9 * earlier for earlier, later in pairwise(far))


def test_a_database_that_is_away_is_asked_again() -> None:
    queue, away = Queue(0), [OperationalError("SELECT", {}, Exception("away"))] * 2

    def read(wanted: Collection[int]) -> Mapping[int, JobState]:
        if away:
            raise away.pop()
        return queue.read(wanted)

    followers = Followers(read)

    async def woken() -> list[JobState]:
        waiting = asyncio.create_task(told(followers, 3))
        while not waiting.done():
            await asyncio.sleep(0.1)
            followers.wake()
        return await waiting

    assert [one.state for one in run(woken())] == ["done"]


def test_a_stream_with_nothing_to_say_gives_a_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever passes it on may take it for dead while one long grade runs."""
    monkeypatch.setattr(following, "_ANYWAY_SECONDS", 0.05)
    monkeypatch.setattr(following, "_SIGN_SECONDS", 0.5)

    async def first(number: int) -> list[JobState | None]:
        seen = []
        async for one in Followers(Queue(1).read).follow(0):
            seen.append(one)
            if len(seen) == number:
                break
        return seen

    assert run(first(3)) == [JobState("queued", 1, 1), None, None]


def test_whoever_comes_when_all_is_over_is_told_at_once() -> None:
    seen = run(told(Followers(Queue(0).read), 3))
    assert [one.state for one in seen] == ["done"]


def test_nobody_is_read_for_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "_ANYWAY_SECONDS", 0.1)

    async def leave_early() -> int:
        queue = Queue(1)
        followers = Followers(queue.read)
        assert not await followers.ended(0, 0.3)
        await asyncio.sleep(0.5)
        before = queue.asked
        await asyncio.sleep(1.0)
        return queue.asked - before

    assert run(leave_early()) == 0


def test_states_are_those_of_one_attempt_after_another(lab: Laboratory) -> None:
    ada, grace = lab.join("ada"), lab.join("grace")
    who = (ada, ada, grace, ada, grace, ada)
    sent = [lab.send(one, f"v {number}", handed_in=False) for number, one in enumerate(who)]
    for _ in range(4):
        with lab.database.reading() as connection:
            together = states_of(connection, [one.id for one in sent])
            alone = {one.id: state_of(connection, one.id, 1) for one in sent}
        assert together == alone
        lab.engine.do_next()


def test_the_engine_says_when_something_changed(lab: Laboratory) -> None:
    said: list[str] = []
    attempt = lab.hand_in(lab.join(), "v")

    def changed() -> None:
        said.append(lab.attempt(attempt).status)

    GradingEngine(lab.database, judge, 0, changed).do_all()
    assert said == ["waiting", "graded"]


def test_other_processes_are_heard_through_postgresql(lab: Laboratory) -> None:
    if lab.database.is_sqlite:
        return  # One process has all of it: see above.
    heard = Event()
    listener = Listener(lab.database, lambda _: heard.set())
    try:
        assert heard.wait(20)
        for act in (
            lambda: lab.hand_in(lab.join(), "v"),
            lab.engine.do_next,
        ):
            heard.clear()
            act()
            assert heard.wait(20)
    finally:
        listener.close()


def test_a_page_follows_its_own_attempt_and_no_other(hosted: Hosted) -> None:
    ada, eve = hosted.student("ada"), hosted.student("eve")
    exercise = f"{hosted.base}/x/sum"
    ada.open(exercise)
    page = ada.send(exercise, act="hand in", source="v").text
    found = re.search(r'data-events="([^"]+)"', page)
    assert found is not None, page
    assert "number 1 of 1" in page
    assert eve.open(found[1]).status_code == 404
    assert hosted.walker().open(found[1]).status_code == 404
    hosted.grade_all()
    answer = ada.open(found[1])
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "event: graded" in answer.text


def test_a_program_may_wait_for_its_grade(hosted: Hosted) -> None:
    ada = hosted.student("lin")
    exercise = f"{hosted.base}/x/sum"
    ada.open(exercise)
    ada.send(exercise, act="hand in", source="v, later")
    number = str(ada.page.url).partition("attempt=")[2].partition("#")[0]
    address = f"/api{hosted.base}/attempts/{number}"
    assert ada.open(f"{address}?wait=0.3").json()["status"] == "waiting"
    hosted.grade_all()
    assert ada.open(f"{address}?wait=30").json()["status"] == "graded"
    for wrong in ("-1", "31", "nan", "1e999", "x"):
        assert ada.open(f"{address}?wait={wrong}").status_code == 422
