"""Properties that hold for any code: random graphs and random programs, and every recording."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.host.assembly import AssemblyFunction, read_assembly
from compiler_core.host.compilation import BasicBlock, RegisterUse
from compiler_core.host.loop_analysis.blocks import effects_by_position, find_blocks
from compiler_core.host.loop_analysis.flow_graph import (
    ENTRY,
    DominatorTree,
    Graph,
    find_regions,
    graph_of_edges,
    immediate_dominators,
)
from compiler_core.host.loop_analysis.loops import find_loops
from compiler_core.host.register_map.registers import ROLES, register_uses
from tests.analysis.reading import every_recording, recorded

NOT_MAPPED = ("nzcv", "xzr", "sp", "ffr")


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    count = draw(st.integers(1, 9))
    successors = st.lists(st.integers(0, count - 1), max_size=2, unique=True)
    return graph_of_edges(draw(st.lists(successors, min_size=count, max_size=count)))


def reachable(graph: Graph, starts: Sequence[int], avoided: int) -> set[int]:
    """Blocks on some way from `starts` that does not pass `avoided`."""
    seen = {start for start in starts if start != avoided}
    waiting = list(seen)
    while waiting:
        for successor in graph.successors[waiting.pop()]:
            if successor != avoided and successor not in seen:
                seen.add(successor)
                waiting.append(successor)
    return seen


@given(graphs())
@settings(max_examples=300, deadline=None)
def test_dominators_are_those_of_the_definition(graph: Graph) -> None:
    dominators = immediate_dominators(graph)
    tree = DominatorTree(dominators)
    for above in range(len(graph.successors)):
        without = reachable(graph, graph.entries, above)
        for below in range(len(graph.successors)):
            assert tree.dominates(above, below) == (below not in without)


@given(graphs())
@settings(max_examples=300, deadline=None)
def test_every_cycle_lies_in_a_loop_and_every_loop_is_a_cycle(graph: Graph) -> None:
    regions = find_regions(graph)
    for block in range(len(graph.successors)):
        on_cycle = block in _after(graph, block)
        assert on_cycle == any(block in region.blocks for region in regions)
    for region in regions:
        assert region.header in region.blocks
        assert all(latch in region.blocks for latch in region.latches)


def _after(graph: Graph, block: int) -> set[int]:
    """Blocks that can follow a block, itself only if it lies on a cycle."""
    return reachable(graph, graph.successors[block], avoided=ENTRY)


@given(graphs())
@settings(max_examples=300, deadline=None)
def test_a_natural_loop_is_entered_at_its_header_only(graph: Graph) -> None:
    for region in find_regions(graph):
        entered = {
            block
            for block in region.blocks
            if block in graph.entries
            or any(before not in region.blocks for before in graph.predecessors[block])
        }
        assert region.irreducible or entered <= {region.header}


@given(graphs())
@settings(max_examples=300, deadline=None)
def test_natural_loops_nest_or_are_apart(graph: Graph) -> None:
    natural = [region.blocks for region in find_regions(graph) if not region.irreducible]
    for left in natural:
        for right in natural:
            assert left <= right or right <= left or not left & right


REGISTERS = ("x0", "x1", "x2", "x9", "x19")
LINES = st.one_of(
    st.builds("mov {}, {}".format, st.sampled_from(REGISTERS), st.sampled_from(REGISTERS)),
    st.builds("add {}, {}, #4".format, st.sampled_from(REGISTERS), st.sampled_from(REGISTERS)),
    st.builds("movk {}, #7, lsl #16".format, st.sampled_from(REGISTERS)),
    st.builds("ldr {}, [{}], #8".format, st.sampled_from(REGISTERS), st.sampled_from(REGISTERS)),
    st.builds("str {}, [{}]".format, st.sampled_from(REGISTERS), st.sampled_from(REGISTERS)),
    st.builds("fmla v0.4s, v{}.4s, v2.4s".format, st.integers(0, 3)),
    st.builds("str {}, [sp, #16]".format, st.sampled_from(REGISTERS)),
    st.builds("ldr {}, [sp, #16]".format, st.sampled_from(REGISTERS)),
    st.just("bl other"),
    st.builds("cbz {}, .L{{}}".format, st.sampled_from(REGISTERS)),
    st.just("b .L{}"),
    st.just("ret"),
)


@st.composite
def programs(draw: st.DrawFn) -> AssemblyFunction:
    lines = draw(st.lists(LINES, min_size=1, max_size=25))
    text = ["\t.text", "\t.type f, %function", "f:"]
    for number, line in enumerate(lines):
        target = draw(st.integers(0, len(lines) - 1))
        text.extend((f".L{number}:", "\t" + line.format(target)))
    text.extend(("\tret", "\t.size f, .-f"))
    return read_assembly("\n".join(text)).functions[0]


def analysed(function: AssemblyFunction) -> tuple[tuple[BasicBlock, ...], tuple[RegisterUse, ...]]:
    blocks = find_blocks(function)
    return blocks, register_uses(function, blocks, find_loops(function, blocks), None)


@given(programs())
@settings(max_examples=300, deadline=None)
def test_blocks_cover_each_instruction_once(function: AssemblyFunction) -> None:
    blocks, _ = analysed(function)
    for position in effects_by_position(function):
        assert sum(block.first <= position <= block.last for block in blocks) == 1


@given(programs())
@settings(max_examples=300, deadline=None)
def test_a_register_that_is_read_is_on_the_map(function: AssemblyFunction) -> None:
    _, rows = analysed(function)
    assert unmapped(function, rows) == []
    assert overlaps(rows) == []


def unmapped(function: AssemblyFunction, rows: Sequence[RegisterUse]) -> list[tuple[int, str]]:
    """Reads and writes of registers at positions that no row covers."""
    return [
        (position, register)
        for position, effect in effects_by_position(function).items()
        for register in dict.fromkeys((*effect.reads, *effect.writes))
        if register not in NOT_MAPPED
        and effect.branch != "call"
        and not any(row.register == register and row.first <= position <= row.last for row in rows)
    ]


def overlaps(rows: Sequence[RegisterUse]) -> list[tuple[RegisterUse, RegisterUse]]:
    """Rows of one register that share more than a line where one ends and the other begins."""
    return [
        (left, right)
        for number, left in enumerate(rows)
        for right in rows[number + 1 :]
        if left.register == right.register and not _touch_at_most(left, right)
    ]


def _touch_at_most(left: RegisterUse, right: RegisterUse) -> bool:
    first, last = max(left.first, right.first), min(left.last, right.last)
    meet = left.last == right.first or right.last == left.first
    return first > last or (first == last and meet)


@pytest.mark.parametrize("recording", every_recording())
def test_the_map_of_real_code_is_complete_and_consistent(recording: str) -> None:
    names = {role.name for role in ROLES}
    for code in recorded(recording).values():
        rows = code.registers()
        assert unmapped(code.function, rows) == []
        assert overlaps(rows) == []
        assert all(row.role in names and row.holds for row in rows)
        assert all(row.first <= row.last for row in rows)
