"""Folding and drawing: nothing is lost, nothing stands twice, nothing overlaps, work is linear."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random

import pytest

from app.model.views.graph_placement import PlacedBlock, placed
from compiler_core.graph.whole_graph.blocks import MOST_PARTS, NodeBlock, every_block, folded
from compiler_core.graph.whole_graph.graph import WholeGraph, graph_between, graph_of
from compiler_core.trace import SnapshotNode
from tests.graph.whole_graph.graphs import HOSTILE_NAMES, chain, random_graph, residual_network
from tests.lines_run import lines_run


def leaves(one: PlacedBlock) -> Iterator[PlacedBlock]:
    """What is drawn as a box."""
    if not one.open:
        yield one
    for part in one.parts:
        yield from leaves(part)


def overlaps(one: PlacedBlock, other: PlacedBlock) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    down = one.y < other.y + other.height and other.y < one.y + one.height
    return across and down


def check(whole: NodeBlock, graph: WholeGraph, opened: set[str]) -> None:
    """Every node is in exactly one drawn box; parts lie inside their frame and beside each other;
    every edge between two boxes is a line in the one frame that holds both."""
    root = placed(whole, graph, opened)
    drawn = [at for leaf in leaves(root) for at in range(leaf.block.first, leaf.block.end)]
    assert drawn == list(range(len(graph.nodes)))
    frames = [root]
    while frames:
        frame = frames.pop()
        frames += [part for part in frame.parts if part.open]
        for part in frame.parts:
            assert frame.x <= part.x
            assert part.x + part.width <= frame.x + frame.width
            assert frame.y <= part.y
            assert part.y + part.height <= frame.y + frame.height
        assert not any(overlaps(*pair) for pair in combinations(frame.parts, 2))
        for wire in frame.wires:
            assert all(frame.x <= x <= frame.x + frame.width for x, _ in wire.points)
    in_boxes = {
        at: number
        for number, leaf in enumerate(leaves(root))
        for at in range(leaf.block.first, leaf.block.end)
    }
    crossing = any(in_boxes[edge.source] != in_boxes[edge.target] for edge in graph.edges)
    assert crossing == any(frame_has_line(root))


def frame_has_line(one: PlacedBlock) -> Iterator[bool]:
    yield bool(one.wires)
    for part in one.parts:
        yield from frame_has_line(part)


@pytest.mark.parametrize("seed", range(12))
def test_every_node_is_in_one_box_whatever_is_open(seed: int) -> None:
    chance = Random(seed)
    before, after = random_graph(seed, 90), random_graph(seed + 50, 70)
    for graph in (graph_of(before), graph_between(before, after[:40] + before[30:60])):
        whole = folded(graph)
        blocks = list(every_block(whole))
        keys = [block.key for block in blocks]
        assert len(set(keys)) == len(keys)
        assert all(len(block.parts) <= MOST_PARTS for block in blocks)
        for share in (0.0, 0.3, 0.7, 1.0):
            check(whole, graph, {key for key in keys if chance.random() <= share})


def test_names_that_nobody_expects_fold_like_others() -> None:
    for names in (list(HOSTILE_NAMES), list(HOSTILE_NAMES) * 3, [], ["only"], ["same"] * 200):
        graph = graph_of(chain(names))
        whole = folded(graph)
        check(whole, graph, {block.key for block in every_block(whole)})


def test_edges_in_a_circle_are_drawn_and_end() -> None:
    circle = [
        SnapshotNode(f"n{at}", "Add", (f"v{at + 1}", f"v{at}", "v0"), (f"v{at}",))
        for at in range(40)
    ]
    graph = graph_of(circle)
    whole = folded(graph)
    check(whole, graph, {block.key for block in every_block(whole)})


def test_blocks_are_modules_and_equal_ones_in_a_row_are_one() -> None:
    nodes = residual_network(6)
    parts = folded(graph_of(nodes)).parts
    assert [(part.kind, part.title, part.nodes) for part in parts] == [
        ("node", "Conv", 1), ("module", "blocks", 24), ("node", "Gemm", 1)
    ]  # fmt: skip
    assert [part.title for part in parts[1].parts] == [f"blocks.{at}" for at in range(6)]
    odd = [node for node in nodes if node.id != "/blocks/blocks.2/Relu"]
    inside = folded(graph_of(odd)).parts[1].parts
    assert [(one.title, one.count) for one in inside] == [
        ("blocks.0 … blocks.1", 2), ("blocks.2", 1), ("blocks.3 … blocks.5", 3)
    ]  # fmt: skip


def test_without_names_what_repeats_is_found() -> None:
    bare = [
        SnapshotNode(f"n{at}", node.operator, node.inputs, node.outputs, node.shapes)
        for at, node in enumerate(residual_network(8))
    ]
    kinds = [(part.kind, part.count, part.nodes) for part in folded(graph_of(bare)).parts]
    assert ("repeat", 8, 32) in kinds


def test_a_module_keeps_its_key_from_stage_to_stage() -> None:
    before = residual_network(3)
    after = [node for node in before if node.operator != "BatchNormalization"]
    earlier, later = (
        {
            block.title: block.key
            for block in every_block(folded(graph_of(nodes)))
            if block.kind == "module"
        }
        for nodes in (before, after)
    )
    assert earlier["blocks"] == later["blocks"]
    assert earlier["blocks.1"] == later["blocks.1"]


def test_what_a_stage_removed_stands_where_it_stood_and_what_it_made_where_it_is() -> None:
    before = chain(["a", "b", "c"])
    new = SnapshotNode("d", "Transpose", ("v0",), ("w",))
    last = SnapshotNode("c", "Relu", ("w",), ("v2",))
    graph = graph_between(before, [before[0], new, last])
    names = [node.id for node in graph.nodes]
    assert sorted(names) == ["a", "b", "c", "d"]
    assert names[0] == "a"
    assert names[-1] == "c"
    assert {names[at] for at in graph.gone} == {"b"}
    assert {names[at] for at in graph.new} == {"d"}
    edges = {(names[edge.source], names[edge.target], edge.gone) for edge in graph.edges}
    assert edges == {("a", "d", False), ("d", "c", False), ("a", "b", True), ("b", "c", True)}


@pytest.mark.parametrize("make", [residual_network, lambda blocks: random_graph(1, 4 * blocks)])
def test_work_grows_as_the_graph_does(make: Callable[[int], list[SnapshotNode]]) -> None:
    """3,000 nodes cost four times as many executed lines as 750, and a little."""

    def draw(blocks: int) -> int:
        nodes = make(blocks)

        def work() -> None:
            graph = graph_of(nodes)
            whole = folded(graph)
            placed(whole, graph, {block.key for block in every_block(whole)})

        return lines_run(work, "whole_graph")

    small, large = draw(187), draw(748)
    assert large < 4.4 * small
