"""A graph folded into blocks: by the modules in its nodes' names, then by what repeats.

A block is a stretch of nodes that follow each other, so an order in which every node comes after
those it reads stays one for the blocks, and a picture of them has no cycles. Work is linear in the
number of nodes: each level of names is read once, and words longer than LONGEST_BLOCK are not
looked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from typing import Literal

from compiler_core.graph.operator_kinds import is_product
from compiler_core.graph.outline import picture_size
from compiler_core.graph.repeats import Repeat, repeats_in
from compiler_core.graph.whole_graph.graph import GRAPHS_KEPT, WholeGraph
from compiler_core.kept import remembered

BlockKind = Literal["node", "module", "repeat", "piece"]
# More parts than so many in one block are taken together in pieces, cut where fewest values cross.
MOST_PARTS = 32
PIECE_PARTS = 16
_SHORTEST_PIECE, _LONGEST_PIECE = 6, 24
_OPERATORS_NAMED = 3
_FEWEST_EQUAL_NODES = 3
_KEY_BYTES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeBlock:
    """Nodes from place `first` to before `end`."""

    key: str
    """Name in addresses, the same in every stage as long as the block's module is there."""
    kind: BlockKind
    """By what it was folded; `piece` is a stretch cut only since there were too many parts."""
    title: str
    """For people."""
    first: int
    """Place of its first node in the graph."""
    end: int
    """Place behind its last node."""
    parts: tuple[NodeBlock, ...] = ()
    """What it opens to, none for a node."""
    count: int = 1
    """How many equal parts a repeat has; 1 for others."""
    letter: int = 0
    """Equal for equal structures."""

    @property
    def nodes(self) -> int:
        return self.end - self.first


@remembered(GRAPHS_KEPT)
def folded(graph: WholeGraph) -> NodeBlock:
    """The whole graph as one block, whose parts are what a closed picture shows."""
    folding = _Folding(graph, _values_across(graph))
    parts = folding.parts(0, len(graph.nodes), 0, "")
    return NodeBlock(
        key=folding.key("whole"),
        kind="piece",
        title="The whole graph",
        first=0,
        end=len(graph.nodes),
        parts=parts,
    )


def every_block(block: NodeBlock) -> Iterator[NodeBlock]:
    """The block and all below it, from the outside in."""
    yield block
    for part in block.parts:
        yield from every_block(part)


@remembered(GRAPHS_KEPT)
def node_places(whole: NodeBlock) -> dict[str, int]:
    """Of each node below a block, its place in the graph by its key."""
    return {block.key: block.first for block in every_block(whole) if block.kind == "node"}


