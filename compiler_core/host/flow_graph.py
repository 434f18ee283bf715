"""Graph theory on basic blocks: reverse postorder, dominators, back edges, natural loops.

Dominators by Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001); natural loops
as in Aho, Lam, Sethi and Ullman, "Compilers", section 9.6. Blocks that nothing branches to (landing
pads, for one) count as further entries, so that every block has a place in the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import Block

Edges = Sequence[Sequence[int]]
ENTRY = -1


@dataclass(frozen=True, slots=True)
class Region:
    """A loop as the graph has it: its header, all its blocks, and the blocks that close it.

    irreducible: the blocks can be entered at more than one place, so that none dominates the rest;
    header is then the first of these places in reverse postorder.
    """

    header: int
    blocks: frozenset[int]
    latches: tuple[int, ...]
    irreducible: bool


def successors_of(blocks: Sequence[Block]) -> tuple[tuple[int, ...], ...]:
    """Successors by block id."""
    return tuple(block.successors for block in blocks)


def predecessors_of(successors: Edges) -> tuple[tuple[int, ...], ...]:
    """Predecessors by block id."""
    predecessors: list[list[int]] = [[] for _ in successors]
    for block, following in enumerate(successors):
        for successor in following:
            predecessors[successor].append(block)
    return tuple(tuple(found) for found in predecessors)


def reverse_postorder(successors: Edges) -> tuple[int, ...]:
    """All blocks, each before those it leads to, save along edges that close a cycle."""
    seen: set[int] = set()
    order: list[int] = []
    for root in _roots(successors):
        if root not in seen:
            order.extend(_postorder(successors, root, seen))
    return tuple(reversed(order))


def entries_of(successors: Edges) -> tuple[int, ...]:
    """Block 0, and of the blocks not reached from it the first of every reached group."""
    seen: set[int] = set()
    entries = []
    for root in _roots(successors):
        if root not in seen:
            entries.append(root)
            _postorder(successors, root, seen)
    return tuple(entries)


def _roots(successors: Edges) -> Iterable[int]:
    """Where to start walking: block 0, blocks nothing leads to, then any other."""
    predecessors = predecessors_of(successors)
    alone = (block for block in range(1, len(successors)) if not predecessors[block])
    return (*range(min(1, len(successors))), *alone, *range(1, len(successors)))


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


def immediate_dominators(successors: Edges) -> dict[int, int]:
    """Block -> the closest other block on every way to it; ENTRY for the entries."""
    order = reverse_postorder(successors)
    rank = {block: number for number, block in enumerate(order)} | {ENTRY: -1}
    predecessors = predecessors_of(successors)
    dominators: dict[int, int] = {ENTRY: ENTRY}
    entries = frozenset(entries_of(successors))
    changed = True
    while changed:
        changed = False
        for block in order:
            known = [found for found in predecessors[block] if found in dominators]
            closest = ENTRY if block in entries else known[0]
            for found in known:
                closest = _common_dominator(dominators, rank, closest, found)
            changed = changed or dominators.get(block) != closest
            dominators[block] = closest
    return {block: found for block, found in dominators.items() if block != ENTRY}


def _common_dominator(
    dominators: Mapping[int, int], rank: Mapping[int, int], left: int, right: int
) -> int:
    while left != right:
        while rank[left] > rank[right]:
            left = dominators[left]
        while rank[right] > rank[left]:
            right = dominators[right]
    return left


def dominates(dominators: Mapping[int, int], above: int, below: int) -> bool:
    """True if every way from the entry to `below` passes `above`; a block dominates itself."""
    while below not in (above, ENTRY):
        below = dominators[below]
    return below == above


def back_edges(successors: Edges, dominators: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Edges (from, to) whose target dominates their source: each closes a natural loop."""
    return tuple(
        (block, successor)
        for block, following in enumerate(successors)
        for successor in following
        if dominates(dominators, successor, block)
    )


def find_regions(successors: Edges) -> tuple[Region, ...]:
    """All loops, natural ones merged by header and irreducible ones; an outer one comes first."""
    dominators = immediate_dominators(successors)
    closing = back_edges(successors, dominators)
    natural = _natural_loops(successors, closing)
    regions = [*natural, *_irreducible_regions(successors, closing, natural)]
    return tuple(sorted(regions, key=lambda region: (min(region.blocks), -len(region.blocks))))


def _natural_loops(successors: Edges, closing: Iterable[tuple[int, int]]) -> list[Region]:
    predecessors = predecessors_of(successors)
    latches: dict[int, list[int]] = {}
    for latch, header in closing:
        latches.setdefault(header, []).append(latch)
    return [
        Region(header, _natural_body(predecessors, header, found), tuple(found), False)
        for header, found in latches.items()
    ]


def _natural_body(predecessors: Edges, header: int, latches: Iterable[int]) -> frozenset[int]:
    """The header, and every block that reaches a latch without passing the header."""
    body = {header}
    waiting = list(latches)
    while waiting:
        block = waiting.pop()
        if block not in body:
            body.add(block)
            waiting.extend(predecessors[block])
    return frozenset(body)


def _irreducible_regions(
    successors: Edges, closing: Iterable[tuple[int, int]], natural: Sequence[Region]
) -> list[Region]:
    """Cycles that are left when the natural loops' back edges are cut."""
    cut = set(closing)
    remaining = [
        [successor for successor in following if (block, successor) not in cut]
        for block, following in enumerate(successors)
    ]
    rank = {block: number for number, block in enumerate(reverse_postorder(successors))}
    regions = []
    for component in _cycles(remaining):
        inside = [region.blocks for region in natural if region.header in component]
        blocks = component.union(*inside)
        header = min(component, key=lambda block: rank[block])
        latches = tuple(sorted(block for block in blocks if header in successors[block]))
        regions.append(Region(header, blocks, latches, True))
    return regions


def _cycles(successors: Edges) -> list[frozenset[int]]:
    """Strongly connected components of two blocks or more (Kosaraju's algorithm)."""
    predecessors = predecessors_of(successors)
    seen: set[int] = set()
    components = (
        frozenset(_postorder(predecessors, block, seen))
        for block in reverse_postorder(successors)
        if block not in seen
    )
    return [component for component in components if len(component) > 1]
