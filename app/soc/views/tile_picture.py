"""Input, weights, residual and output cut into tiles; those of one step of the loops are marked.

Pictures are drawn to scale, each operand by a scale of its own; beside all but the weights stands a
strip for their channels. A very flat one is drawn thicker than it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.addresses.chips import SocRequest
from app.drawing.cut_rectangle import Box, CutRectangle
from app.drawing.views.picture import Bar, Line, Picture
from app.site.views.links import Link
from app.words import count, joined
from compiler_core.sizes import size_text
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import Extent, Loop, Operand
from compiler_core.soc.tiling.steps import TileSpan, TileStep
from compiler_core.soc.tiling.study import TileStudy

_SIDE = 168.0
_FLATTEST = 18.0
_GAP = 44.0
_CAPTION_WIDTH = 216.0
_STRIP = 14.0
_STRIP_GAP = 8.0
_TOP = 46.0
_LEFT = 4.0
_MOST_LINES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class TilePicture:
    """The operands of a layer cut into tiles, at one step of the loops."""

    picture: Picture
    """Each operand and its channels, the tile of this step, name and size above."""
    step: int
    """From 1, of `steps`."""
    steps: int
    """How many steps all loops take together."""
    said: str
    """What this step moves, and what stays."""
    links: tuple[Link, ...]
    """To the first, the previous, the next and the last step, as far as they are others."""


@dataclass(frozen=True, slots=True)
class _Axis:
    """One side of a rectangle: its length in elements and in the picture, where it is cut."""

    length: int
    drawn: float
    cuts: tuple[int, ...]

    def at(self, element: float) -> float:
        return round(element * self.drawn / self.length, 1)

    def places(self, start: float) -> tuple[float, ...]:
        return tuple(round(start + self.at(cut), 1) for cut in self.cuts)


def step_rectangles(study: TileStudy, step: TileStep) -> tuple[tuple[CutRectangle, ...], ...]:
    """Of each operand what one step has on the chip; operands all begin at the left."""
    layer = study.layer.one
    extents: dict[Loop, Extent] = {extent.loop: extent for extent in study.choice.extents}
    return tuple(_DRAWN[operand](layer, extents, step, 0.0) for operand in layer.operands)


def tile_picture(request: SocRequest, study: TileStudy) -> TilePicture:
    """The picture of one step."""
    layer, step = study.layer.one, study.step
    extents: dict[Loop, Extent] = {extent.loop: extent for extent in study.choice.extents}
    parts: list[CutRectangle] = []
    captions: list[Line] = []
    x = _LEFT
    for operand in layer.operands:
        drawn = _DRAWN[operand](layer, extents, step, x)
        captions.append(Line("", "strong", label=operand.capitalize(), x=x, y=14.0))
        captions.append(Line("", "soft", label=_size(layer, operand), x=x, y=32.0))
        parts += drawn
        x = _next(drawn)
    picture = Picture(
        title=f"{joined(layer.operands, 4).capitalize()} of {layer.name}, cut into tiles",
        width=x - _GAP + _LEFT,
        height=_TOP + _SIDE + _LEFT,
        bars=tuple(bar for part in parts for bar in _bars(part)),
        lines=(*captions, *(Line(_cut_lines(part), "cut") for part in parts)),
    )
    return TilePicture(
        picture=picture,
        step=step.number + 1,
        steps=step.count,
        said=step_words(step),
        links=_links(request, step),
    )


def _bars(part: CutRectangle) -> Iterator[Bar]:
    """The whole, what neighbouring tiles read too, and the tile of this step over both."""
    for name, box in (("whole", part.box), ("rim", part.rim), ("now", part.current)):
        if box:
            classes = f"{part.classes} {name}"
            yield Bar(
                x=box.x,
                y=box.y,
                width=box.width,
                height=box.height,
                classes=classes,
                title=part.title,
            )


def _cut_lines(part: CutRectangle) -> str:
    upright = (f"M{x:g} {part.box.y:g}V{part.box.bottom:g}" for x in part.upright)
    level = (f"M{part.box.x:g} {y:g}H{part.box.right:g}" for y in part.level)
    return "".join((*upright, *level))


def _size(layer: Convolution, operand: Operand) -> str:
    if operand == "input":
        rows, columns = layer.input_rows(layer.rows), layer.input_columns(layer.columns)
        channels = count(layer.channels_in, "channel")
        return f"{rows:,} × {columns:,} with border, {channels}"
    channels = count(layer.channels_out, "channel")
    if operand == "weights":
        window = f"{layer.kernel_rows} × {layer.kernel_columns}"
        return f"{window} for {layer.channels_in:,} to {channels}"
    return f"{layer.rows:,} × {layer.columns:,}, {channels}"


def _next(parts: tuple[CutRectangle, ...]) -> float:
    """Where the next operand begins."""
    last = max(part.box.right for part in parts)
    return max(last, parts[0].box.x + _CAPTION_WIDTH) + _GAP


def _input(
    layer: Convolution, extents: dict[Loop, Extent], step: TileStep, x: float
) -> tuple[CutRectangle, ...]:
    """The picture with its border, and its channels beside it."""
    sizes = layer.input_rows(layer.rows), layer.input_columns(layer.columns)
    rows, columns = _plane(sizes, (extents["rows"], extents["columns"]), layer.stride)
    own = (
        _own(step.spans["rows"], layer.stride, layer.kernel_rows),
        _own(step.spans["columns"], layer.stride, layer.kernel_columns),
    )
    read = step.input_rows, step.input_columns
    plane = _rectangle("is-input", "Input", (x, rows, columns), own, read)
    return plane, _strip("is-input", plane.box.right, extents["channels_in"], step)


def _own(span: TileSpan, stride: int, window: int) -> TileSpan:
    """What only this tile reads, about: the middle of each window."""
    rim = max(window - stride, 0)
    return TileSpan(span.start * stride + rim // 2, max(span.length * stride, 1))


def _weights(
    layer: Convolution, extents: dict[Loop, Extent], step: TileStep, x: float
) -> tuple[CutRectangle, ...]:
    """Input channels down, output channels across; each element is a whole window."""
    sizes = layer.channels_in, layer.channels_out
    down, across = _plane(sizes, (extents["channels_in"], extents["channels_out"]), 1)
    own = step.spans["channels_in"], step.spans["channels_out"]
    return (_rectangle("is-weights", "Weights", (x, down, across), own, None),)


def _output(
    layer: Convolution, extents: dict[Loop, Extent], step: TileStep, x: float
) -> tuple[CutRectangle, ...]:
    return _result_shaped(("is-output", "Output"), layer, extents, step, x)


def _residual(
    layer: Convolution, extents: dict[Loop, Extent], step: TileStep, x: float
) -> tuple[CutRectangle, ...]:
    return _result_shaped(("is-residual", "Residual"), layer, extents, step, x)


def _result_shaped(
    names: tuple[str, str],
    layer: Convolution,
    extents: dict[Loop, Extent],
    step: TileStep,
    x: float,
) -> tuple[CutRectangle, ...]:
    """names: class, title."""
    classes, title = names
    sizes = layer.rows, layer.columns
    rows, columns = _plane(sizes, (extents["rows"], extents["columns"]), 1)
    own = step.spans["rows"], step.spans["columns"]
    plane = _rectangle(classes, title, (x, rows, columns), own, None)
    return plane, _strip(classes, plane.box.right, extents["channels_out"], step)


_Drawing = Callable[[Convolution, dict[Loop, Extent], TileStep, float], tuple[CutRectangle, ...]]
_DRAWN: dict[Operand, _Drawing] = {
    "input": _input,
    "weights": _weights,
    "residual": _residual,
    "output": _output,
}


def _plane(
    sizes: tuple[int, int], extents: tuple[Extent, Extent], stride: int
) -> tuple[_Axis, _Axis]:
    """Down and across."""
    scale = _SIDE / max(sizes)
    down, across = (
        _Axis(size, max(size * scale, _FLATTEST), _cuts(extent, stride))
        for size, extent in zip(sizes, extents, strict=True)
    )
    return down, across


def _cuts(extent: Extent, stride: int) -> tuple[int, ...]:
    """Where tiles meet; none where the lines would lie too close to be seen."""
    if extent.count > _MOST_LINES:
        return ()
    return tuple(range(extent.tile * stride, extent.length * stride, extent.tile * stride))


def _rectangle(
    classes: str,
    title: str,
    frame: tuple[float, _Axis, _Axis],
    own: tuple[TileSpan, TileSpan],
    read: tuple[TileSpan, TileSpan] | None,
) -> CutRectangle:
    x, down, across = frame
    box = Box(x, _TOP, round(across.drawn, 1), round(down.drawn, 1))
    return CutRectangle(
        classes=classes,
        title=title,
        box=box,
        upright=across.places(x),
        level=down.places(_TOP),
        current=_part(frame, own),
        rim=_part(frame, read) if read and read != own else None,
    )


def _part(frame: tuple[float, _Axis, _Axis], spans: tuple[TileSpan, TileSpan]) -> Box:
    x, down, across = frame
    rows, columns = spans
    return Box(
        round(x + across.at(columns.start), 1),
        round(_TOP + down.at(rows.start), 1),
        max(across.at(columns.length), 1.0),
        max(down.at(rows.length), 1.0),
    )


def _strip(classes: str, right: float, extent: Extent, step: TileStep) -> CutRectangle:
    """Channels, from the first at the top to the last."""
    down = _Axis(extent.length, _SIDE, _cuts(extent, 1))
    across = _Axis(1, _STRIP, ())
    frame = (right + _STRIP_GAP, down, across)
    own = step.spans[extent.loop], TileSpan(0, 1)
    return _rectangle(classes, "Channels", frame, own, None)


def step_words(step: TileStep) -> str:
    """What comes in, what stays and what leaves."""
    given: list[Operand] = [name for name in step.moved if name != "output"]
    comes = [f"{name} ({size_text(step.moved[name])})" for name in given if step.moved[name]]
    stays: list[Operand] = [name for name in given if not step.moved[name]]
    leaves = step.moved["output"]
    parts = [
        f"{joined(comes, 3)} {_come(comes)} in from DRAM"
        if comes
        else "nothing comes in from DRAM",
        f"{joined(stays, 3)} {_stay(stays)}" if stays else "",
        f"the finished output leaves ({size_text(leaves)})"
        if leaves
        else "sums stay, not complete",
    ]
    moved = "; ".join(part for part in parts if part)
    return f"Step {step.number + 1:,} of {step.count:,}: {moved}."


def _come(comes: list[str]) -> str:
    return "come" if len(comes) > 1 or comes[0].startswith("weights") else "comes"


def _stay(names: list[Operand]) -> str:
    return "stay" if len(names) > 1 or names == ["weights"] else "stays"


def _links(request: SocRequest, step: TileStep) -> tuple[Link, ...]:
    last = step.count - 1
    wanted = (
        ("First", 0), ("Previous", step.number - 1), ("Next", step.number + 1), ("Last", last),
    )  # fmt: skip
    return tuple(
        Link(title, request.with_values(step=str(number + 1)).address("tile-picture"))
        for title, number in wanted
        if 0 <= number <= last and number != step.number
    )
