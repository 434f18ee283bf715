"""Schedules of a block: both keep every rule, mutated ones are caught, none beats the bound."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.atlas.mega_kernel.schedules import (
    SharedMachine,
    Slot,
    TaskSchedule,
    kernel_by_kernel,
    least_seconds,
    persistent,
)
from compiler_core.atlas.mega_kernel.tasks import Cut, TaskGraph, block_tasks
from compiler_core.soc.decoding.known_language_models import known_language_models
from tests.atlas.mega_kernel_validation import fault_of

EIGHT = SharedMachine(workers=8, bandwidth=68e9, operations=1e12, launch=1e-5, handing=5e-7)
Schedule = Callable[[TaskGraph, SharedMachine], TaskSchedule]


def graph_of(model: int, tile: int, tokens: int = 1, context: int = 512) -> TaskGraph:
    shape = known_language_models()[model].configuration
    return block_tasks(shape, Cut(tokens=tokens, context=context, tile=tile, weight_bytes=0.5))


@settings(deadline=None, max_examples=40)
@given(
    model=st.integers(0, 3),
    tile=st.sampled_from([64, 100, 256, 999]),
    tokens=st.integers(1, 64),
    workers=st.integers(1, 40),
    launch=st.floats(0, 1e-4),
    handing=st.floats(0, 1e-6),
)
def test_both_schedules_keep_the_rules_and_the_bound(
    model: int, tile: int, tokens: int, workers: int, launch: float, handing: float
) -> None:
    graph = graph_of(model, tile, tokens)
    machine = replace(EIGHT, workers=workers, launch=launch, handing=handing)
    least = least_seconds(graph, machine)
    for schedule in (kernel_by_kernel, persistent):
        made = schedule(graph, machine)
        assert fault_of(graph, machine, made.slots) == ""
        assert made.seconds >= least * (1 - 1e-9) + launch
        assert made.seconds == max(slot.end for slot in made.slots)


@pytest.mark.parametrize("model", range(4))
def test_a_block_reads_each_weight_once(model: int) -> None:
    shape = known_language_models()[model].configuration
    heads = (2 * shape.heads + 2 * shape.key_value_heads) * shape.head_size
    weights = shape.hidden * (heads + 3 * shape.feed_forward)
    for tile in (64, 100):
        graph = graph_of(model, tile)
        products = {graph.operators.index(name) for name in ("qkv", "out", "gate and up", "down")}
        read = sum(task.bytes for task in graph.tasks if task.operator in products)
        assert read == weights * 0.5
        assert all(needed < at for at, task in enumerate(graph.tasks) for needed in task.needs)


def lost(slots: list[Slot], at: int) -> None:
    slots.pop(at)


def twice(slots: list[Slot], at: int) -> None:
    slots.append(slots[at])


def too_early(slots: list[Slot], at: int) -> None:
    """Before everything; the first norm may, since it waits for nothing, so it is taken away."""
    one = slots[at]
    slots[at] = replace(one, start=one.start - one.end, end=0.0)
    if one.task == 0:
        slots.pop(at)


def too_short(slots: list[Slot], at: int) -> None:
    one = slots[at]
    slots[at] = replace(one, end=one.start + (one.end - one.start) / 2)


def nobody(slots: list[Slot], at: int) -> None:
    slots[at] = replace(slots[at], worker=EIGHT.workers)


def on_a_busy_worker(slots: list[Slot], at: int) -> None:
    """Moved into the middle of what another worker does."""
    one = slots[at]
    busy = [
        other
        for other in slots
        if other.worker != one.worker and other.start < (one.start + one.end) / 2 < other.end
    ]
    if busy:
        slots[at] = replace(one, worker=busy[0].worker)
    else:
        slots.pop(at)


@pytest.mark.parametrize("schedule", [kernel_by_kernel, persistent])
@pytest.mark.parametrize("mutate", [lost, twice, too_early, too_short, nobody, on_a_busy_worker])
def test_a_schedule_that_breaks_a_rule_is_caught(
    schedule: Schedule, mutate: Callable[[list[Slot], int], None]
) -> None:
    graph = graph_of(1, 64)
    slots = schedule(graph, EIGHT).slots
    chance = random.Random(7)
    for _ in range(90):
        changed = list(slots)
        mutate(changed, chance.randrange(len(changed)))
        assert fault_of(graph, EIGHT, changed) != ""
