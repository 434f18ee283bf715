"""The scenes of the chip pages against what their views computed, on chips and models of all kinds.

Facts are taken from the view's own record; what is drawn and said is read back from the scene.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

import pytest

from app.addresses.chips import soc_request
from app.drawing.scenes.cost_bars import CostFacts, cost_scene
from app.drawing.scenes.energy_ladder import EnergyFacts, energy_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.roof_stages import StageFacts, stage_scene
from app.drawing.scenes.speed_map import SpeedFacts, speed_scene
from app.drawing.scenes.states import state_at
from app.soc.answers import soc_context
from app.soc.every_view import view_named
from app.soc.view_answers import view_answer
from app.soc.views.context import ViewAnswer
from compiler_core.amounts import energy_text, time_text
from compiler_core.soc.decoding.decode_grid import GridCell
from compiler_core.soc.network_energy import NetworkEnergy, network_energy
from compiler_core.soc.networks.cnn import NetworkCost
from compiler_core.soc.networks.layer_tables import TABLES
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.rooflines.stage_points import stages_of
from compiler_core.soc.rooflines.staged_roofline import Roof, roofed_stages
from compiler_core.soc.work.read import read_work
from compiler_core.soc.work.records import NetworkWork
from tests.drawing.played import played

CHIPS = [one.name for one in load_socs()]
NETWORKS = tuple(TABLES)
WORDS = ("A network", "a chip", "lowlab soc")
LETTER = 7.6


def answer(view: str, **given: str) -> ViewAnswer:
    named = view_named(view)
    return view_answer(named, soc_context(soc_request(view, given), named))


def scenes_of(chip: str, network: str) -> Iterator[Scene]:
    """Those whose facts are the view's record."""
    cost = cast(NetworkCost, answer("cost", chip=chip, model=network).record)
    if cost.latency_ms is not None:
        yield cost_scene(CostFacts(cost.per_kernel, *WORDS[:2], cost.precision, WORDS[2]))
    energy = cast(NetworkEnergy, answer("energy", chip=chip, model=network).record)
    yield energy_scene(EnergyFacts(tuple(energy.ladder), energy.fusion, False, *WORDS))
    record = cast(dict[str, object], answer("decode", chip=chip, model="llama-2-7b").record)
    grid = cast(tuple[tuple[GridCell, ...], ...], record["grid"])
    if any(cell.speed.fits for row in grid for cell in row):
        yield speed_scene(SpeedFacts(grid, grid[0][0].context, *WORDS))


@pytest.mark.parametrize("place", range(0, len(CHIPS), 4))
def test_every_chip_and_network_has_its_pictures(place: int) -> None:
    """None is above a limit; labels fit their boxes and boxes their panels; back is as forwards."""
    chip, network = CHIPS[place], NETWORKS[place % len(NETWORKS)]
    for view in ("chip", "cost", "energy", "mapping"):
        shown = answer(view, chip=chip, model=network).scene
        assert shown is None or not shown.problem
    for scene in scenes_of(chip, network):
        fits(scene)
        for number in (0, 1, len(scene.steps)):
            state = state_at(scene, number)
            for name, values in played(scene, number).items():
                for field, value in values.items():
                    exact = getattr(state[name], field)
                    rounded = exact if isinstance(exact, str) else round(exact, 1)
                    assert rounded == value


def fits(scene: Scene) -> None:
    for number in range(len(scene.steps) + 1):
        state = state_at(scene, number)
        for panel in scene.panels:
            for one in (state[element.id] for element in panel.elements):
                if one.shape != "rect":
                    continue
                assert one.x >= 0
                assert one.y >= 0
                assert one.x + one.w <= panel.width + 0.5, (scene.id, one)
                assert one.y + one.h <= panel.height + 0.5, (scene.id, one)
                assert not one.label or len(one.label) * LETTER <= one.w + 1, (scene.id, one)


