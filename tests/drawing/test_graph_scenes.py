"""The scenes of a network's graph against the graphs themselves: what is drawn and said is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from app.drawing.scenes.graph_fusion import FusionWords, fusion_scene
from app.drawing.scenes.graph_passes import PassWords, passes_scene
from app.drawing.scenes.graph_walk import WalkFacts, walk_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.states import state_at
from app.drawing.scenes.views.scene import scene_view
from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.passes.registry import PASSES
from compiler_core.graph.pipeline.export_stage import ExportDetails
from compiler_core.graph.pipeline.fusion_stage import FusionDetails
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from compiler_core.graph.whole_graph.cells import LANES, MOST_CELLS, CellGraph, cells_of
from compiler_core.graph.whole_graph.fusion_history import fusion_history
from compiler_core.graph.whole_graph.pass_history import pass_history
from compiler_core.pipelines.stages import StageResult
from compiler_core.trace import SnapshotNode
from tests.drawing.played import played
from tests.graph.passes.random_models import random_proto
from tests.graph.pipeline.random_nets import MORE
from tests.graph.whole_graph.graphs import chain, random_graph, residual_network

LETTER = 7.2
FOUR_LINES = 160  # letters below a scene on a page 360 px wide
SEEDS = range(6)
WORDS = PassWords({one.name: one.idea for one in PASSES}, "A net", "lowlab graph compile net")


@dataclass(frozen=True)
class Compiled:
    """Results of the stages up to fusion, by name."""

    results: dict[str, StageResult]

    @property
    def source(self) -> tuple[SnapshotNode, ...]:
        details = self.results["export"].details
        assert isinstance(details, ExportDetails)
        return details.graph.nodes

    @property
    def fusion(self) -> FusionDetails:
        details = self.results["fusion"].details
        assert isinstance(details, FusionDetails)
        return details


def compiled(name: str, precision: str = "int8") -> Compiled:
    settings = CompileSettings(precision=precision)  # pyright: ignore[reportArgumentType]
    source = source_model(name, settings)
    model = source.imported.model
    state = PipelineState(
        source=source, settings=settings, inputs=inputs_of(source), model=model, float_model=model
    )
    found: dict[str, StageResult] = {}
    for stage, run in FUNCTIONS[:5]:
        end = run(state, lambda *_: None)
        state, found[stage] = end.state, end.result
    return Compiled(found)


@pytest.fixture(scope="module")
def nets(tmp_path_factory: pytest.TempPathFactory) -> list[Compiled]:
    """The net that ships, and random ones."""
    folder: Path = tmp_path_factory.mktemp("nets")
    found = [compiled("residual")]
    for seed in SEEDS:
        path = folder / f"{seed}.onnx"
        path.write_bytes(random_proto(seed, 4 + seed, MORE).SerializeToString())
        found.append(compiled(str(path), "int8" if seed % 2 else "fp32"))
    return found


def check_places(grid: CellGraph, nodes: list[SnapshotNode]) -> None:
    """Each node in one cell, no two cells in one place, every edge downwards."""
    held = [name for cell in grid.cells for name in cell.nodes]
    assert len(held) == len(set(held))
    assert set(held) <= {node.id for node in nodes}
    flow = [one for one in grid.cells if one.aside < 0]
    assert len(flow) <= MOST_CELLS
    places = [(one.row, one.lane) for one in grid.cells]
    assert len(set(places)) == len(places)
    assert all(0 <= one.lane < LANES for one in grid.cells)
    assert all(grid.cells[start].row < grid.cells[end].row for start, end in grid.edges)


@pytest.mark.parametrize("size", [1, 7, 60, 400, 3000])
def test_cells_hold_every_node_once_and_data_flows_down(size: int) -> None:
    drawn = [*chain([f"/m{at % 7}/n{at}" for at in range(size)])]
    check_places(cells_of(drawn), drawn)
    repeated = residual_network(max(size // 4, 1))
    check_places(cells_of(repeated), repeated)
    named = [
        SnapshotNode(f"{at}:{one.id}", one.operator, one.inputs, one.outputs, one.shapes)
        for at, one in enumerate(random_graph(size, min(size, 400)))
    ]
    check_places(cells_of(named), named)


def test_a_pass_step_shows_the_nodes_that_the_pass_left(nets: list[Compiled]) -> None:
    for net in nets:
        steps = net.results["passes"].steps
        history = pass_history(steps)
        assert history is not None
        check_places(history.grid, list(net.source))
        if not history.effects:
            continue
        assert history.effects[-1].nodes == len(steps[-1].after.nodes)  # pyright: ignore
        scene = passes_scene(history, WORDS)
        scene_view(scene)
        for number, effect in enumerate(history.effects, 1):
            state = state_at(scene, number)
            assert state[f"left{number}"].label == f"{effect.nodes:,}"
            assert state[f"left{number}"].opacity == 1
            assert f"{effect.nodes:,}" in scene.steps[number - 1].say
            standing = {f"c{at}" for at, cell in enumerate(effect.cells) if cell.live}
            cells = {name for name in state if re.fullmatch(r"c\d+", name)}
            gone = {name for name in cells if "gone" in state[name].classes.split()}
            assert gone == cells - standing


def test_the_net_that_ships_loses_its_nodes_in_four_passes(nets: list[Compiled]) -> None:
    history = pass_history(nets[0].results["passes"].steps)
    assert history is not None
    assert [history.nodes, *(one.nodes for one in history.effects)] == [53, 36, 34, 31, 22]
    (folded,) = [effect for effect in history.effects if effect.pass_name == "batch-norm-folding"]
    assert folded.went == ((("BatchNormalization", "Conv"), 9),)
    assert len(folded.moves) == 9


def test_kernels_close_until_the_bytes_of_the_fused_net_are_left(nets: list[Compiled]) -> None:
    for net in nets:
        fusion = net.fusion.fusion
        history = fusion_history(net.source, net.fusion.graph.nodes, fusion)
        if not history.closed:
            continue
        assert history.closed[-1].kernels == fusion.launches_after
        assert history.closed[-1].bytes_moved == fusion.dram_bytes_after
        falling = [history.bytes_moved, *(one.bytes_moved for one in history.closed)]
        assert all(one >= other for one, other in pairwise(falling))
        scene = fusion_scene(history, FusionWords("A net", ""))
        scene_view(scene)
        state = played(scene, len(scene.steps))
        assert state["kernels"]["label"] == f"{fusion.launches_after:,}"
        assert state["bytes"]["label"] == f"{fusion.dram_bytes_after:,}"
        said = sum(
            int(one.replace(",", ""))
            for step in scene.steps
            for one in re.findall(r"([\d,]+) bytes stay", step.say)
        )
        assert said == fusion.dram_bytes_before - fusion.dram_bytes_after


def test_a_walk_goes_from_post_dominator_to_post_dominator(nets: list[Compiled]) -> None:
    walks = 0
    for net in nets:
        fusion = net.fusion.fusion
        history = fusion_history(net.source, net.fusion.graph.nodes, fusion)
        tree = {one.name: one for one in fusion.tree}
        closing = [one for one in fusion.groups if len(one.nodes) > 1]
        for group, closed in zip(closing, history.closed, strict=True):
            if not closed.walk:
                continue
            way = [tree[group.anchor or group.nodes[0]]]
            while len(way) < len(closed.walk.operators):
                way.append(tree[way[-1].parent])
            assert closed.walk.operators == tuple(one.operator for one in way)
            assert {one.name for one in way} <= set(group.nodes)
            assert set(closed.walk.cells) <= set(closed.cells)
            after = tree.get(way[-1].parent)
            assert closed.walk.next_operator == (after.operator if after else "")
            walks += 1
    assert walks > len(nets)


def test_the_cells_of_a_walk_are_framed_before_its_kernel_closes(nets: list[Compiled]) -> None:
    fused = fusion_history(nets[0].source, nets[0].fusion.graph.nodes, nets[0].fusion.fusion)
    scene = fusion_scene(fused, FusionWords("A net", ""))
    walks = {one.walk.reason for one in fused.closed if one.walk}
    rules = " ".join(one.rule for one in fused.closed)
    allowing = [step.say for step in scene.steps if step.say in rules]
    assert allowing
    assert len(set(allowing)) == len(allowing)
    assert all(
        "bytes stay inside" in one.say
        or one.say in allowing
        or any(why in one.say for why in walks)
        for one in scene.steps
    )
    assert max(len(text) for text in (scene.start, *(one.say for one in scene.steps))) <= FOUR_LINES
    number = 0
    for closed in fused.closed:
        if closed.walk and any(fused.states[at].live for at in closed.walk.cells):
            number += 1
            state = state_at(scene, number)
            framed = {name for name, one in state.items() if "read" in one.classes.split()}
            assert framed == {f"c{at}" for at in closed.walk.cells if fused.states[at].live}
            assert f"From {closed.walk.operators[0]}," in scene.steps[number - 1].say
            assert closed.walk.next_operator in scene.steps[number - 1].say
        number += 2 if scene.steps[number].say in allowing else 1
        state = state_at(scene, number)
        assert not [one for one in state.values() if "read" in one.classes.split()]
        now = {name for name, one in state.items() if "now" in one.classes.split()}
        assert now == {f"c{at}" for at in closed.cells if fused.states[at].live}
    assert number == len(scene.steps)


def scenes(nets: list[Compiled]) -> Iterator[Scene]:
    for net in nets:
        history = pass_history(net.results["passes"].steps)
        if history is not None and history.effects:
            yield passes_scene(history, WORDS)
        fused = fusion_history(net.source, net.fusion.graph.nodes, net.fusion.fusion)
        if fused.closed:
            yield fusion_scene(fused, FusionWords("A net", ""))


def test_labels_fit_their_boxes_and_boxes_their_panel(nets: list[Compiled]) -> None:
    for scene in scenes(nets):
        for number in (0, len(scene.steps)):
            state = state_at(scene, number)
            for panel in scene.panels:
                for one in (state[element.id] for element in panel.elements):
                    if one.shape == "rect":
                        assert LETTER * len(one.label) <= one.w or not one.label, one
                        assert one.x + one.w <= panel.width + 1, one
                    assert 0 <= one.y <= panel.height, one


def test_a_tensor_walks_through_every_node_once(nets: list[Compiled]) -> None:
    for net in nets:
        scene = walk_scene(WalkFacts(net.source, "A net", "lowlab graph compile net"))
        scene_view(scene)
        grid = cells_of(net.source)
        flow = {f"c{at}" for at, cell in enumerate(grid.cells) if cell.aside < 0}
        last = state_at(scene, len(scene.steps))
        looks = [(name, value) for step in scene.steps for name, value in step.set.items()]
        lit = [name for name, value in looks if str(value.get("classes")).endswith(" now")]
        assert sorted(lit) == sorted(flow)
        assert int(last["done"].label.replace(",", "")) == sum(len(one.nodes) for one in grid.cells)
        for step in scene.steps:
            shape = step.set["shape"]["label"]
            assert shape == "not known" or str(shape) in step.say
