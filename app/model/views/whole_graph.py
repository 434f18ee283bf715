"""The picture of the whole graph on a stage's page: boxes to open, frames to close, a legend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from app.model.views.graph_placement import (
    HEAD_HEIGHT,
    PlacedBlock,
    Wire,
    placed,
)
from app.model.views.whole_graph_text import (
    block_lines,
    block_name,
    box_title,
    heat_of,
    node_facts,
    share_text,
    shortened,
)
from app.model_runs.request import LONGEST_WORD, ModelRequest
from app.site.views.links import Statement, TabLink
from app.words import count
from compiler_core.graph.whole_graph.blocks import NodeBlock, folded, node_places
from compiler_core.graph.whole_graph.stage_pictures import (
    DONE,
    INSTRUCTIONS,
    MEMORY,
    StagePicture,
)

ANCHOR = "graph-title"
MARGIN = 2.0
ARROW = 4.5
BAR_HEIGHT = 5.0
KEY_LENGTH = 9  # with its comma
MOST_OPEN = LONGEST_WORD // KEY_LENGTH
COLOURS = ((DONE, "what the stage did"), (INSTRUCTIONS, "instructions"), (MEMORY, "bytes left"))


@dataclass(frozen=True, slots=True)
class BarPart:
    """A stretch of the bar under a box, for the nodes of one state."""

    x: float
    width: float
    tone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphBox:
    """A node or a closed block."""

    x: float
    """Left edge, in pixels."""
    y: float
    """Upper edge, in pixels."""
    right: float
    """Where its badge ends."""
    width: float
    """Width of the box, in pixels."""
    height: float
    """Height of the box, in pixels."""
    name: str
    """First line of text."""
    text: str
    """Second line of text, which may be empty."""
    badge: str
    """How often a repeat has its part."""
    title: str
    """Words for the tooltip."""
    tone: str
    """CSS class of its state or heat, `block` for a closed block."""
    classes: str
    """CSS classes of its kind, with `is-gone` where all its nodes were removed."""
    address: str
    """Opens the block, or tells about the node."""
    bar: tuple[BarPart, ...]
    """Shares of the states in it."""
    bar_y: float
    """Upper edge of `bar`, in pixels."""
    chosen: bool
    """Whether it is the node that is told about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphFrame:
    """An open block; its address closes it."""

    x: float
    """Left edge, in pixels."""
    y: float
    """Upper edge, in pixels."""
    width: float
    """Width of the frame, in pixels."""
    height: float
    """Height of the frame, in pixels."""
    head_height: float
    """Of the strip with the name, in pixels."""
    name: str
    """With the sign `▾`, shortened to the frame's width."""
    title: str
    """Words for the tooltip: that it closes, and how many nodes are in it."""
    address: str
    """Page with this block closed."""
    shade: str
    """Every second one inside another is darker."""


@dataclass(frozen=True, slots=True)
class GraphWire:
    """An SVG path and the triangle at its end."""

    path: str
    head: str
    classes: str


@dataclass(frozen=True, slots=True)
class LegendRow:
    """A colour with its sign and word, and what there is of it."""

    tone: str
    sign: str
    word: str
    amount: str


@dataclass(frozen=True, slots=True)
class ListedBlock:
    """The same as a line of text with a link."""

    text: str
    address: str
    depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeGraphView:
    """The picture of a network's whole graph, with blocks to open and to close."""

    says: str
    """How many nodes there are, and how many the stage removed."""
    box: str
    """The SVG's viewBox, in the graph's own coordinates."""
    width: int
    """Width of the picture, in pixels."""
    height: int
    """Height of the picture, in pixels."""
    frames: tuple[GraphFrame, ...]
    """Open blocks, outer before inner."""
    wires: tuple[GraphWire, ...]
    """Between boxes, those of outer blocks first."""
    boxes: tuple[GraphBox, ...]
    """Closed blocks and single nodes."""
    legend: tuple[LegendRow, ...]
    """What each colour means and how much there is of it."""
    colours: tuple[TabLink, ...]
    """Links to what the picture can be coloured by at this stage."""
    closed: str
    """Address with every block closed, "" if all are."""
    listed: tuple[ListedBlock, ...]
    """All that is drawn, in order."""
    chosen: str
    """The node that is told about, "" for none, and its facts."""
    facts: tuple[Statement, ...]
    """Of the node that is told about."""


