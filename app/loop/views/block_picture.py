"""The blocks of a function in the order of their addresses, with how often each ran: a drawing.

Boxes stand below each other as the code does; what falls through needs no arrow. A jump is an arc
at the side, so that fewer arcs and shorter ones mean a straighter way. Of a long function only the
blocks that matter are drawn; a line between them says how many are left out, the words have all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from app.drawing.views.picture import Bar, Line, Picture
from app.words import count
from compiler_core.host.whole_program.profile_record import Flow, LaidBlock

BOX_WIDTH = 236
LINE_HEIGHT = 16
PADDING = 8
GAP = 12
BAR_LEFT = 118
BAR_WIDTH = 60
BAR_HEIGHT = 11
ARC_STEP = 9
LANES = 11
HEAD = 5
MOST_BLOCKS = 12
SELDOM = 0.1
"""Blocks that ran less than this part of the hottest one's times are left out of a long picture."""
LEFT_OUT_HEIGHT = 20


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Where blocks are left out of the drawing: words that say how many, and their baseline."""

    y: int
    text: str


@dataclass(frozen=True, slots=True)
class BlockPicture:
    """The drawing, and all its blocks in sentences."""

    picture: Picture
    words: tuple[str, ...]


def block_picture(
    blocks: Sequence[LaidBlock], inputs: Sequence[str], most: int, name: str
) -> BlockPicture:
    """The drawing of one layout. most: executions that fill a bar, the same for all layouts."""
    tops, gaps = _places(blocks, inputs)
    drawn = [block for block in blocks if block.id in tops]
    height = _height(len(inputs))
    ends = [*(top + height for top in tops.values()), *(gap.y for gap in gaps)]
    scale = BAR_WIDTH / max(most, 1)
    picture = Picture(
        title=f"Blocks {name}; the list below says the same",
        width=BOX_WIDTH + ARC_STEP * (LANES + 1) + HEAD,
        height=max(ends, default=0) + PADDING,
        bars=tuple(bar for block in drawn for bar in _bars(block, tops[block.id], inputs, scale)),
        lines=(
            *(line for block in drawn for line in _numbers(block, tops[block.id], inputs)),
            *(_text("soft", gap.text, gap.y, PADDING) for gap in gaps),
            *_arcs(drawn, tops, inputs),
        ),
    )
    return BlockPicture(picture, tuple(_words(block, inputs) for block in blocks))


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


def _bars(block: LaidBlock, y: int, inputs: Sequence[str], scale: float) -> Iterator[Bar]:
    """The block's box with its title, and in it how often it ran on each input."""
    runs = [_executions(block, name) for name in inputs]
    names = ("block", "in-loop" if block.loop is not None else "", "" if any(runs) else "cold")
    yield Bar(
        x=0.5,
        y=y,
        width=BOX_WIDTH,
        height=_height(len(inputs)),
        classes=" ".join(name for name in names if name),
        label=_title(block),
        label_x=PADDING,
        label_y=y + LINE_HEIGHT + 2,
    )
    for order, number in enumerate(runs, 1):
        yield Bar(
            x=BAR_LEFT,
            y=y + PADDING + LINE_HEIGHT * order,
            width=round(number * scale, 1),
            height=BAR_HEIGHT,
            classes=f"bar input-{order}",
        )


def _numbers(block: LaidBlock, y: int, inputs: Sequence[str]) -> Iterator[Line]:
    """Beside each bar, which input it is and the number."""
    for order, name in enumerate(inputs, 1):
        baseline = y + PADDING + LINE_HEIGHT * order + 10
        yield _text("soft", f"input {order}", baseline, PADDING)
        yield _text("is-number", f"{_executions(block, name):,}", baseline, BAR_LEFT - 6)


def _text(classes: str, text: str, y: float, x: float) -> Line:
    return Line("", classes, label=text, x=x, y=y)


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
) -> Iterator[Line]:
    height = _height(len(inputs))
    jumps = [block for block in blocks if block.jumps_to in tops]
    spans = sorted(jumps, key=lambda block: abs(tops[block.jumps_to or 0] - tops[block.id]))
    lanes = {block.id: min(lane, LANES) for lane, block in enumerate(spans, 1)}
    for block in jumps:
        yield from _arc(block, tops, height, lanes[block.id], inputs)


def _arc(
    block: LaidBlock, tops: Mapping[int, int], height: int, lane: int, inputs: Sequence[str]
) -> tuple[Line, Line]:
    """A jump and its arrow head; `never`: on no input."""
    assert block.jumps_to is not None
    start, end = tops[block.id] + height - 8, tops[block.jumps_to] + 10
    x, far = BOX_WIDTH, BOX_WIDTH + ARC_STEP * lane + HEAD
    is_taken = any(_taken(block.flows.get(name)) for name in inputs)
    way = "back" if end <= start else "forward"
    return (
        Line(
            f"M{x} {start} C{far} {start} {far} {end} {x + HEAD} {end}",
            f"jump {way}" if is_taken else f"jump {way} never",
            _jump_words(block, inputs),
        ),
        Line(f"M{x} {end}l{HEAD} -4v8z", f"head {way}"),
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
