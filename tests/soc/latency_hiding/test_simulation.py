"""The simulated timelines: what has to hold of all of them, and one worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as drawn

from compiler_core.errors import InputError
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.records import RUNGS, KernelWork, Rung, ThreadedCore
from compiler_core.soc.latency_hiding.simulation import largest_tile, simulate, simulated_cycles
from tests.soc.latency_hiding.drawing import KERNELS, MACHINES
from tests.soc.latency_hiding.requirements import violations

SMALL = ThreadedCore(
    name="small",
    clock_hz=10**9,
    vector_bytes=16,
    contexts=2,
    scratchpad_bytes=4096,
    dma_bytes_per_second=4 * 10**9,
    dma_setup_cycles=2,
    dma_latency_cycles=5,
    outstanding_bursts=8,
    burst_bytes=64,
    thread_launch_cycles=10,
    thread_join_cycles=7,
    scalar_cycles_per_instruction=2,
    scalar_loop_instructions=1,
    vector_cycles_per_instruction=1,
    tile_overhead_cycles=0,
)
TRIPLE = KernelWork(
    name="triple", elements=24, values_in=1, values_out=1, value_bytes=4, operations=3, tile=8
)
COSTS = (
    "dma_setup_cycles",
    "dma_latency_cycles",
    "thread_launch_cycles",
    "thread_join_cycles",
    "scalar_cycles_per_instruction",
    "scalar_loop_instructions",
    "vector_cycles_per_instruction",
    "tile_overhead_cycles",
)


def bars(rung: Rung) -> list[tuple[str, str, int, int, int]]:
    run = simulate(TRIPLE, SMALL, rung)
    return [(event.unit, event.action, event.tile, event.start, event.end) for event in run.events]


def test_a_single_buffer_alternates() -> None:
    """8 values of 4 bytes take 2 + 32 / 4 cycles on the bus, 5 to arrive, 2 × 5 to compute."""
    assert bars("vec") == [
        ("dma", "read", 0, 0, 10),
        ("context 0", "compute", 0, 15, 25),
        ("dma", "write", 0, 25, 35),
        ("dma", "read", 1, 35, 45),
        ("context 0", "compute", 1, 50, 60),
        ("dma", "write", 1, 60, 70),
        ("dma", "read", 2, 70, 80),
        ("context 0", "compute", 2, 85, 95),
        ("dma", "write", 2, 95, 105),
    ]
    assert simulate(TRIPLE, SMALL, "vec").cycles == 110


def test_two_contexts_take_turns_and_are_joined() -> None:
    assert bars("vec_mt") == [
        ("control", "launch", -1, 0, 10),
        ("control", "launch", -1, 10, 20),
        ("dma", "read", 0, 10, 20),
        ("context 0", "compute", 0, 25, 35),
        ("dma", "read", 1, 20, 30),
        ("context 1", "compute", 1, 35, 45),
        ("dma", "write", 0, 35, 45),
        ("dma", "read", 2, 45, 55),
        ("context 0", "compute", 2, 60, 70),
        ("dma", "write", 1, 55, 65),
        ("dma", "write", 2, 70, 80),
        ("control", "join", -1, 85, 92),
    ]


def test_ping_and_pong_alternate() -> None:
    run = simulate(replace(TRIPLE, elements=64), SMALL, "vec_mt_db")
    owners = [(event.context, event.buffer) for event in run.events if event.action == "read"]
    assert owners == [(0, 0), (1, 0), (0, 1), (1, 1)] * 2


@settings(deadline=None, max_examples=150, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(RUNGS))
def test_every_timeline_is_right(work: KernelWork, machine: ThreadedCore, rung: Rung) -> None:
    assert violations(simulate(work, machine, rung), machine) == []


@settings(deadline=None, max_examples=100, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(RUNGS))
def test_cycles_without_events_are_the_same(
    work: KernelWork, machine: ThreadedCore, rung: Rung
) -> None:
    assert simulated_cycles(work, machine, rung) == simulate(work, machine, rung).cycles


@settings(deadline=None, max_examples=150, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(RUNGS), drawn.integers(1, 30 * 10**9))
def test_more_bandwidth_is_never_slower(
    work: KernelWork, machine: ThreadedCore, rung: Rung, more: int
) -> None:
    faster = replace(machine, dma_bytes_per_second=machine.dma_bytes_per_second + more)
    assert simulated_cycles(work, faster, rung) <= simulated_cycles(work, machine, rung)


@settings(deadline=None, max_examples=300, derandomize=True)
@given(KERNELS, MACHINES)
def test_double_buffering_is_never_slower(work: KernelWork, machine: ThreadedCore) -> None:
    single, double = (simulate(work, machine, rung) for rung in ("vec_mt", "vec_mt_db"))
    assert double.cycles <= single.cycles


@settings(deadline=None, max_examples=150, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(RUNGS), drawn.sampled_from(COSTS))
def test_a_higher_cost_is_never_faster(
    work: KernelWork, machine: ThreadedCore, rung: Rung, cost: str
) -> None:
    dearer = replace(machine, **{cost: getattr(machine, cost) + 3})
    assert simulate(work, dearer, rung).cycles >= simulate(work, machine, rung).cycles


@settings(deadline=None, max_examples=60, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(RUNGS))
def test_the_same_input_gives_the_same_run(
    work: KernelWork, machine: ThreadedCore, rung: Rung
) -> None:
    assert simulate(work, machine, rung) == simulate(work, machine, rung)


def test_few_bursts_in_flight_hold_a_wide_bus_back() -> None:
    """Little's law: 2 bursts of 64 bytes in 100 cycles are 1.28 bytes a cycle."""
    narrow = replace(SMALL, outstanding_bursts=2, dma_latency_cycles=100)
    run = simulate(replace(TRIPLE, elements=8), narrow, "vec")
    assert run.events[0].end == 2 + 25


@pytest.mark.parametrize("rung", RUNGS)
def test_the_largest_tile_fits_and_one_more_does_not(rung: Rung) -> None:
    machine = ladder_parameters().machine
    work = replace(TRIPLE, elements=1 << 20, tile=1 << 10)
    most = largest_tile(work, machine, rung)
    assert simulate(replace(work, tile=most), machine, rung).scratchpad_used <= 1 << 20
    if most < work.elements // machine.contexts:
        with pytest.raises(InputError, match=f"At most {most:,} elements fit"):
            simulate(replace(work, tile=most + 1), machine, rung)


@pytest.mark.parametrize(
    ("field", "value"),
    [("elements", 0), ("elements", 1 << 29), ("tile", -1), ("operations", 0), ("tile", 2.5)],
)
def test_what_no_kernel_has_is_refused(field: str, value: object) -> None:
    with pytest.raises(InputError):
        replace(TRIPLE, **{field: value})


def test_a_flood_of_tiles_is_refused() -> None:
    with pytest.raises(InputError, match="at most 65,536 are simulated"):
        replace(TRIPLE, elements=1 << 20, tile=1)


@pytest.mark.parametrize("field", ["contexts", "dma_bytes_per_second", "outstanding_bursts"])
def test_what_no_machine_has_is_refused(field: str) -> None:
    with pytest.raises(InputError, match=field):
        replace(SMALL, **{field: 0})