def whole_graph_view(
    request: ModelRequest, picture: StagePicture, offered: tuple[str, ...]
) -> WholeGraphView:
    """The picture of this stage. offered: what it can be coloured by."""
    whole = folded(picture.graph)
    return _Drawing(request, picture, whole).view(offered)


class _Drawing:
    """What one picture is drawn from."""

    def __init__(self, request: ModelRequest, picture: StagePicture, whole: NodeBlock) -> None:
        self._asked, self._picture, self._whole = request, picture, whole
        self._opened = tuple(dict.fromkeys(filter(None, request.open.split(","))))[:MOST_OPEN]

    def view(self, offered: tuple[str, ...]) -> WholeGraphView:
        root = placed(self._whole, self._picture.graph, self._opened)
        drawn = [pair for part in root.parts for pair in _drawn(part, 0)]
        wires = [wire for group in (root, *(part for part, _ in drawn)) for wire in group.wires]
        top = HEAD_HEIGHT
        box = f"{root.x - MARGIN:g} {top:g} {root.width + 2 * MARGIN:g} {root.height - top:g}"
        chosen = self._chosen()
        return WholeGraphView(
            says=self._says(),
            box=box,
            width=round(root.width + 2 * MARGIN),
            height=round(root.height - top),
            frames=tuple(self._frame(frame, depth) for frame, depth in drawn if frame.open),
            wires=tuple(map(_wire, wires)),
            boxes=tuple(self._box(block) for block, _ in drawn if not block.open),
            legend=tuple(self._legend()),
            colours=tuple(self._colours(offered)),
            closed=self._at(open="", node="") if self._opened else "",
            listed=tuple(self._listed(listed_part, depth) for listed_part, depth in drawn),
            chosen=shortened(self._picture.graph.nodes[chosen].id, 120) if chosen >= 0 else "",
            facts=tuple(Statement(term, text) for term, text in node_facts(self._picture, chosen)),
        )

    def _says(self) -> str:
        nodes = len(self._picture.graph.nodes)
        gone = len(self._picture.graph.gone)
        left = f", {gone:,} of them removed here and drawn where they stood" if gone else ""
        return f"{count(nodes, 'node')}{left}"

    def _at(self, **places: str) -> str:
        return self._asked.changed(**places).address(ANCHOR)

    def _opened_with(self, key: str) -> str:
        return self._at(open=",".join((*self._opened, key)[-MOST_OPEN:]), node="")

    def _closed_without(self, key: str) -> str:
        return self._at(open=",".join(opened for opened in self._opened if opened != key), node="")

    def _chosen(self) -> int:
        """The place of the node that is told about, -1 for none."""
        if not self._asked.node:
            return -1
        return node_places(self._whole).get(self._asked.node, -1)

    def _frame(self, placement: PlacedBlock, depth: int) -> GraphFrame:
        block = placement.block
        name = f"▾ {block_name(block, round((placement.width - 24) / 8.2) - 2)}"
        title = f"Close {shortened(block.title, 120)}, {count(block.nodes, 'node')}"
        return GraphFrame(
            x=round(placement.x, 1),
            y=round(placement.y, 1),
            width=round(placement.width, 1),
            height=round(placement.height, 1),
            head_height=HEAD_HEIGHT,
            name=name,
            title=title,
            address=self._closed_without(block.key),
            shade=f"depth-{depth % 2}",
        )

    def _box(self, placement: PlacedBlock) -> GraphBox:
        block, picture = placement.block, self._picture
        name, text = block_lines(picture, block)
        closed = block.kind != "node"
        classes = f"is-{block.kind}{' is-gone' if self._all_gone(block) else ''}"
        address = self._opened_with(block.key) if closed else self._at(node=block.key)
        bar = tuple(self._bar(placement)) if closed else ()
        return GraphBox(
            x=round(placement.x, 1),
            y=round(placement.y, 1),
            right=round(placement.x + placement.width, 1),
            width=placement.width,
            height=placement.height,
            name=name,
            text=text,
            badge=f"×{block.count}" if block.count > 1 else "",
            title=box_title(picture, block),
            tone=self._tone(block),
            classes=classes,
            address=address,
            bar=bar,
            bar_y=round(placement.y + placement.height - BAR_HEIGHT, 1),
            chosen=block.key == self._asked.node,
        )

    def _all_gone(self, block: NodeBlock) -> bool:
        return all(at in self._picture.graph.gone for at in range(block.first, block.end))

    def _tone(self, block: NodeBlock) -> str:
        """Of a node its state's; of a block only where costs are drawn."""
        costs = self._picture.costs
        if costs is not None:
            return heat_of(sum(costs.of[block.first : block.end]), costs.total)
        if block.kind != "node":
            return "block"
        return self._picture.states[self._picture.of[block.first]].tone

    def _bar(self, placement: PlacedBlock) -> Iterator[BarPart]:
        picture, block = self._picture, placement.block
        if picture.costs is not None:
            return
        counts = Counter(picture.of[block.first : block.end])
        x = placement.x
        for at, state in enumerate(picture.states):
            width = placement.width * counts[at] / block.nodes
            if width:
                yield BarPart(round(x, 1), round(width, 1), state.tone)
            x += width

    def _legend(self) -> Iterator[LegendRow]:
        costs = self._picture.costs
        if costs is None:
            counts = Counter(self._picture.of)
            for at, state in enumerate(self._picture.states):
                yield LegendRow(state.tone, state.sign, state.word, count(counts[at], "node"))
            return
        nodes, amounts = Counter[str](), Counter[str]()
        for amount, times in Counter(costs.of).items():
            tone = heat_of(amount, costs.total)
            nodes[tone] += times
            amounts[tone] += amount * times
        for tone, sign, word in HEAT_WORDS:
            share = share_text(amounts[tone], costs.total)
            yield LegendRow(tone, sign, word, f"{count(nodes[tone], 'node')}, {share}")

    def _colours(self, offered: tuple[str, ...]) -> Iterator[TabLink]:
        costs = self._picture.costs
        now = DONE if costs is None else MEMORY if costs.unit == "bytes" else INSTRUCTIONS
        for name, title in COLOURS:
            if name in offered:
                yield TabLink(title, self._at(colour=name), name == now)

    def _listed(self, placement: PlacedBlock, depth: int) -> ListedBlock:
        block = placement.block
        title = box_title(self._picture, block)
        if placement.open:
            return ListedBlock(f"{title} (open)", self._closed_without(block.key), depth)
        address = self._at(node=block.key) if block.kind == "node" else ""
        return ListedBlock(title, address or self._opened_with(block.key), depth)


HEAT_WORDS = (
    ("heat-4", "▮▮▮▮", "15% and more"),
    ("heat-3", "▮▮▮", "5 to 15%"),
    ("heat-2", "▮▮", "1 to 5%"),
    ("heat-1", "▮", "below 1%"),
    ("heat-0", "·", "nothing"),
)


def _drawn(placement: PlacedBlock, depth: int) -> Iterator[tuple[PlacedBlock, int]]:
    """A block and what is drawn in it, in order, each with the number of frames around it."""
    yield placement, depth
    for part in placement.parts:
        yield from _drawn(part, depth + 1)


def _wire(wire: Wire) -> GraphWire:
    """Straight down where two points stand under each other, else a bend."""
    (x, y), *rest = wire.points
    path = [f"M{x:.1f} {y:.1f}"]
    for to_x, to_y in rest:
        middle = (y + to_y) / 2
        bend = f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}"
        path.append(f"V{to_y:.1f}" if abs(to_x - x) < 0.05 else bend)
        x, y = to_x, to_y
    head = f"M{x:.1f} {y:.1f}l{-ARROW} {-ARROW * 1.3:.2f}h{2 * ARROW}z"
    return GraphWire("".join(path), head, "is-gone" if wire.gone else "")
