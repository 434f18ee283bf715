"""The blocks of a function in the order of their addresses, with how often each ran: a drawing.

Boxes stand below each other as the code does; what falls through needs no arrow. A jump is an arc
at the side, so that fewer arcs and shorter ones mean a straighter way. Of a long function only the
blocks that matter are drawn; a line between them says how many are left out, the words have all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.words import count
from compiler_core.host.whole_program.profile_record import Flow, LaidBlock

BOX_WIDTH = 236
LINE_HEIGHT = 16
PADDING = 8
GAP = 12
BAR_LEFT = 118
BAR_WIDTH = 60
ARC_STEP = 9
LANES = 11
HEAD = 5
MOST_BLOCKS = 12
SELDOM = 0.1
"""Blocks that ran less than this part of the hottest one's times are left out of a long picture."""
LEFT_OUT_HEIGHT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockBar:
    """How often the block ran on one input: y of its bar and text, the number, the bar's width."""

    y: int
    """The bar's upper edge."""
    text_y: int
    """Baseline of label and number."""
    label: str
    """Which input, such as `input 1`."""
    number: str
    """How often the block ran, such as `1,024`."""
    width: float
    """The bar's, in pixels; the same scale for all builds."""
    order: int
    """Number of the input from 1, which gives the bar its colour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockBox:
    """One block: its top and height, title, and a bar per input."""

    y: int
    """The box's upper edge."""
    text_y: int
    """Baseline of the title."""
    height: int
    """The same for every box, in pixels."""
    title: str
    """Its source lines and its length, such as `line 4: 6 lines of code`."""
    classes: str
    """`in-loop` where it is in a loop, `cold` where it never ran; both, or empty."""
    bars: tuple[BlockBar, ...]
    """One for each input, in their order."""


