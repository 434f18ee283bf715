"""A server with both layouts: sums that must hold at every step, and what paging is for."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from compiler_core.errors import InputError
from compiler_core.llm.cache.layouts import PagedLayout
from compiler_core.llm.cache.moments import CacheRun
from compiler_core.llm.cache.regions import Regions
from compiler_core.llm.cache.requests import Request, drawn_requests
from compiler_core.llm.cache.simulation import serve_contiguous, serve_paged

CAPACITY = 256


def check_sums(run: CacheRun) -> None:
    """Cells tile the memory, and the figures of each moment add up to it."""
    for moment in run.moments:
        ends = [0, *(cell.start + cell.size for cell in moment.cells)]
        assert [cell.start for cell in moment.cells] == ends[:-1]
        assert ends[-1] == run.capacity
        assert moment.used + moment.unused_inside + moment.free == run.capacity
        assert moment.free == sum(cell.size for cell in moment.cells if not cell.owners)
        assert moment.unusable <= moment.free
        assert moment.largest_hole <= moment.free
        assert all(0 <= cell.used <= cell.size for cell in moment.cells)
        owners = {owner for cell in moment.cells for owner in cell.owners}
        assert owners == set(moment.running)
    assert run.moments[-1].free == run.capacity


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.integers(1, 14), st.sampled_from([1, 4, 16, 32]))
def test_memory_adds_up_and_everyone_is_served(seed: int, count: int, block: int) -> None:
    requests = drawn_requests(seed, count)
    for run in (serve_contiguous(requests, CAPACITY), serve_paged(requests, CAPACITY, block)):
        check_sums(run)
        ended = [event for moment in run.moments for event in moment.events if "ends" in event]
        assert sorted(ended) == sorted(f"{request.name} ends." for request in requests)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.sampled_from([2, 4, 8]))
def test_a_paged_cache_wastes_less_than_a_block_for_each_request(seed: int, block: int) -> None:
    run = serve_paged(drawn_requests(seed, 9), CAPACITY, block)
    for moment in run.moments:
        assert moment.unusable == 0
        assert moment.unused_inside <= len(moment.running) * (block - 1)


def alone(name: str, arrival: int, prompt: int, generated: int, most: int) -> Request:
    return Request(name=name, arrival=arrival, prompt=prompt, generated=generated, most=most)


def test_holes_that_are_enough_together_but_not_alone() -> None:
    """A and C end, B between them stays: 2 holes of 32 positions, and D needs 48."""
    requests = (
        alone("A", 0, 16, 2, 16),
        alone("B", 0, 16, 16, 16),
        alone("C", 0, 16, 2, 16),
        alone("D", 3, 32, 2, 16),
    )
    contiguous = serve_contiguous(requests, 96)
    torn = [moment for moment in contiguous.moments if moment.unusable]
    assert torn
    assert all(moment.free == 64 and moment.largest_hole == 32 for moment in torn)
    assert all(moment.waiting == ("D",) for moment in torn)
    assert contiguous.waited > serve_paged(requests, 96, 8).waited == 0


def test_the_same_beginning_is_kept_once() -> None:
    first = alone("A", 0, 32, 8, 8)
    second = Request(
        name="B", arrival=1, prompt=40, generated=4, most=8, shares_with="A", shared=32
    )
    run = serve_paged((first, second), 128, 16)
    together = next(moment for moment in run.moments if "B" in moment.running)
    assert together.shared == 32
    assert together.used == 33 + 8
    assert run.copied == 0


def test_a_shared_half_block_is_copied_once() -> None:
    first = alone("A", 0, 24, 8, 8)
    second = Request(
        name="B", arrival=1, prompt=40, generated=4, most=8, shares_with="A", shared=24
    )
    assert serve_paged((first, second), 128, 16).copied == 8


def test_who_came_last_gives_way_when_blocks_run_out() -> None:
    requests = (alone("A", 0, 16, 40, 40), alone("B", 0, 16, 40, 40))
    run = serve_paged(requests, 64, 8)
    assert run.preempted >= 1
    events = [event for moment in run.moments for event in moment.events]
    assert not any(event.startswith("A gives") for event in events)
    assert events[-1] == "B ends."


def test_drawn_requests_are_the_same_for_a_seed() -> None:
    assert drawn_requests(4, 9) == drawn_requests(4, 9) != drawn_requests(5, 9)


def test_a_request_larger_than_memory_is_refused() -> None:
    with pytest.raises(InputError, match="does not fit"):
        serve_contiguous((alone("A", 0, 60, 1, 10),), 64)
    assert serve_paged((alone("A", 0, 60, 1, 10),), 64, 16).steps > 0


@pytest.mark.parametrize(
    "wrong", [{"prompt": 0}, {"generated": 0}, {"generated": 9}, {"shared": 5}, {"shared": -1}]
)
def test_requests_that_make_no_sense(wrong: dict[str, int]) -> None:
    values = {"arrival": 0, "prompt": 4, "generated": 2, "most": 8} | wrong
    with pytest.raises(InputError):
        Request(name="A", **values)


def test_first_come_first_served() -> None:
    requests = [alone(name, 0, 24, 4, 8) for name in "ABC"]
    run = serve_contiguous(requests, 32)
    ended = [event for moment in run.moments for event in moment.events if "ends" in event]
    assert ended == ["A ends.", "B ends.", "C ends."]


def test_a_request_of_one_token_takes_one_step() -> None:
    """It starts, makes its token in the next step, and is gone in the one after."""
    run = serve_paged((alone("A", 0, 5, 1, 1),), 16, 4)
    assert [moment.used for moment in run.moments] == [5, 6, 0]


def test_a_full_cache_refuses_and_forgets() -> None:
    layout = PagedLayout(2, 4)
    assert layout.admit(alone("A", 0, 5, 1, 1))
    assert not layout.admit(alone("B", 0, 5, 1, 1))
    assert {owner for cell in layout.cells() for owner in cell.owners} == {"A"}
    layout.leave(alone("A", 0, 5, 1, 1))
    assert layout.admit(alone("B", 0, 5, 1, 1))


def test_the_first_hole_that_fits_exactly() -> None:
    regions = Regions(40)
    assert all(regions.place(name, 10, 1) for name in "ABCD")
    assert not regions.place("E", 1, 1)
    regions.leave("B")
    assert not regions.place("E", 11, 1)
    assert regions.place("E", 10, 1)
    assert [(region.owner, region.start) for region in regions.regions] == [
        ("A", 0), ("E", 10), ("C", 20), ("D", 30),
    ]  # fmt: skip
