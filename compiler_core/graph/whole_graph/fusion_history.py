"""Which cells of the source graph become one kernel, in the order of the kernels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.graph.fusion.records import Fusion
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.whole_graph.cells import CellGraph, cells_of
from compiler_core.graph.whole_graph.pass_history import CellState, home_of, states_of
from compiler_core.trace import SnapshotNode


@dataclass(frozen=True, slots=True)
class DominatorWalk:
    """From the node that decides a kernel, from post-dominator to post-dominator, as far as it may.

    cells, operators: of the nodes on that way. next_operator: of the one at which it ends, "" where
    the graph ends. rule: by which it ends, with the reason in a sentence.
    """

    cells: tuple[int, ...]
    operators: tuple[str, ...]
    next_operator: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedKernel:
    """Cells of the graph that fusion made one kernel."""

    cells: tuple[int, ...]
    """That the kernel computes."""
    operators: tuple[str, ...]
    """Operators of the kernel's nodes, in order."""
    rule: str
    """Why these nodes may be one kernel, in words."""
    kernels: int
    """How many the whole network has once this one is closed."""
    bytes_moved: int
    """Activations of the whole network that are read and written once this one is closed."""
    walk: DominatorWalk | None
    """None where an extension drew the border of the kernel before the walk ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionHistory:
    """How fusion made kernels of a graph's cells, one after the other."""

    grid: CellGraph
    """The source graph cut into cells, and the cell of each node."""
    states: tuple[CellState, ...]
    """How each cell stands before fusion."""
    kernels: int
    """How many there are with one for each node."""
    bytes_moved: int
    """Activations that are read and written with a kernel for each node."""
    closed: tuple[ClosedKernel, ...]
    """Kernels of several nodes, in order of execution."""
    alone: int
    """Kernels of one node, which close nothing."""


def fusion_history(
    source: Sequence[SnapshotNode], nodes: Sequence[SnapshotNode], fusion: Fusion
) -> FusionHistory:
    """source: the graph as it was imported. nodes: those that were fused."""
    grid = cells_of(source)
    by_name = {node.id: node for node in nodes}
    kernels, moved = fusion.launches_before, fusion.dram_bytes_before
    closed: list[ClosedKernel] = []
    for group in fusion.groups:
        if len(group.nodes) < 2:
            continue
        members = [by_name[name] for name in group.nodes if name in by_name]
        kernels -= len(group.nodes) - 1
        moved -= fusion.saved.get(group.name, 0)
        closed.append(
            ClosedKernel(
                cells=tuple(sorted(_cells(members, grid.homes))),
                operators=tuple(node.operator for node in members),
                rule=group.rule,
                kernels=kernels,
                bytes_moved=moved,
                walk=_walk(group, fusion, by_name, grid.homes),
            )
        )
    return FusionHistory(
        grid=grid,
        states=states_of(nodes, grid, grid.homes),
        kernels=fusion.launches_before,
        bytes_moved=fusion.dram_bytes_before,
        closed=tuple(closed),
        alone=len(fusion.groups) - len(closed),
    )


def _walk(
    group: FusedGroup, fusion: Fusion, by_name: Mapping[str, SnapshotNode], homes: dict[str, int]
) -> DominatorWalk | None:
    """What the looks at the nodes of this kernel were; the last one forbade to go on."""
    taken = {step.node: step.parent for step in fusion.steps if step.verdict == "fused"}
    ended = {step.node: step for step in fusion.steps if step.verdict == "refused"}
    way = [group.anchor or group.nodes[0]]
    while taken.get(way[-1]) in group.nodes:
        way.append(taken[way[-1]])
    end = ended.get(way[-1])
    if len(way) < 2 or end is None or not by_name.keys() >= set(way):
        return None
    nodes = [by_name[name] for name in way]
    after = by_name.get(end.parent)
    return DominatorWalk(
        tuple(sorted(_cells(nodes, homes))),
        tuple(node.operator for node in nodes),
        after.operator if after else "",
        end.rule,
        end.reason,
    )


def _cells(members: Sequence[SnapshotNode], homes: dict[str, int]) -> set[int]:
    """Those of every source node that the members compute."""
    cells = {homes[name] for node in members for name in node.sources if name in homes}
    own = (home_of(node, homes) for node in members)
    return cells | {cell for cell in own if cell is not None}