@dataclass(slots=True)
class _Folding:
    """What is shared while one graph is folded. across: how many values are read past each place.
    letters: a number for each structure met so far; used: how often keys were asked for the same
    words; taken: keys that are in use."""

    graph: WholeGraph
    across: list[int]
    letters: dict[object, int] = field(default_factory=dict)
    used: Counter[tuple[str, ...]] = field(default_factory=Counter)
    taken: set[str] = field(default_factory=set)

    def parts(self, first: int, end: int, depth: int, key: str) -> tuple[NodeBlock, ...]:
        """Of the nodes from first to before end, which share `depth` modules of their paths."""
        runs = list(self._runs(first, end, depth))
        if len(runs) == 1 and runs[0][2]:
            return self.parts(first, end, depth + 1, key)
        parts = [self._part(start, stop, module, depth, key) for start, stop, module in runs]
        return self._in_pieces(self._with_repeats(parts))

    def key(self, *words: str) -> str:
        """Of a block: the same words give the same key, a second time another one."""
        while True:
            number = self.used[words]
            self.used[words] += 1
            text = "\0".join((*words, str(number))).encode("utf-8", "surrogatepass")
            digest = blake2b(text, digest_size=_KEY_BYTES).hexdigest()
            if digest not in self.taken:
                self.taken.add(digest)
                return digest

    def _runs(self, first: int, end: int, depth: int) -> Iterator[tuple[int, int, str]]:
        """Stretches of one module, and each node that stands in none by itself."""
        start = first
        while start < end:
            module = self._module(start, depth)
            stop = start + 1
            while module and stop < end and self._module(stop, depth) == module:
                stop += 1
            yield start, stop, module
            start = stop

    def _module(self, at: int, depth: int) -> str:
        path = self.graph.paths[at]
        return path[depth] or " " if depth < len(path) else ""

    def _part(self, first: int, end: int, module: str, depth: int, key: str) -> NodeBlock:
        if end == first + 1:
            return self._node(first)
        own = self.key("module", key, module)
        parts = self.parts(first, end, depth + 1, own)
        return NodeBlock(
            key=own,
            kind="module",
            title=module,
            first=first,
            end=end,
            parts=parts,
            letter=self._letter(parts),
        )

    def _node(self, at: int) -> NodeBlock:
        node = self.graph.nodes[at]
        letter = self._number((node.operator, picture_size(node)))
        return NodeBlock(
            key=self.key("node", node.id),
            kind="node",
            title=node.operator,
            first=at,
            end=at + 1,
            letter=letter,
        )

    def _letter(self, parts: Sequence[NodeBlock]) -> int:
        return self._number(tuple(part.letter for part in parts))

    def _number(self, structure: object) -> int:
        return self.letters.setdefault(structure, len(self.letters))

    def _with_repeats(self, parts: list[NodeBlock]) -> list[NodeBlock]:
        """Equal parts in a row become one."""
        blocks: list[NodeBlock] = []
        at = 0
        for repeat in repeats_in([part.letter for part in parts], shortest=1):
            equal = parts[repeat.start : repeat.end]
            if repeat.count * repeat.block == len(parts):
                return self._rounds(equal, repeat.block)
            if _too_small(equal, repeat):
                continue
            blocks += [*parts[at : repeat.start], self._repeat(equal, repeat)]
            at = repeat.end
        return blocks + parts[at:]

    def _repeat(self, equal: list[NodeBlock], repeat: Repeat) -> NodeBlock:
        rounds = self._rounds(equal, repeat.block)
        named = rounds[0].kind == "module"
        title = f"{rounds[0].title} … {rounds[-1].title}" if named else rounds[0].title
        return NodeBlock(
            key=self.key("repeat", rounds[0].key),
            kind="repeat",
            title=title,
            first=equal[0].first,
            end=equal[-1].end,
            parts=self._in_pieces(rounds),
            count=repeat.count,
            letter=self._letter(rounds),
        )

    def _rounds(self, equal: list[NodeBlock], size: int) -> list[NodeBlock]:
        """What one repeat holds, as one block each."""
        if size == 1:
            return equal
        return [self._piece(equal[at : at + size]) for at in range(0, len(equal), size)]

    def _piece(self, parts: Sequence[NodeBlock]) -> NodeBlock:
        first, end = parts[0].first, parts[-1].end
        distinct = dict.fromkeys(node.operator for node in self.graph.nodes[first:end])
        operators = sorted(distinct, key=lambda operator: not is_product(operator))
        named = ", ".join(operators[:_OPERATORS_NAMED])
        title = f"{named}…" if len(operators) > _OPERATORS_NAMED else named
        key = self.key("piece", parts[0].key)
        return NodeBlock(
            key=key,
            kind="piece",
            title=title,
            first=first,
            end=end,
            parts=tuple(parts),
            letter=self._letter(parts),
        )

    def _in_pieces(self, parts: Sequence[NodeBlock]) -> tuple[NodeBlock, ...]:
        """Few enough to be looked at together."""
        while len(parts) > MOST_PARTS:
            cuts = [0, *self._cuts(parts), len(parts)]
            parts = [self._piece(parts[start:end]) for start, end in pairwise(cuts)]
        return tuple(parts)

    def _cuts(self, parts: Sequence[NodeBlock]) -> Iterator[int]:
        """Places to cut at: of those in reach where fewest values cross, one near PIECE_PARTS."""
        start = 0
        while len(parts) - start > _LONGEST_PIECE:
            reach = range(start + _SHORTEST_PIECE, start + _LONGEST_PIECE + 1)
            usual = start + PIECE_PARTS
            start = min(reach, key=lambda at: (self.across[parts[at].first], abs(at - usual), at))
            yield start


def _values_across(graph: WholeGraph) -> list[int]:
    """For each place how many nodes before it are read at it or behind."""
    last = list(range(len(graph.nodes)))
    for edge in graph.edges:
        last[edge.source] = max(last[edge.source], edge.target)
    ends = [0] * (len(last) + 1)
    for target in last:
        ends[target] += 1
    counts, alive = [], 0
    for position in range(len(last)):
        counts.append(alive)
        alive += 1 - ends[position]
    return counts


def _too_small(equal: Sequence[NodeBlock], repeat: Repeat) -> bool:
    """Two equal nodes in a row are sooner read than opened."""
    nodes = all(part.kind == "node" for part in equal)
    return nodes and repeat.block == 1 and repeat.count < _FEWEST_EQUAL_NODES
