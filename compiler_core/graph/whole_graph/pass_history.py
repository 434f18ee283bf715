"""What each pass did to the cells of the source graph: who went, into whom, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler_core.graph.whole_graph.cells import CellGraph, cells_of
from compiler_core.trace import SnapshotNode, Step


@dataclass(frozen=True, slots=True)
class CellState:
    """live: how many nodes stand in the cell now. operator: of the first of them, "" for none."""

    live: int
    operator: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PassEffect:
    """One pass that changed the graph."""

    pass_name: str
    """Name of the pass."""
    cells: tuple[CellState, ...]
    """How each stands after it."""
    moves: tuple[tuple[int, int], ...]
    """Pairs of cells, a node of the first went into one of the second."""
    went: tuple[tuple[tuple[str, str], int], ...]
    """How many nodes of each operator went into which other, or away ("")."""
    made: int
    """How many nodes it added."""
    touched: tuple[int, ...]
    """Cells whose nodes it changed."""
    nodes: int
    """How many there are after it."""


@dataclass(frozen=True, slots=True)
class PassHistory:
    """start: the cells before the first pass. idle: how many passes changed nothing in the graph's
    nodes."""

    grid: CellGraph
    nodes: int
    start: tuple[CellState, ...]
    effects: tuple[PassEffect, ...]
    idle: int


def pass_history(steps: Sequence[Step]) -> PassHistory | None:
    """From the first graph on; None where no graph was kept, or it has no node."""
    if not steps or steps[0].before is None or not steps[0].before.nodes:
        return None
    source = steps[0].before.nodes
    grid = cells_of(source)
    homes = grid.homes
    effects = tuple(effect for step in steps if (effect := _effect(step, grid, homes)))
    start = states_of(source, grid, homes)
    return PassHistory(grid, len(source), start, effects, len(steps) - len(effects))


def _effect(step: Step, grid: CellGraph, homes: dict[str, int]) -> PassEffect | None:
    """None for a pass that left every node as it was."""
    if step.before is None or step.after is None:
        return None
    before, after = step.before.nodes, step.after.nodes
    left, known = {node.id for node in after}, {node.id for node in before}
    gone = [node for node in before if node.id not in left]
    made = [node for node in after if node.id not in known]
    touched = sorted(set(_touched(step, homes)))
    if not gone and not made and not touched:
        return None
    takers = {name: node for node in after for name in node.sources if name != node.id}
    moves: dict[tuple[int, int], None] = {}
    went: Counter[tuple[str, str]] = Counter()
    for node in gone:
        taker = takers.get(node.id)
        went[node.operator, taker.operator if taker else ""] += 1
        start, end = homes.get(node.id), home_of(taker, homes) if taker else None
        if start is not None and end is not None and start != end:
            moves[start, end] = None
    return PassEffect(
        pass_name=step.pass_name,
        cells=states_of(after, grid, homes),
        moves=tuple(moves),
        went=tuple(went.most_common()),
        made=len(made),
        touched=tuple(touched),
        nodes=len(after),
    )


def _touched(step: Step, homes: dict[str, int]) -> Iterator[int]:
    """Cells of the nodes that its changes name as what they left."""
    for change in step.changes:
        if change.kind != "refused":
            yield from (homes[name] for name in change.after if name in homes)


def states_of(
    nodes: Sequence[SnapshotNode], grid: CellGraph, homes: dict[str, int]
) -> tuple[CellState, ...]:
    """How each cell stands. A node stands in the cell of the source node that it is, or of the
    first it comes from."""
    live: list[list[SnapshotNode]] = [[] for _ in grid.cells]
    for node in nodes:
        home = home_of(node, homes)
        if home is not None:
            live[home].append(node)
    return tuple(CellState(len(group), group[0].operator if group else "") for group in live)


def home_of(node: SnapshotNode, homes: dict[str, int]) -> int | None:
    """The cell of a node; None for one that comes from no source node."""
    return next((homes[name] for name in (node.id, *node.sources) if name in homes), None)
