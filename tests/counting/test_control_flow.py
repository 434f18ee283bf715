"""Counts on a function's edges: true to the run, and what enters a block leaves it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

from compiler_core.examples import find_example
from compiler_core.host.compilation import BasicBlock
from compiler_core.host.control_flow.control_flow import control_flow, flow_of_counts
from compiler_core.host.control_flow.edges import flow_edges
from compiler_core.host.control_flow.entered import unknown_entries, with_entries
from compiler_core.host.control_flow.record import ControlFlow
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.session import driven_listing
from compiler_core.host.stepping.record_steps import MOST_STEPS, record_steps
from compiler_core.source import source_file
from tests.counting.test_flow import walks

GALLERY = ("collatz", "early-exit", "jump-table", "matrix-multiply", "saxpy", "string-length",
           "switch-in-loop", "convolution-3x3")  # fmt: skip
BRANCHES = """int pick(const int *x, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if ((x[i] > 0 && x[i] % 3 == 1) || i % 4 == 2) sum += x[i] / 5;
        else if (x[i] < -5) sum ^= 2;
        for (int left = x[i] & 3; left != 0; left--) sum = sum * 3 + left;
    }
    return sum;
}
"""
SETTINGS = (("gcc-12", "-O3"), ("clang-19", "-O2"))


def check_sums(flow: ControlFlow) -> None:
    """Edges in and out of every block agree with its count; open ones by their bounds."""
    for block in flow.blocks:
        for side in ("head", "tail"):
            found = [edge for edge in flow.edges if getattr(edge, side) == block.id]
            least, most = sum(edge.least for edge in found), sum(edge.most for edge in found)
            assert least <= block.executions <= most, (flow.function, block.id, side)
            if all(edge.executions is not None for edge in found):
                assert least == block.executions


@given(walks())
def test_an_edge_is_counted_as_a_walk_took_it_or_bounded(
    case: tuple[tuple[BasicBlock, ...], list[list[int]]],
) -> None:
    blocks, routes = case
    ran = Counter(block for route in routes for block in route)
    executions = {block.id: ran[block.id] for block in blocks}
    went: Counter[tuple[int | None, int | None]] = Counter()
    for route in routes:
        went.update(pairwise([None, *route, None]))
    for edge in flow_edges(blocks, executions, frozenset()):
        taken = went[edge.tail, edge.head]
        assert edge.least <= taken <= edge.most
        assert (edge.executions is None) == (edge.basis == "not determined")
        assert edge.executions in (None, taken)


def test_an_edge_that_the_blocks_leave_open_says_so() -> None:
    """0 and 1 both lead to 2 and 3, so that four edges share their sums."""
    ways = ((1, 2, 3), (2, 3), (), ())
    blocks = tuple(BasicBlock(index, index, index, way) for index, way in enumerate(ways))
    edges = flow_edges(blocks, {0: 5, 1: 3, 2: 4, 3: 1}, frozenset())
    found = {(edge.tail, edge.head): edge for edge in edges}
    assert found[0, 1].basis == "measured"
    assert found[0, 2].basis == "not determined"
    assert (found[0, 2].least, found[0, 2].most) == (1, 2)
    assert found[0, 2].executions is None


@pytest.mark.slow
@pytest.mark.usefixtures("jail", "emulator")
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting[0])
@pytest.mark.parametrize("example", GALLERY)
def test_what_enters_a_block_leaves_it(example: str, setting: tuple[str, str]) -> None:
    found = find_example(example)
    assert found is not None
    flow = control_flow((found.source,), *setting, Experiment(n=100))
    assert flow.message == ""
    assert flow.calls == 1
    check_sums(flow)
    headers = {loop.header: loop for loop in flow.loops}
    for block in flow.blocks:
        if block.id in headers:
            assert headers[block.id].rounds == block.executions


@pytest.mark.slow
@pytest.mark.usefixtures("jail", "emulator")
def test_edges_are_those_that_the_stepper_walks() -> None:
    """An independent witness: every instruction of the call, one by one."""
    sources, setting = (source_file(BRANCHES),), ("gcc-12", "-O1")
    experiment = Experiment(n=10)
    recording = record_steps(sources, *setting, experiment, first_arrival=0, steps=MOST_STEPS)
    assert recording.ending.reason == "returned"
    listing = driven_listing(sources, *setting)
    starts = {
        next(at for at in places(block) if listing.lines[at].kind == "instruction"): block.id
        for block in listing.blocks
    }
    path = [starts[step.position] for step in recording.steps if step.position in starts]
    went = Counter(pairwise([None, *path, None]))
    flow = control_flow(sources, *setting, experiment)
    executions = {block.id: block.executions for block in flow.blocks}
    derived = flow_edges(listing.blocks, executions, frozenset())
    assert any(edge.executions is None for edge in derived), "no edge needs to be measured"
    known = {(edge.tail, edge.head): edge.executions for edge in flow.edges}
    assert {way: count for way, count in known.items() if count != 0} == went


@pytest.mark.usefixtures("jail", "emulator")
def test_open_entries_are_taken_from_the_graph_or_it_is_said_why_not() -> None:
    """Of collatz only the edges tell; of a function that no edges were counted of, nothing does."""
    found = find_example("collatz")
    assert found is not None
    setting, experiment = ("gcc-12", "-O3"), Experiment()
    counts = count_source((found.source,), *setting, experiment)
    flow = flow_of_counts(counts, (found.source,), setting, experiment)
    (own,) = counts.loops
    assert own.entries is None
    other = replace(own, function="another")
    entered = with_entries(replace(counts, loops=(own, other)), flow, [found.source.name])
    assert [loop.entries for loop in entered.loops] == [flow.loops[0].entries, None]
    assert unknown_entries(entered, flow).endswith("counted by themselves in collatz_steps only.")
    assert unknown_entries(replace(entered, loops=entered.loops[:1]), flow) == ""


def places(block: BasicBlock) -> range:
    return range(block.first, block.last + 1)
