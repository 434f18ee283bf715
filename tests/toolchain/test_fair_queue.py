"""Turns go round the clients; who leaves gives up a place; who steps out keeps it for a while."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.errors import Overloaded, ShareFull
from compiler_core.fair_queue import KEPT_SECONDS, FairQueue, Place, Shares


class Clock:
    """A clock that tests turn."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Line:
    """A queue whose turns are written down in their order."""

    def __init__(self, running: int, running_of_one: int, waiting_of_one: int = 100) -> None:
        self.clock, self.turns = Clock(), list[str]()
        shares = Shares(
            running=running,
            running_of_one=running_of_one,
            waiting=120,
            waiting_of_one=waiting_of_one,
        )
        self.queue = FairQueue("compiles", shares, self.clock)

    def enter(self, name: str) -> Place:
        """A job whose name begins with its client's letter."""
        return self.queue.enter(name[0], lambda _: self.turns.append(name))


def test_turns_go_round_the_clients_and_not_round_the_jobs() -> None:
    line = Line(running=1, running_of_one=1)
    places = [line.enter(name) for name in ("a1", "a2", "a3", "a4", "b1", "b2", "c1")]
    for turn in range(len(places)):
        ended = next(place for place in places if place.state == "running")
        assert len(line.turns) == turn + 1
        line.queue.leave(ended)
    assert line.turns == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


def test_one_client_leaves_a_place_for_the_next_one() -> None:
    line = Line(running=3, running_of_one=2)
    for name in ("a1", "a2", "a3", "a4"):
        line.enter(name)
    assert line.turns == ["a1", "a2"]
    line.enter("b1")
    assert line.turns == ["a1", "a2", "b1"]


def test_the_number_says_how_many_turns_come_before() -> None:
    line = Line(running=1, running_of_one=1)
    running = line.enter("a0")
    waiting = {name: line.enter(name) for name in ("a1", "a2", "a3", "b1", "b2", "c1")}
    numbers = {name: line.queue.number_of(place) for name, place in waiting.items()}
    line.turns.clear()
    line.queue.leave(running)
    for _ in range(len(waiting)):
        line.queue.leave(next(one for one in waiting.values() if one.state == "running"))
    assert line.turns == sorted(numbers, key=lambda name: numbers[name])
    assert sorted(numbers.values()) == [1, 2, 3, 4, 5, 6]
    assert line.queue.number_of(running) == 0


def test_a_full_share_sends_away_its_client_only() -> None:
    line = Line(running=1, running_of_one=1, waiting_of_one=2)
    for name in ("a1", "a2", "a3"):
        line.enter(name)
    with pytest.raises(ShareFull) as refused:
        line.enter("a4")
    assert refused.value.status == 429
    assert line.enter("b1").state == "waiting"


def test_all_together_may_wait_for_only_so_much() -> None:
    line = Line(running=1, running_of_one=1)
    for number in range(121):
        line.enter(f"{'abc'[number % 3]}{number}")
    with pytest.raises(Overloaded) as refused:
        line.enter("d1")
    assert refused.value.status == 503


def test_who_leaves_while_waiting_gets_no_turn() -> None:
    line = Line(running=1, running_of_one=1)
    running, second = line.enter("a1"), line.enter("a2")
    line.enter("a3")
    line.queue.leave(second)
    line.queue.leave(second)
    line.queue.leave(running)
    assert line.turns == ["a1", "a3"]


def test_a_place_is_kept_for_who_steps_out_and_comes_back() -> None:
    line = Line(running=1, running_of_one=1)
    running, first, second = (line.enter(name) for name in ("a1", "a2", "a3"))
    assert line.queue.step_out(first, "ticket")
    line.queue.leave(running)
    assert line.turns == ["a1", "a3"], "nobody waits for one who is not there"
    assert line.queue.come_back("b", "ticket", lambda _: None) is None
    back = line.queue.come_back("a", "ticket", lambda _: line.turns.append("back"))
    assert back is first
    line.enter("a4")
    line.queue.leave(second)
    assert line.turns == ["a1", "a3", "back"], "in front of those who came later"


def test_a_place_is_forgotten_in_the_end() -> None:
    line = Line(running=1, running_of_one=1)
    line.enter("a1")
    line.queue.step_out(line.enter("a2"), "ticket")
    line.clock.now = KEPT_SECONDS + 1
    assert line.queue.come_back("a", "ticket", lambda _: None) is None


def test_what_a_reader_has_left_waits_for_what_is_looked_at() -> None:
    line = Line(running=1, running_of_one=1)
    running = line.enter("a0")
    for name in ("a1", "a2"):
        line.queue.want(line.enter(name), 15)
    line.clock.now = 20
    here = line.enter("a3")
    line.queue.want(here, 15)
    assert line.queue.number_of(here) == 1
    line.queue.leave(running)
    line.queue.leave(here)
    assert line.turns == ["a0", "a3", "a1"], "and nothing is lost"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from([0.0, 30.0])), max_size=12))
def test_the_number_is_that_of_the_turn(jobs: list[tuple[str, float]]) -> None:
    line = Line(running=1, running_of_one=1)
    place = line.enter("a-running")
    waiting = {f"{client}{at}": line.enter(f"{client}{at}") for at, (client, _) in enumerate(jobs)}
    for one, (_, seconds) in zip(waiting.values(), jobs, strict=True):
        line.queue.want(one, seconds)
    line.clock.now = 10
    numbers = {name: line.queue.number_of(one) for name, one in waiting.items()}
    line.turns.clear()
    for _ in jobs:
        line.queue.leave(place)
        place = next(one for one in waiting.values() if one.state == "running")
    assert line.turns == sorted(numbers, key=lambda name: numbers[name])
    assert sorted(numbers.values()) == list(range(1, len(jobs) + 1))