@dataclass(frozen=True, slots=True)
class JumpArc:
    """One jump: SVG path and arrow head, what it says, and classes (`back`, `never`)."""

    path: str
    head: str
    title: str
    classes: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Where blocks are left out of the drawing, and how many."""

    y: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPicture:
    """The drawing."""

    width: int
    """In pixels, with room for the arcs at the right."""
    height: int
    """In pixels."""
    box_width: int
    """Of every box, in pixels; arcs begin at its right."""
    bar_x: int
    """The left edge of every bar."""
    number_x: int
    """The right end of every number."""
    boxes: tuple[BlockBox, ...]
    """In the order of their addresses; of a long function only those that ran often."""
    arcs: tuple[JumpArc, ...]
    """Jumps between drawn boxes; what falls through has none."""
    gaps: tuple[LeftOut, ...]
    """Where blocks are left out; empty for a short function."""
    words: tuple[str, ...]
    """All blocks in sentences."""


def block_picture(blocks: Sequence[LaidBlock], inputs: Sequence[str], most: int) -> BlockPicture:
    """The drawing of one layout. most: executions that fill a bar, the same for all layouts."""
    tops, gaps = _places(blocks, inputs)
    drawn = [block for block in blocks if block.id in tops]
    boxes = tuple(_box(block, tops[block.id], inputs, max(most, 1)) for block in drawn)
    ends = [*(box.y + box.height for box in boxes), *(gap.y for gap in gaps)]
    return BlockPicture(
        width=BOX_WIDTH + ARC_STEP * (LANES + 1) + HEAD,
        height=max(ends, default=0) + PADDING,
        box_width=BOX_WIDTH,
        bar_x=BAR_LEFT,
        number_x=BAR_LEFT - 6,
        boxes=boxes,
        arcs=tuple(_arcs(drawn, tops, inputs)),
        gaps=gaps,
        words=tuple(_words(block, inputs) for block in blocks),
    )


def _places(
    blocks: Sequence[LaidBlock], inputs: Sequence[str]
) -> tuple[dict[int, int], tuple[LeftOut, ...]]:
    """The tops of the boxes drawn, by block, and the lines where some are left out."""
    shown = _shown(blocks, inputs)
    tops: dict[int, int] = {}
    gaps: list[LeftOut] = []
    y, left_out = PADDING, 0
    for block in [*blocks, None]:
        if block is not None and block.id not in shown:
            left_out += 1
            continue
        if left_out:
            words = count(left_out, "block that seldom ran", "blocks that seldom ran")
            gaps.append(LeftOut(y + 10, f"⋯ {words}"))
            y, left_out = y + LEFT_OUT_HEIGHT, 0
        if block is not None:
            tops[block.id] = y
            y += _height(len(inputs)) + GAP
    return tops, tuple(gaps)


def _shown(blocks: Sequence[LaidBlock], inputs: Sequence[str]) -> frozenset[int]:
    """All blocks of a short function; of a long one those that ran often on some input."""
    runs = {block.id: max(_executions(block, name) for name in inputs) for block in blocks}
    most = max(runs.values(), default=0)
    if len(blocks) <= MOST_BLOCKS:
        return frozenset(runs)
    return frozenset(name for name, times in runs.items() if times >= max(SELDOM * most, 1))


def _height(inputs: int) -> int:
    return PADDING + LINE_HEIGHT * (1 + inputs) + PADDING // 2


def _box(block: LaidBlock, y: int, inputs: Sequence[str], most: int) -> BlockBox:
    runs = [_executions(block, name) for name in inputs]
    names = ("in-loop" if block.loop is not None else "", "" if any(runs) else "cold")
    return BlockBox(
        y=y,
        text_y=y + LINE_HEIGHT + 2,
        height=_height(len(inputs)),
        title=_title(block),
        classes=" ".join(name for name in names if name),
        bars=tuple(
            BlockBar(
                y=y + PADDING + LINE_HEIGHT * (index + 1),
                text_y=y + PADDING + LINE_HEIGHT * (index + 1) + 10,
                label=f"input {index + 1}",
                number=f"{number:,}",
                width=round(BAR_WIDTH * number / most, 1),
                order=index + 1,
            )
            for index, number in enumerate(runs)
        ),
    )


def _title(block: LaidBlock) -> str:
    length = count(block.last - block.first + 1, "line of code", "lines of code")
    return f"{_lines(block.source_lines)}: {length}"


def _lines(lines: Sequence[int]) -> str:
    if not lines:
        return "no source line"
    if len(lines) == 1:
        return f"line {lines[0]}"
    spans = [
        [line for _, line in run]
        for _, run in groupby(enumerate(sorted(lines)), key=lambda pair: pair[1] - pair[0])
    ]
    words = [str(span[0]) if len(span) == 1 else f"{span[0]}–{span[-1]}" for span in spans]
    return f"lines {', '.join(words[:3])}{'…' if len(words) > 3 else ''}"


def _executions(block: LaidBlock, name: str) -> int:
    flow = block.flows.get(name)
    return flow.executions if flow is not None else 0


def _arcs(
    blocks: Sequence[LaidBlock], tops: Mapping[int, int], inputs: Sequence[str]
) -> list[JumpArc]:
    height = _height(len(inputs))
    jumps = [block for block in blocks if block.jumps_to in tops]
    spans = sorted(jumps, key=lambda block: abs(tops[block.jumps_to or 0] - tops[block.id]))
    lanes = {block.id: min(lane, LANES) for lane, block in enumerate(spans, 1)}
    return [_arc(block, tops, height, lanes[block.id], inputs) for block in jumps]


def _arc(
    block: LaidBlock, tops: Mapping[int, int], height: int, lane: int, inputs: Sequence[str]
) -> JumpArc:
    assert block.jumps_to is not None
    start, end = tops[block.id] + height - 8, tops[block.jumps_to] + 10
    x, far = BOX_WIDTH, BOX_WIDTH + ARC_STEP * lane + HEAD
    is_taken = any(_taken(block.flows.get(name)) for name in inputs)
    names = ("back" if end <= start else "forward", "" if is_taken else "never")
    return JumpArc(
        path=f"M{x} {start} C{far} {start} {far} {end} {x + HEAD} {end}",
        head=f"{x},{end} {x + HEAD},{end - 4} {x + HEAD},{end + 4}",
        title=_jump_words(block, inputs),
        classes=" ".join(name for name in names if name),
    )


def _taken(flow: Flow | None) -> float:
    return (flow.taken or 0) if flow is not None else 0


def _jump_words(block: LaidBlock, inputs: Sequence[str]) -> str:
    if not block.is_conditional:
        return f"{block.branch.strip()}: always jumps"
    parts = (f"{_taken(block.flows.get(name)):,.0f} times on {name}" for name in inputs)
    return f"{' '.join(block.branch.split())}: taken {', '.join(parts)}"


def _words(block: LaidBlock, inputs: Sequence[str]) -> str:
    runs = ", ".join(f"{_executions(block, name):,} times on {name}" for name in inputs)
    jump = f"; {_jump_words(block, inputs)}" if block.branch else ""
    return f"{_title(block)}; ran {runs}{jump}."
