"""Edge counts from block counts: true to any walk through a graph, and to the listings' loops."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.compilation import BasicBlock
from compiler_core.host.counting.flow import OUTSIDE, edge_counts, flow_of
from tests.counting.corpus import call_of, corpus, counted


@st.composite
def walks(draw: st.DrawFn) -> tuple[tuple[BasicBlock, ...], list[list[int]]]:
    """A graph of up to 7 blocks with at most 2 ways on, and some walks from block 0 to an exit."""
    size = draw(st.integers(1, 7))
    ways = [
        tuple(draw(st.lists(st.integers(0, size - 1), max_size=2, unique=True)))
        for _ in range(size)
    ]
    blocks = tuple(BasicBlock(index, index, index, ways[index]) for index in range(size))
    routes: list[list[int]] = []
    for _ in range(draw(st.integers(1, 3))):
        route = [0]
        while ways[route[-1]] and len(route) < 40:
            route.append(draw(st.sampled_from(ways[route[-1]])))
        if not ways[route[-1]]:
            routes.append(route)
    return blocks, routes


@given(walks())
def test_every_edge_that_is_settled_is_the_walks(
    case: tuple[tuple[BasicBlock, ...], list[list[int]]],
) -> None:
    blocks, routes = case
    executions = Counter(block for route in routes for block in route)
    taken: Counter[tuple[int, int]] = Counter()
    for route in routes:
        path = [OUTSIDE, *route, OUTSIDE]
        taken.update(pairwise(path))
    found = edge_counts(blocks, executions)
    assert {edge: count for edge, count in found.items() if count != taken[edge]} == {}


def test_a_loop_with_a_branch_is_settled_whole() -> None:
    """0 -> 1; 1 -> 2 or 3; 2 -> 3; 3 -> 1 or out (4)."""
    ways = ((1,), (2, 3), (3,), (1, 4), ())
    blocks = tuple(BasicBlock(index, index, index, way) for index, way in enumerate(ways))
    found = edge_counts(blocks, {0: 1, 1: 10, 2: 4, 3: 10, 4: 1})
    assert found[1, 2] == 4
    assert found[1, 3] == 6
    assert found[3, 1] == 9
    assert found[3, 4] == 1
    assert found[OUTSIDE, 0] == 1


def test_counts_that_contradict_the_graph_settle_nothing() -> None:
    """A call that did not return: block 0 ran, what must follow did not."""
    blocks = (BasicBlock(0, 0, 0, (1,)), BasicBlock(1, 1, 1, ()))
    assert edge_counts(blocks, {0: 1, 1: 0}) == {}
    assert flow_of(blocks, {0: 1, 1: 0}).calls is None


def test_loops_know_how_often_they_were_entered() -> None:
    counts = counted(corpus("gcc-12", "-O1"), call_of("matrix_vector"), 10)
    inner = [loop for loop in counts.loops if loop.innermost]
    outer = [loop for loop in counts.loops if not loop.innermost]
    assert [(loop.iterations, loop.entries) for loop in inner] == [(160, 10)]
    assert [(loop.iterations, loop.entries) for loop in outer] == [(10, 1)]
    (function,) = (one for one in counts.functions if one.listed)
    assert function.calls == 1
    assert outer[0].totals.loads == inner[0].totals.loads