@pytest.mark.parametrize("network", NETWORKS)
def test_the_bar_of_costs_ends_at_the_latency(network: str) -> None:
    cost = cast(NetworkCost, answer("cost", model=network).record)
    assert cost.latency_ms is not None
    scene = cost_scene(CostFacts(cost.per_kernel, *WORDS[:2], cost.precision, WORDS[2]))
    last = state_at(scene, len(scene.steps))
    assert last["so-far"].label == time_text(cost.latency_ms / 1e3)
    assert last["through"].label == str(len(cost.per_kernel))
    for bound in {one.bound for one in cost.per_kernel}:
        spent = sum(one.seconds for one in cost.per_kernel if one.bound == bound)
        assert last[f"t-{bound}"].label == time_text(spent)
    # Part of a kernel's time is not what limits it.
    assert [step.say for step in scene.steps if "waiting for" in step.say] == []
    groups = [int(one) for one in re.findall(r"to (\d+):", " ".join(s.say for s in scene.steps))]
    assert groups == sorted(groups)
    pieces = sum(one.w for name, one in last.items() if re.match(r"p\d+-", name))
    longest = max(one.w + one.x for name, one in last.items() if re.match(r"p\d+-", name))
    assert pieces > 0
    assert longest == pytest.approx(320, abs=1)


def test_joules_of_the_picture_are_those_before_and_after_fusion() -> None:
    """Of a network with its graph, all savings end at the fused run."""
    work = read_work("residual")
    assert isinstance(work, NetworkWork)
    record = network_energy(soc_named("generic"), work, "int8")
    scene = energy_scene(EnergyFacts(tuple(record.ladder), record.fusion, True, *WORDS))
    rungs = len(record.ladder)
    whole = state_at(scene, rungs + 1)
    assert whole["run"].label == energy_text(record.fusion.before_joules)
    last = state_at(scene, len(scene.steps))
    assert last["run"].label == energy_text(record.fusion.after_joules)
    for part in ("compute", "register", "sram", "dram"):
        joules = sum(getattr(kernel.kernel, part) for kernel in record.fusion.kernels)
        assert last[f"{part}-j"].label == energy_text(joules)
        assert last[part].w <= 320
    _under_the_roof(work)


def _under_the_roof(work: NetworkWork) -> None:
    """Each dot stands at its kernel's intensity, and walks to the right where bytes go away."""
    soc, roof = soc_named("generic"), Roof("npu", "int8", "dram")
    stages = stages_of(work, "int8")
    roofed = roofed_stages(soc, stages, roof)
    units = {unit.name: unit.title for unit in soc.units}
    scene = stage_scene(StageFacts(stages, roofed, units, *WORDS))
    told = [scene.start, *(step.say for step in scene.steps)]
    for stage, sentence in zip(roofed, told, strict=True):
        assert stage.precision in sentence
        assert units[stage.roofline.unit] in sentence
    assert len(scene.steps) == len(stages) - 1
    first, last = state_at(scene, 0), state_at(scene, len(scene.steps))
    assert first["kernels"].label == f"{len(stages[0].points):,}"
    assert last["kernels"].label == f"{len(stages[-1].points):,}"
    dots = [name for name in last if re.fullmatch(r"d\d+", name)]
    by_name = {one.name: one for one in roofed[-1].roofline.points}
    assert len(dots) == min(len(by_name), 80)
    order = sorted(dots, key=lambda name: last[name].x)
    heaviest = sorted(by_name.values(), key=lambda one: -one.operations)[: len(dots)]
    wanted = [heaviest[int(name[1:])].intensity or 0.0 for name in order]
    assert wanted == sorted(wanted)
    assert all(last[name].x >= first[name].x - 0.1 for name in dots)
    for name in dots:
        point = heaviest[int(name[1:])]
        assert ("held" in last[name].classes) == (point.bound == "memory")


@pytest.mark.parametrize("chip", CHIPS[::4])
def test_the_map_of_speeds_has_its_edge_where_memory_is_full(chip: str) -> None:
    record = cast(dict[str, object], answer("decode", chip=chip, model="llama-2-7b").record)
    grid = cast(tuple[tuple[GridCell, ...], ...], record["grid"])
    if not any(cell.speed.fits for row in grid for cell in row):
        return
    scene = speed_scene(SpeedFacts(grid, grid[-1][0].context, *WORDS))
    drawn = state_at(scene, 0)
    shown = {row[0].context: row for row in grid}
    for name, one in drawn.items():
        found = re.fullmatch(r"m(\d+)-(\d+)", name)
        if found:
            row = shown[int(drawn[f"c{found[1]}"].label.replace(",", ""))]
            speed = row[int(found[2])].speed
            assert "now" in one.classes or ("gone" in one.classes) == (not speed.fits)
            assert (one.label == "✗") == (not speed.fits)
