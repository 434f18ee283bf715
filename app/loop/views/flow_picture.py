"""A function's blocks and edges as a drawing, with counts: what ran more is darker and thicker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from app.drawing.views.edge_line import EdgeLine, edge_line
from app.drawing.views.node_box import NodeBox
from app.loop.views.heat import shade_of
from app.words import count, joined
from compiler_core.host.control_flow.record import ControlFlow, FlowBlock, FlowEdge
from compiler_core.host.control_flow.sentences import edge_name
from compiler_core.toolchain.graph_layout import (
    BoxSize,
    LabelledGraph,
    PlacedBox,
    PlacedEdge,
    place_labelled,
)

MARGIN = 6
BOX_HEIGHT = 46
END_SIZE = BoxSize(58, 22)
CHARACTER = 7.0
NARROWEST = 84
PADDING = 16
FIRST_LINE, SECOND_LINE = 19, 36
THINNEST, THICKEST = 1.0, 3.0
MOST_LINES = 3
LONGEST_SENTENCE = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowArrow:
    """One edge."""

    line: EdgeLine
    """Path and head of the edge, as SVG."""
    width: float
    """Of the stroke in pixels, thicker for what was taken more often."""
    label: str
    """How often it was taken, or `0–12?` where that is not determined."""
    label_x: float
    """Where the label stands."""
    label_y: float
    """The label's baseline."""
    title: str
    """From where to where, how often, and how that is known."""
    classes: str
    """`is-back`, `is-never` and `is-open` (not determined), as far as they hold; or empty."""


@dataclass(frozen=True, slots=True)
class FlowPicture:
    """box: the SVG's viewBox. boxes: blocks, named `7: 250×` with `line 4` below, their classes
    `heat-0` to `heat-5`; and the two ends of the function, `is-end`, whose second line is empty."""

    box: str
    width: int
    height: int
    boxes: tuple[NodeBox, ...]
    arrows: tuple[FlowArrow, ...]


def flow_picture(flow: ControlFlow, addresses: Mapping[int, str]) -> FlowPicture:
    """Draw all blocks. addresses: of their lines, by block. Raises ToolMissing."""
    entry, leaves = len(flow.blocks), len(flow.blocks) + 1
    sizes = (*(_size(block) for block in flow.blocks), END_SIZE, END_SIZE)
    # Entries first: the drawing begins where the function does.
    edges = sorted(flow.edges, key=lambda edge: edge.tail is not None)
    places = {block.id: number for number, block in enumerate(flow.blocks)}
    pairs = tuple(
        (
            entry if edge.tail is None else places[edge.tail],
            leaves if edge.head is None else places[edge.head],
        )
        for edge in edges
    )
    labels = tuple(len(taken(edge)) + 1 for edge in edges)
    placed = place_labelled(LabelledGraph(sizes, pairs, labels))
    most_run = max((block.executions for block in flow.blocks), default=0)
    most_taken = max((edge.most for edge in edges), default=0)
    boxes = [
        _box(block, size, position, most_run, addresses.get(block.id, ""))
        for block, size, position in zip(flow.blocks, sizes, placed.boxes, strict=False)
    ]
    ends = [_end("entry", placed.boxes[entry]), _end("exit", placed.boxes[leaves])]
    by_pair = dict(zip(pairs, edges, strict=True))
    arrows = [_arrow(by_pair[line.tail, line.head], line, most_taken) for line in placed.edges]
    width, height = round(placed.width + 2 * MARGIN), round(placed.height + 2 * MARGIN)
    return FlowPicture(
        f"{-MARGIN} {-MARGIN} {width} {height}", width, height, (*boxes, *ends), tuple(arrows)
    )


def taken(edge: FlowEdge) -> str:
    """`249`, or `0–12?` for what is not determined."""
    if edge.executions is not None:
        return f"{edge.executions:,}"
    return f"{edge.least:,}–{edge.most:,}?"


def source_place(block: FlowBlock) -> str:
    """`line 4`, `lines 3 and 4`, `lines 3 to 19`, or that there is none."""
    lines = block.source_lines
    if not lines:
        return "no line"
    if len(lines) > MOST_LINES:
        return f"lines {lines[0]} to {lines[-1]}"
    word = "line" if len(lines) == 1 else "lines"
    return f"{word} {joined([str(line) for line in lines], MOST_LINES)}"


def _name(block: FlowBlock) -> str:
    return f"{block.id}: {block.executions:,}×"


def _size(block: FlowBlock) -> BoxSize:
    longest = max(len(_name(block)), len(source_place(block)))
    return BoxSize(max(NARROWEST, longest * CHARACTER + PADDING), BOX_HEIGHT)


def _box(block: FlowBlock, size: BoxSize, position: PlacedBox, most: int, address: str) -> NodeBox:
    top = position.y - size.height / 2
    heat = block.executions / most if most else 0.0
    return NodeBox(
        x=round(position.x - size.width / 2, 1),
        y=round(top, 1),
        width=round(size.width, 1),
        height=size.height,
        centre=position.x,
        name=_name(block),
        name_y=round(top + FIRST_LINE, 1),
        text=source_place(block),
        text_y=round(top + SECOND_LINE, 1),
        title=_sentence(block),
        address=address,
        classes=f"heat-{shade_of(heat)}",
    )


def _sentence(block: FlowBlock) -> str:
    code = "; ".join(block.code)
    shown = code if len(code) <= LONGEST_SENTENCE else f"{code[:LONGEST_SENTENCE]} …"
    ran = f"ran {count(block.executions, 'time')}"
    return f"Block {block.id}, {ran}, {count(block.size, 'instruction')}: {shown}"


def _end(name: str, position: PlacedBox) -> NodeBox:
    left, top = position.x - END_SIZE.width / 2, position.y - END_SIZE.height / 2
    return NodeBox(
        x=round(left, 1),
        y=round(top, 1),
        width=END_SIZE.width,
        height=END_SIZE.height,
        centre=position.x,
        name=name,
        name_y=round(position.y + 4, 1),
        text="",
        text_y=position.y,
        title="The function is entered" if name == "entry" else "The function is left",
        address="",
        classes="is-end",
    )


def _arrow(edge: FlowEdge, placed: PlacedEdge, most: int) -> FlowArrow:
    share = sqrt(edge.most / most) if most else 0.0
    x, y = placed.label or placed.points[len(placed.points) // 2]
    marks = (
        (edge.back, "is-back"),
        (edge.most == 0, "is-never"),
        (edge.executions is None, "is-open"),
    )
    return FlowArrow(
        line=edge_line(placed),
        width=round(THINNEST + (THICKEST - THINNEST) * share, 1),
        label=taken(edge),
        label_x=x,
        label_y=round(y + 4, 1),
        title=f"{edge_name(edge)}: {taken(edge)}, {edge.basis}",
        classes=" ".join(name for holds, name in marks if holds),
    )
