"""Graph theory on basic blocks: reverse postorder, dominators, back edges, natural loops.

Dominators by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001); natural loops
as in Aho, Lam, Sethi and Ullman, "Compilers", section 9.6. Blocks that nothing branches to (landing
pads, for one) count as further entries, so that every block has a place in the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import BasicBlock
from compiler_core.host.work import spend

Edges = Sequence[Sequence[int]]
ENTRY = -1
_FEW_STEPS = 8
_BITS_PER_STEP = 4096


@dataclass(frozen=True, slots=True)
class Graph:
    """Blocks by id with what follows and what precedes each.

    entries: block 0, and of the blocks not reached from it the first of every group. order: reverse
    postorder: each block before those it leads to, save along edges that close a cycle. rank: block
    -> its place in the order.
    """

    successors: tuple[tuple[int, ...], ...]
    predecessors: tuple[tuple[int, ...], ...]
    entries: tuple[int, ...]
    order: tuple[int, ...]
    rank: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class LoopRegion:
    """A loop as the graph has it: its header, all its blocks, and the blocks that close it.

    irreducible: the blocks can be entered at more than one place, so that none dominates the rest;
    header is then the first of these places in reverse postorder.
    """

    header: int
    blocks: frozenset[int]
    latches: tuple[int, ...]
    irreducible: bool


def graph_of(blocks: Sequence[BasicBlock]) -> Graph:
    """The control-flow graph of a function's blocks."""
    return graph_of_edges(successors_of(blocks))


def graph_of_edges(edges: Edges) -> Graph:
    """The graph with these successors by block id."""
    successors = tuple(tuple(following) for following in edges)
    spend(len(successors) + sum(map(len, successors)))
    predecessors = predecessors_of(successors)
    entries, postorder = [], []
    seen: set[int] = set()
    for root in _roots(predecessors):
        if root not in seen:
            entries.append(root)
            postorder.extend(_postorder(successors, root, seen))
    order = tuple(reversed(postorder))
    rank = {block: number for number, block in enumerate(order)}
    return Graph(successors, predecessors, tuple(entries), order, rank)


def successors_of(blocks: Sequence[BasicBlock]) -> tuple[tuple[int, ...], ...]:
    """Successors by block id."""
    return tuple(block.successors for block in blocks)


def predecessors_of(successors: Edges) -> tuple[tuple[int, ...], ...]:
    """Predecessors by block id."""
    preceding: list[list[int]] = [[] for _ in successors]
    for block, following in enumerate(successors):
        for successor in following:
            preceding[successor].append(block)
    return tuple(tuple(blocks) for blocks in preceding)


def _roots(predecessors: Edges) -> Iterable[int]:
    """Where to start walking: block 0, blocks nothing leads to, then any other."""
    count = len(predecessors)
    alone = (block for block in range(1, count) if not predecessors[block])
    return (*range(min(1, count)), *alone, *range(1, count))


def _postorder(successors: Edges, root: int, seen: set[int]) -> list[int]:
    order: list[int] = []
    seen.add(root)
    stack = [(root, iter(successors[root]))]
    while stack:
        block, remaining = stack[-1]
        following = next((successor for successor in remaining if successor not in seen), None)
        if following is None:
            order.append(block)
            stack.pop()
            continue
        seen.add(following)
        stack.append((following, iter(successors[following])))
    return order


def immediate_dominators(graph: Graph) -> dict[int, int]:
    """Block -> the closest other block on every way to it; ENTRY for the entries."""
    rank = {**graph.rank, ENTRY: -1}
    dominators: dict[int, int] = {ENTRY: ENTRY}
    entries = frozenset(graph.entries)
    changed = True
    while changed:
        changed = False
        for block in graph.order:
            spend(1 + len(graph.predecessors[block]))
            known = [
                predecessor
                for predecessor in graph.predecessors[block]
                if predecessor in dominators
            ]
            closest = ENTRY if block in entries else known[0]
            for known_predecessor in known:
                closest = _common_dominator(dominators, rank, closest, known_predecessor)
            changed = changed or dominators.get(block) != closest
            dominators[block] = closest
    return {block: dominator for block, dominator in dominators.items() if block != ENTRY}


def _common_dominator(
    dominators: Mapping[int, int], rank: Mapping[int, int], left: int, right: int
) -> int:
    steps = 0
    while left != right:
        while rank[left] > rank[right]:
            left = dominators[left]
            steps += 1
        while rank[right] > rank[left]:
            right = dominators[right]
            steps += 1
    if steps > _FEW_STEPS:
        spend(steps)
    return left


