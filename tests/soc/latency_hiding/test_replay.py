"""Orders that are given from outside take what the simulation of the same order takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.soc.latency_hiding.costs import compute_cycles
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.records import KernelWork, Rung, ThreadedCore
from compiler_core.soc.latency_hiding.replay import Await, Order, Request, Work, replay
from compiler_core.soc.latency_hiding.simulation import request_order, simulate
from tests.soc.latency_hiding.drawing import KERNELS, MACHINES


def orders_of(work: KernelWork, machine: ThreadedCore, rung: Rung, ahead: int) -> Iterator[Order]:
    """As the simulation has them: before a tile is written it has come and was computed."""
    for action, tile in request_order(work.tiles, ahead):
        count = work.tile_elements(tile)
        if action == "read":
            yield Request("read", f"in {tile}", count * work.bytes_in)
        else:
            yield Await(f"in {tile}")
            yield Work(compute_cycles(count, work, machine, rung))
            yield Request("write", f"out {tile}", count * work.bytes_out)


@pytest.mark.parametrize(("rung", "ahead"), [("vec", 1), ("vec_mt_db", 2)])
@settings(deadline=None, max_examples=60)
@given(work=KERNELS, drawn=MACHINES)
def test_a_replay_takes_what_the_simulation_takes(
    rung: Rung, ahead: int, work: KernelWork, drawn: ThreadedCore
) -> None:
    machine = replace(drawn, contexts=1, thread_launch_cycles=0, thread_join_cycles=0)
    run = replay(orders_of(work, machine, rung, ahead), machine)
    simulated = simulate(work, machine, rung)
    assert run.cycles == simulated.cycles
    times = [(one.unit, one.action, one.start, one.end, one.ready) for one in run.events]
    assert sorted(times) == sorted(
        (event.unit, event.action, event.start, event.end, event.ready)
        for event in simulated.events
        if event.action not in ("launch", "join")
    )


@settings(deadline=None, max_examples=60)
@given(drawn=MACHINES, sizes=st.lists(st.integers(1, 5000), min_size=1, max_size=9))
def test_what_is_waited_for_at_once_takes_the_sum(drawn: ThreadedCore, sizes: list[int]) -> None:
    orders = [
        order for size in sizes for order in (Request("read", "t", size), Await("t"), Work(7))
    ]
    run = replay(orders, drawn)
    assert run.cycles == run.apart == run.waits_for_reads + 7 * len(sizes)
    assert run.blocking == len(sizes)


def test_a_wait_for_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="waits for t"):
        replay([Request("read", "t", 1), Await("t"), Await("t")], ladder_parameters().machine)
