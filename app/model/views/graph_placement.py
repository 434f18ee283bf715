"""Where each block of a folded graph is drawn, and the lines between them.

Data flows from top to bottom. An open block is a frame around its parts, which lie in layers: each
below all that it reads. A line to the next layer is drawn straight there; one that passes layers
goes down in a lane to the right of them, all lines of one block in the same lane. All positions are
in units of an SVG's user space. Work is linear in nodes and edges: an edge is looked at once, in
the frame that holds both its ends, and no frame has more than MOST_PARTS parts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from compiler_core.graph.whole_graph.blocks import NodeBlock
from compiler_core.graph.whole_graph.graph import WholeGraph

BOX_WIDTH, BOX_HEIGHT = 176.0, 46.0
HEAD_HEIGHT = 30.0
PADDING = 12.0
LAYER_GAP, BOX_GAP = 24.0, 14.0
LANE_GAP = 10.0
STUB = 9.0
# More boxes than so many side by side are read worse than a second row.
WIDEST_LAYER = 4

Pair = tuple[int, int]
Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Wire:
    """A line from one part to another, down through its points. curved: between which of them it
    bends. gone: only a removed node had it.
    """

    points: Points
    gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedBlock:
    """A block of a graph, at its place in the drawing."""

    block: NodeBlock
    """What is drawn."""
    x: float
    """Left edge, in units of the SVG's user space."""
    y: float
    """Upper edge, in units of the SVG's user space."""
    width: float
    """From left to right, in units of the SVG's user space."""
    height: float
    """From top to bottom, in units of the SVG's user space."""
    open: bool = False
    """Whether it is drawn as a frame around its parts."""
    parts: tuple[PlacedBlock, ...] = ()
    """The placed parts of an open block; empty for a closed one."""
    wires: tuple[Wire, ...] = ()
    """Between them, and those that come from outside or lead there, as short ends."""


@dataclass(slots=True)
class _Links:
    """Of one open block: lines between its parts, by their places, and parts with ends outside."""

    pairs: dict[Pair, bool] = field(default_factory=dict)
    read: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)


@dataclass(slots=True, kw_only=True)
class _Sized:
    """A block with the size that it will take, its parts placed relative to its corner."""

    block: NodeBlock
    """The block of nodes that is drawn here."""
    width: float = BOX_WIDTH
    """In units of the drawing; an open block is as wide as its parts, lanes and padding need."""
    height: float = BOX_HEIGHT
    """In units of the drawing, the head of an open block included."""
    parts: list[tuple[_Sized, float, float]] = field(default_factory=list)
    """Its parts, each with the x and y of its upper left corner in this block; empty while
    closed."""
    wires: list[Wire] = field(default_factory=list)
    """Lines between its parts and short ends from or to outside, from this block's corner."""
    open: bool = False
    """Whether it is drawn as a frame around its parts."""


def placed(whole: NodeBlock, graph: WholeGraph, opened: Collection[str]) -> PlacedBlock:
    """The whole graph with the blocks of these keys open; itself is always open."""
    ways: list[tuple[int, ...]] = [()] * len(graph.nodes)
    _follow(whole, (), opened, ways, is_open=True)
    links = _links(graph, ways)
    sized = _sized(whole, (), opened, links, is_open=True)
    return _absolute(sized, 0.0, 0.0)


def _follow(
    block: NodeBlock, way: tuple[int, ...], opened: Collection[str], ways: list, *, is_open: bool
) -> None:
    """For each node the parts that hold it, from the outside to the last that is drawn."""
    if not is_open or not block.parts:
        ways[block.first : block.end] = [way] * block.nodes
        return
    for index, part in enumerate(block.parts):
        _follow(part, (*way, index), opened, ways, is_open=part.key in opened)