class DominatorTree:
    """Answers at once whether one block dominates another: by its place in a walk of the tree.

    All that a block dominates is visited between its first visit and its last.
    """

    def __init__(self, dominators: Mapping[int, int]) -> None:
        self._first: dict[int, int] = {}
        self._last: dict[int, int] = {}
        children: dict[int, list[int]] = {}
        for block, above in dominators.items():
            children.setdefault(above, []).append(block)
        waiting = [ENTRY]
        while waiting:
            block = waiting.pop()
            if block in self._first:
                self._last[block] = len(self._first)
                continue
            self._first[block] = len(self._first)
            waiting.append(block)
            waiting.extend(children.get(block, ()))

    def dominates(self, above: int, below: int) -> bool:
        """True if every way from the entry to `below` passes `above`; a block dominates itself."""
        return self._first[above] <= self._first[below] < self._last[above]


def back_edges(graph: Graph, dominators: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Edges (from, to) whose target dominates their source: each closes a natural loop."""
    tree = DominatorTree(dominators)
    return tuple(
        (block, successor)
        for block, successor in retreating_edges(graph)
        if tree.dominates(successor, block)
    )


def retreating_edges(graph: Graph) -> list[tuple[int, int]]:
    """Edges (from, to) that lead backwards in the order: every cycle holds one."""
    return [
        (block, successor)
        for block, following in enumerate(graph.successors)
        for successor in following
        if graph.rank[successor] <= graph.rank[block]
    ]


def reached_blocks(graph: Graph) -> tuple[int, ...]:
    """For each block the set of blocks reached from it, itself among them: bit b for block b."""
    words = 1 + len(graph.order) // _BITS_PER_STEP
    reached = [1 << block for block in range(len(graph.successors))]
    changed = True
    while changed:
        changed = False
        for block in reversed(graph.order):
            spend(words * (1 + len(graph.successors[block])))
            reachable = reached[block]
            for successor in graph.successors[block]:
                reachable |= reached[successor]
            changed = changed or reachable != reached[block]
            reached[block] = reachable
    return tuple(reached)


def find_regions(graph: Graph) -> tuple[LoopRegion, ...]:
    """All loops, natural ones merged by header and irreducible ones; an outer one comes first."""
    retreating = retreating_edges(graph)
    if not retreating:
        return ()
    closing = back_edges(graph, immediate_dominators(graph))
    regions = _natural_loops(graph, closing)
    if set(retreating) - set(closing):
        regions.extend(_irreducible_regions(graph, closing, regions))
    return tuple(sorted(regions, key=lambda region: (min(region.blocks), -len(region.blocks))))


def _natural_loops(graph: Graph, closing: Iterable[tuple[int, int]]) -> list[LoopRegion]:
    latches: dict[int, list[int]] = {}
    for latch, header in closing:
        latches.setdefault(header, []).append(latch)
    return [
        LoopRegion(header, _natural_body(graph, header, own_latches), tuple(own_latches), False)
        for header, own_latches in latches.items()
    ]


def _natural_body(graph: Graph, header: int, latches: Iterable[int]) -> frozenset[int]:
    """The header, and every block that reaches a latch without passing the header."""
    body = {header}
    waiting = list(latches)
    while waiting:
        block = waiting.pop()
        if block not in body:
            spend(1 + len(graph.predecessors[block]))
            body.add(block)
            waiting.extend(graph.predecessors[block])
    return frozenset(body)


def _irreducible_regions(
    graph: Graph, closing: Iterable[tuple[int, int]], natural: Sequence[LoopRegion]
) -> list[LoopRegion]:
    """Cycles that are left when the natural loops' back edges are cut."""
    cut = set(closing)
    remaining = [
        [successor for successor in following if (block, successor) not in cut]
        for block, following in enumerate(graph.successors)
    ]
    regions = []
    for component in _cycles(graph_of_edges(remaining)):
        inside = [region.blocks for region in natural if region.header in component]
        blocks = component.union(*inside)
        header = min(component, key=lambda block: graph.rank[block])
        latches = tuple(sorted(block for block in blocks if header in graph.successors[block]))
        regions.append(LoopRegion(header, blocks, latches, True))
    return regions


def _cycles(graph: Graph) -> list[frozenset[int]]:
    """Strongly connected components of two blocks or more (Kosaraju's algorithm)."""
    seen: set[int] = set()
    components = (
        frozenset(_postorder(graph.predecessors, block, seen))
        for block in graph.order
        if block not in seen
    )
    return [component for component in components if len(component) > 1]
