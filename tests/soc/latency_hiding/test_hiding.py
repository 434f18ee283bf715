"""What is hidden, counted cycle by cycle; sentences that follow from it; the published shape."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as drawn

from compiler_core.soc.latency_hiding.hiding import events_of_tiles, hiding_of, waits
from compiler_core.soc.latency_hiding.ladder import climb, sized
from compiler_core.soc.latency_hiding.parameters import LadderParameters, ladder_parameters
from compiler_core.soc.latency_hiding.records import (
    RUNGS,
    KernelWork,
    Rung,
    Simulation,
    ThreadedCore,
)
from compiler_core.soc.latency_hiding.shape import SIZES, shape_checks
from compiler_core.soc.latency_hiding.simulation import simulate
from compiler_core.soc.latency_hiding.story import headline, stories
from compiler_core.soc.latency_hiding.study import (
    SWEPT_TILES,
    WINDOWS,
    Window,
    study,
    timeline,
)
from tests.soc.latency_hiding.drawing import KERNELS, MACHINES


def by_cycle(run: Simulation) -> tuple[set[int], set[int]]:
    """Every cycle with a transfer under way, and every one with something computed."""
    moving = (range(event.start, event.ready) for event in run.events if event.unit == "dma")
    busy = (range(one.start, one.end) for one in run.events if one.action == "compute")
    return {at for span in moving for at in span}, {at for span in busy for at in span}


@settings(deadline=None, max_examples=80, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(RUNGS))
def test_hidden_cycles_are_those_that_do_both(
    work: KernelWork, machine: ThreadedCore, rung: Rung
) -> None:
    run = simulate(work, machine, rung)
    found = hiding_of(run)
    moving, busy = by_cycle(run)
    assert (found.transfers, found.computing) == (len(moving), len(busy))
    assert (found.hidden, found.exposed) == (len(moving & busy), len(moving - busy))
    assert found.computing + found.exposed + found.control == run.cycles
    assert 0 <= found.waiting <= run.cycles
    assert 0 <= found.contexts <= 1


@settings(deadline=None, max_examples=60, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(RUNGS[:2]))
def test_one_context_hides_nothing(work: KernelWork, machine: ThreadedCore, rung: Rung) -> None:
    """It fetches, computes and writes one after the other."""
    found = hiding_of(simulate(work, machine, rung))
    assert found.hidden == 0
    assert found.waiting == found.exposed


@settings(deadline=None, max_examples=60, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(RUNGS))
def test_waits_and_work_fill_each_units_time(
    work: KernelWork, machine: ThreadedCore, rung: Rung
) -> None:
    events = simulate(work, machine, rung).events
    found = waits(events)
    for unit in {event.unit for event in events}:
        mine = [one for one in events if one.unit == unit]
        spent = sum(one.end - one.start for one in mine)
        waited = sum(one.end - one.start for one in found if one.unit == unit)
        assert spent + waited == max(one.end for one in mine) - min(one.start for one in mine)


def test_some_tiles_bring_all_that_happens_to_them() -> None:
    machine = ladder_parameters().machine
    run = climb(sized(ladder_parameters().kernel("gelu").work, 1 << 20, machine), machine).rungs[3]
    first, middle = events_of_tiles(run, 0, 4), events_of_tiles(run, 60, 4)
    last = events_of_tiles(run, run.work.tiles - 4, 4)
    assert [one.action for one in first].count("launch") == machine.contexts
    assert sorted({one.tile for one in middle}) == [60, 61, 62, 63]
    assert len(middle) == 12
    assert last[-1].action == "join"


@settings(deadline=None, max_examples=20, derandomize=True)
@given(KERNELS, MACHINES, drawn.sampled_from(WINDOWS))
def test_a_shown_unit_waits_only_while_it_does_nothing(
    work: KernelWork, machine: ThreadedCore, window: Window
) -> None:
    """Also not for tiles that are not among those chosen."""
    for run in climb(work, machine).rungs:
        line = timeline(run, machine, window)
        busy = {(event.unit, at) for event in run.events for at in range(event.start, event.end)}
        idle = {(wait.unit, at) for wait in line.waits for at in range(wait.start, wait.end)}
        shown = {(one.unit, at) for one in line.events for at in range(one.start, one.end)}
        inside = {one for one in busy if line.start <= one[1] < line.end}
        assert not busy & idle
        assert inside <= shown


@settings(deadline=None, max_examples=60, derandomize=True)
@given(KERNELS, MACHINES)
def test_every_ladder_has_its_sentences(work: KernelWork, machine: ThreadedCore) -> None:
    ladder = climb(work, machine)
    assert [story.rung for story in stories(ladder)] == list(RUNGS)
    assert all(one.sentence.endswith(".") and "nan" not in one.sentence for one in stories(ladder))
    assert "(modelled)" in headline(ladder)


def test_the_sentences_name_the_cause() -> None:
    machine = ladder_parameters().machine

    def told(kernel: str, elements: int) -> tuple[str, str]:
        ladder = climb(sized(ladder_parameters().kernel(kernel).work, elements, machine), machine)
        return headline(ladder), stories(ladder)[3].sentence

    assert "bound by memory" in told("vector-add", 1 << 20)[0]
    assert "engine was busy" in told("vector-add", 1 << 20)[1]
    assert "bound by compute" in told("polynomial", 1 << 20)[0]
    assert "too little work" in told("gelu", 1 << 10)[0]
    assert "elements GELU becomes" in told("gelu", 1 << 10)[0]
    assert "× (a loss), double buffers next to nothing" in told("gelu", 1 << 10)[0]
    assert "no context has a second tile" in told("gelu", 1 << 10)[1]


def test_the_published_shape_is_met_with_the_parameters_that_ship() -> None:
    assert [(check.claim.name, check.holds) for check in shape_checks(ladder_parameters())] == [
        ("vectors", True),
        ("contexts", True),
        ("size", True),
        ("between", True),
    ]


@pytest.mark.parametrize(
    ("field", "value", "fails"),
    [
        ("vector_bytes", 16, "vectors"),
        ("contexts", 2, "contexts"),
        ("thread_launch_cycles", 0, "size"),
        ("vector_cycles_per_instruction", 100, "between"),
    ],
)
def test_another_machine_does_not_meet_it(field: str, value: int, fails: str) -> None:
    given = ladder_parameters()
    other: LadderParameters = replace(given, machine=replace(given.machine, **{field: value}))
    assert fails in [check.claim.name for check in shape_checks(other) if not check.holds]


def test_curves_of_a_small_scratchpad_stay_small() -> None:
    """64 bytes for each buffer: 4 million elements would be half a million tiles."""
    parameters = ladder_parameters()
    machine = replace(parameters.machine, scratchpad_bytes=1024)
    work = sized(parameters.kernel("gelu").work, 16, machine)
    found = study(work, machine, "start")
    longest = max(one.elements for one in (*found.over_size, *found.over_intensity))
    assert 0 < longest <= SWEPT_TILES * sized(work, 1 << 20, machine).tile
    usual = study(work, parameters.machine, "start")
    assert [one.elements for one in usual.over_size] == list(SIZES)