def _links(graph: WholeGraph, ways: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], _Links]:
    """The lines of each open block, by its way."""
    by_way: dict[tuple[int, ...], _Links] = {}
    for edge in graph.edges:
        source, target = ways[edge.source], ways[edge.target]
        if source == target:
            continue
        shared = next(at for at in range(len(source)) if source[at] != target[at])
        pair = (source[shared], target[shared])
        links = by_way.setdefault(source[:shared], _Links())
        links.pairs[pair] = links.pairs.get(pair, True) and edge.gone
        for at in range(shared + 1, len(source)):
            by_way.setdefault(source[:at], _Links()).left.add(source[at])
        for at in range(shared + 1, len(target)):
            by_way.setdefault(target[:at], _Links()).read.add(target[at])
    return by_way


def _sized(
    block: NodeBlock,
    way: tuple[int, ...],
    opened: Collection[str],
    links: dict[tuple[int, ...], _Links],
    *,
    is_open: bool,
) -> _Sized:
    if not is_open or not block.parts:
        return _Sized(block=block)
    parts = [
        _sized(part, (*way, index), opened, links, is_open=part.key in opened)
        for index, part in enumerate(block.parts)
    ]
    return _Frame(block, parts, links.get(way, _Links())).sized()


class _Frame:
    """The inside of one open block while it is laid out."""

    def __init__(self, block: NodeBlock, parts: list[_Sized], links: _Links) -> None:
        self._block, self._parts, self._links = block, parts, links
        self._layers = _layers(len(parts), links.pairs)
        self._rows: list[list[int]] = [[] for _ in range(max(self._layers, default=-1) + 1)]
        for index, layer in enumerate(self._layers):
            self._rows[layer].append(index)
        self._left: list[float] = [0.0] * len(parts)
        self._tops: list[float] = []
        self._heights = [max(parts[at].height for at in row) for row in self._rows]

    def sized(self) -> _Sized:
        top = HEAD_HEIGHT + STUB
        for height in self._heights:
            self._tops.append(top)
            top += height + LAYER_GAP
        self._put_side_by_side()
        lanes = self._lanes()
        furthest = max([self._right(at) for at in range(len(self._parts))] + [0.0])
        least = min(self._left, default=0.0)
        right = max([furthest, *lanes.values()])
        width = max(right - least + 2 * PADDING, BOX_WIDTH)
        shift = PADDING - least + max(0.0, (width - (right - least + 2 * PADDING)) / 2)
        self._left = [x + shift for x in self._left]
        lanes = {source: x + shift for source, x in lanes.items()}
        parts = [
            (part, self._left[at], self._tops[self._layers[at]])
            for at, part in enumerate(self._parts)
        ]
        height = top - LAYER_GAP + STUB + PADDING
        return _Sized(
            block=self._block,
            width=width,
            height=height,
            parts=parts,
            wires=self._wires(lanes),
            open=True,
        )

    def _put_side_by_side(self) -> None:
        """Each layer in the middle, in the order of the middles of what its parts read."""
        reads: list[list[int]] = [[] for _ in self._parts]
        for source, target in self._links.pairs:
            if source < target:
                reads[target].append(source)
        for row in self._rows:
            row.sort(key=lambda at: (self._mean_middle(reads[at]), at))
            width = sum(self._parts[at].width for at in row) + BOX_GAP * (len(row) - 1)
            x = -width / 2
            for at in row:
                self._left[at] = x
                x += self._parts[at].width + BOX_GAP

    def _mean_middle(self, places: list[int]) -> float:
        return sum(map(self._middle, places)) / len(places) if places else 0.0

    def _middle(self, at: int) -> float:
        return self._left[at] + self._parts[at].width / 2

    def _right(self, at: int) -> float:
        return self._left[at] + self._parts[at].width

    def _lanes(self) -> dict[int, float]:
        """For each part with a line past other layers, where that line goes down."""
        spans: dict[int, list[int]] = {}
        for source, target in self._links.pairs:
            if self._passes(source, target):
                low, high = sorted((self._layers[source], self._layers[target]))
                span = spans.setdefault(source, [low, high])
                span[:] = [min(span[0], low), max(span[1], high)]
        taken: list[list[tuple[int, int]]] = []
        lanes: dict[int, float] = {}
        for source, (low, high) in sorted(spans.items(), key=lambda pair: pair[1][1] - pair[1][0]):
            number = _free_lane(taken, low, high)
            row_ends = (self._right(at) for row in self._rows[low : high + 1] for at in row)
            lanes[source] = max(row_ends) + LANE_GAP * (number + 1)
        return lanes

    def _passes(self, source: int, target: int) -> bool:
        return self._layers[target] != self._layers[source] + 1

    def _wires(self, lanes: dict[int, float]) -> list[Wire]:
        wires = [
            Wire(self._points(source, target, lanes), gone)
            for (source, target), gone in self._links.pairs.items()
        ]
        wires += [Wire(self._end_above(at), gone=False) for at in sorted(self._links.read)]
        return wires + [Wire(self._end_below(at), gone=False) for at in sorted(self._links.left)]

    def _points(self, source: int, target: int, lanes: dict[int, float]) -> Points:
        """Down to the end of its layer, across in the gap, down the lane, across, and in."""
        from_x, to_x = self._middle(source), self._middle(target)
        start = (from_x, self._bottom(source))
        layer_end = self._tops[self._layers[source]] + self._heights[self._layers[source]]
        target_top = self._tops[self._layers[target]]
        if not self._passes(source, target):
            return (start, (from_x, layer_end), (to_x, target_top))
        lane = lanes[source]
        below, above = layer_end + LAYER_GAP, target_top - LAYER_GAP
        return (
            start, (from_x, layer_end), (lane, below), (lane, above), (to_x, target_top),
        )  # fmt: skip

    def _bottom(self, at: int) -> float:
        return self._tops[self._layers[at]] + self._parts[at].height

    def _end_above(self, at: int) -> Points:
        x, top = self._middle(at), self._tops[self._layers[at]]
        return ((x, top - STUB), (x, top))

    def _end_below(self, at: int) -> Points:
        x, bottom = self._middle(at), self._bottom(at)
        return ((x, bottom), (x, bottom + STUB))


