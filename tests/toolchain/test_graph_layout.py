"""Boxes stand apart and in layers, edges begin and end at their boxes."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.toolchain.graph_layout import (
    MOST_BOXES,
    BoxSize,
    LabelledGraph,
    PlacedBox,
    PlacedGraph,
    place_graph,
    place_labelled,
)

NEAR = 6.0


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[BoxSize], list[tuple[int, int]]]:
    count = draw(st.integers(1, 10))
    boxes = [BoxSize(draw(st.integers(20, 200)), draw(st.integers(20, 60))) for _ in range(count)]
    pairs = list(combinations(range(count), 2))
    edges = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=15)) if pairs else []
    return boxes, edges


def distance(point: tuple[float, float], place: PlacedBox, box: BoxSize) -> float:
    """From a point to the border of a box."""
    x = abs(point[0] - place.x) - box.width / 2
    y = abs(point[1] - place.y) - box.height / 2
    return hypot(x, y) if x > 0 and y > 0 else abs(max(x, y))


def check(boxes: list[BoxSize], edges: list[tuple[int, int]], placed: PlacedGraph) -> None:
    assert len(placed.boxes) == len(boxes)
    assert sorted((edge.tail, edge.head) for edge in placed.edges) == sorted(edges)
    for (one, first), (other, second) in combinations(zip(placed.boxes, boxes, strict=True), 2):
        apart = max(
            abs(one.x - other.x) - (first.width + second.width) / 2,
            abs(one.y - other.y) - (first.height + second.height) / 2,
        )
        assert apart > 0
    for edge in placed.edges:
        assert placed.boxes[edge.tail].y < placed.boxes[edge.head].y
        assert len(edge.points) % 3 == 1
        assert distance(edge.points[0], placed.boxes[edge.tail], boxes[edge.tail]) < NEAR
        assert distance(edge.points[-1], placed.boxes[edge.head], boxes[edge.head]) < NEAR
    for place, box in zip(placed.boxes, boxes, strict=True):
        assert place.x - box.width / 2 >= -NEAR
        assert place.x + box.width / 2 <= placed.width + NEAR
        assert place.y + box.height / 2 <= placed.height + NEAR


@settings(max_examples=40, deadline=None)
@given(graphs())
def test_random_graphs_are_placed(graph: tuple[list[BoxSize], list[tuple[int, int]]]) -> None:
    boxes, edges = graph
    check(boxes, edges, place_graph(boxes, edges))


def test_a_graph_without_edges() -> None:
    check([BoxSize(50, 20)], [], place_graph([BoxSize(50, 20)], []))


def test_labels_have_room_of_their_own() -> None:
    boxes = (BoxSize(90, 40), BoxSize(90, 40), BoxSize(90, 40))
    edges = ((0, 1), (1, 1), (1, 2), (0, 2))
    placed = place_labelled(LabelledGraph(boxes, edges, (3, 5, 1, 0)))
    labels = {(edge.tail, edge.head): edge.label for edge in placed.edges}
    assert labels.pop((0, 2)) is None
    for label in labels.values():
        assert label is not None
        for place, box in zip(placed.boxes, boxes, strict=True):
            outside = abs(label[0] - place.x) > box.width / 2
            assert outside or abs(label[1] - place.y) > box.height / 2


@pytest.mark.parametrize(
    "graph",
    [
        LabelledGraph((BoxSize(90, 40),) * (MOST_BOXES + 1), (), ()),
        LabelledGraph((BoxSize(90, 40),), ((0, 1),), (1,)),
        LabelledGraph((BoxSize(float("nan"), 40),), (), ()),
        LabelledGraph((BoxSize(90, 40),), ((0, 0),), (10**9,)),
        LabelledGraph((BoxSize(90, 40),), ((0, 0),), ()),
    ],
    ids=["many", "no box", "no size", "long", "no label"],
)
def test_what_a_jailed_process_asks_for_is_checked(graph: LabelledGraph) -> None:
    with pytest.raises(InputError):
        place_labelled(graph)
