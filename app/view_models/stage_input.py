"""Stage 1: the picture after each step, where its numbers lie in memory, who copies it."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from app.view_models.words import count
from compiler_core.graph.picture_input.camera_buffer import MODELLED, BufferOption
from compiler_core.graph.picture_input.layouts import MemoryLayout
from compiler_core.graph.picture_input.prepare import PreparationStep
from compiler_core.graph.pipeline.input_stage import InputDetails

CELL = 26
ROW_LENGTH = 16
CHANNEL_LETTERS = "RGB"
_ASSUMED = (
    "Nothing in an ONNX file says how its pictures are normalised. As for most networks of this "
    "kind, ImageNet's mean and deviation are taken."
)


@dataclass(frozen=True, slots=True)
class PictureStep:
    """picture: a data address. facts: shape, type, bytes, range. sample: the first values."""

    title: str
    sentence: str
    picture: str
    facts: str
    sample: tuple[tuple[str, ...], ...]
    classes: str


@dataclass(frozen=True, slots=True)
class MemoryCell:
    """One element at its place: position in the drawing, what it is; classes by channel."""

    x: int
    y: int
    text_x: int
    text_y: int
    text: str
    title: str
    classes: str


@dataclass(frozen=True, slots=True)
class LayoutView:
    """One order of memory: the first places in order, the formula of an address."""

    name: str
    formula: str
    sentence: str
    cells: tuple[MemoryCell, ...]
    box: str
    width: int
    height: int
    cell: int


@dataclass(frozen=True, slots=True)
class BufferRow:
    """A way from camera to accelerator, with modelled bytes."""

    title: str
    sentence: str
    copied: str
    traffic: str
    read: str
    lines: str


@dataclass(frozen=True, slots=True)
class InputView:
    """assumed: said when nothing in the file tells how pictures are normalised."""

    assumed: str
    own: bool
    steps: tuple[PictureStep, ...]
    layouts: tuple[LayoutView, ...]
    buffers: tuple[BufferRow, ...]
    modelled: str


def input_view(details: InputDetails) -> InputView:
    """The view of what the stage did."""
    return InputView(
        assumed=_ASSUMED if details.assumed else "",
        own=details.own,
        steps=tuple(_step(one) for one in details.steps),
        layouts=tuple(_layout(one) for one in details.layouts),
        buffers=tuple(_buffer(one) for one in details.buffers),
        modelled=MODELLED,
    )


def first_picture(details: InputDetails) -> str:
    """The picture as it came, as a data address."""
    return _address(details.steps[0].thumbnail) if details.steps else ""


def _address(thumbnail: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(thumbnail).decode()}"


def _step(step: PreparationStep) -> PictureStep:
    shape = " × ".join(str(size) for size in step.shape)
    facts = (
        f"{shape} {step.element_type}, {count(step.bytes, 'byte')}, "
        f"{step.minimum:.3g} to {step.maximum:.3g}"
    )
    sample = tuple(tuple(f"{value:.3g}" for value in row) for row in step.sample)
    return PictureStep(
        step.title, step.sentence, _address(step.thumbnail), facts, sample,
        "" if step.changed else "is-idle",
    )  # fmt: skip


def _layout(layout: MemoryLayout) -> LayoutView:
    size = max(one.offset for one in layout.elements) + 1
    rows = -(-size // ROW_LENGTH)
    cells = tuple(
        MemoryCell(
            one.offset % ROW_LENGTH * CELL, one.offset // ROW_LENGTH * CELL,
            one.offset % ROW_LENGTH * CELL + CELL // 2, one.offset // ROW_LENGTH * CELL + 17,
            CHANNEL_LETTERS[one.channel],
            f"place {one.offset}: {CHANNEL_LETTERS[one.channel]} of row {one.row}, "
            f"column {one.column}",
            f"channel-{one.channel}",
        )
        for one in layout.elements
    )  # fmt: skip
    width, height = ROW_LENGTH * CELL, rows * CELL
    return LayoutView(
        layout.name, layout.formula, layout.sentence, cells, f"0 0 {width} {height}", width, height,
        CELL - 2,
    )  # fmt: skip


def _buffer(option: BufferOption) -> BufferRow:
    numbers = (option.copied, option.memory_traffic, option.input, option.cache_lines)
    return BufferRow(option.title, option.sentence, *(f"{number:,}" for number in numbers))
