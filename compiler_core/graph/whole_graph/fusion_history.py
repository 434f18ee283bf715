"""Which cells of the source graph become one kernel, in the order of the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.graph.fusion.records import Fusion
from compiler_core.graph.whole_graph.cells import CellGraph, cells_of
from compiler_core.graph.whole_graph.pass_history import CellState, home_of, states_of
from compiler_core.trace import SnapshotNode


@dataclass(frozen=True, slots=True)
class ClosedKernel:
    """cells: that the kernel computes. operators: of its nodes, in order. rule: why it may.
    kernels, bytes_moved: of the whole network once it is closed.
    """

    cells: tuple[int, ...]
    operators: tuple[str, ...]
    rule: str
    kernels: int
    bytes_moved: int


@dataclass(frozen=True, slots=True)
class FusionHistory:
    """states: of the cells before. kernels, bytes_moved: with one kernel a node. alone: kernels of
    one node, which close nothing."""

    grid: CellGraph
    states: tuple[CellState, ...]
    kernels: int
    bytes_moved: int
    closed: tuple[ClosedKernel, ...]
    alone: int


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
                tuple(sorted(_cells(members, grid.homes))),
                tuple(node.operator for node in members), group.rule, kernels, moved,
            )
        )  # fmt: skip
    return FusionHistory(
        grid, states_of(nodes, grid, grid.homes), fusion.launches_before,
        fusion.dram_bytes_before, tuple(closed), len(fusion.groups) - len(closed),
    )  # fmt: skip


def _cells(members: Sequence[SnapshotNode], homes: dict[str, int]) -> set[int]:
    """Those of every source node that the members compute."""
    found = {homes[name] for node in members for name in node.sources if name in homes}
    own = (home_of(node, homes) for node in members)
    return found | {cell for cell in own if cell is not None}