def _layers(parts: int, pairs: Collection[Pair]) -> list[int]:
    """Below all that it reads, and no more than WIDEST_LAYER in one. A line back to an earlier
    part moves nothing."""
    needed = [0] * parts
    reads: list[list[int]] = [[] for _ in range(parts)]
    for source, target in pairs:
        if source < target:
            reads[target].append(source)
    filled: dict[int, int] = {}
    for at in range(parts):
        layer = max((needed[source] + 1 for source in reads[at]), default=0)
        while filled.get(layer, 0) >= WIDEST_LAYER:
            layer += 1
        filled[layer] = filled.get(layer, 0) + 1
        needed[at] = layer
    return _without_gaps(needed)


def _without_gaps(layers: list[int]) -> list[int]:
    """The same numbered from 0 on."""
    numbers = {layer: number for number, layer in enumerate(sorted(set(layers)))}
    return [numbers[layer] for layer in layers]


def _free_lane(taken: list[list[tuple[int, int]]], low: int, high: int) -> int:
    """The first lane that is free from one layer to another; it is taken then."""
    for number, spans in enumerate(taken):
        if all(high <= start or end <= low for start, end in spans):
            spans.append((low, high))
            return number
    taken.append([(low, high)])
    return len(taken) - 1


def _absolute(sized: _Sized, x: float, y: float) -> PlacedBlock:
    """The same with positions from the picture's corner."""
    parts = tuple(_absolute(part, x + left, y + top) for part, left, top in sized.parts)
    wires = tuple(
        Wire(tuple((x + at_x, y + at_y) for at_x, at_y in wire.points), wire.gone)
        for wire in sized.wires
    )
    return PlacedBlock(
        block=sized.block,
        x=x,
        y=y,
        width=sized.width,
        height=sized.height,
        open=sized.open,
        parts=parts,
        wires=wires,
    )
