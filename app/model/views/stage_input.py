"""Stage 1: the picture after each step, where its numbers lie in memory, who copies it."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from app.drawing.views.picture import Bar, Picture
from app.model.views.model_measures import Measured, MeasureRow, measure_rows, number_row
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.graph.picture_input.camera_buffer import MODELLED, BufferOption
from compiler_core.graph.picture_input.layouts import MemoryLayout, PlacedElement
from compiler_core.graph.picture_input.prepare import PreparationStep
from compiler_core.graph.pipeline.input_stage import InGraph, InputDetails

CELL = 26
ROW_LENGTH = 16
CHANNEL_LETTERS = "RGB"
CHOICE_ANCHOR = "in-graph-title"
FOLDING_IDEA = (
    "(p × scale − mean) / deviation is (p − mean / scale) × (scale / deviation): one Sub and one "
    "Mul, before them the change from bytes to floats and from pixel to channel order."
)
_BEFORE_THE_PROGRAM = ("decode", "fit", "camera")
_BEFORE, _INSIDE = "before the program", "in the graph"
_LATE = "What is missing is still being measured."
_NOT_STARTED = "The program with the picture prepared outside has not been compiled yet."
_ASSUMED = (
    "Nothing in an ONNX file says how its pictures are normalised. As for most networks of this "
    "kind, ImageNet's mean and deviation are taken."
)
_OF_BYTES = (
    "The network's first nodes multiply its pixels by about 1/255 to 1/57 themselves, so it gets "
    "the bytes' own numbers, 0 to 255, as floats."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureStep:
    """One step in which a picture becomes the network's input."""

    title: str
    """Of the step in words."""
    sentence: str
    """What the step does."""
    picture: str
    """Data address of a small picture after the step."""
    facts: str
    """Shape, type, bytes, range."""
    sample: tuple[tuple[str, ...], ...]
    """Rows of the first values after the step, as text."""
    classes: str
    """CSS class `is-idle` where the step changed nothing, else empty."""
    place: str
    """Who does it, "" where all is done before the program."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutView:
    """One order of memory: the first places in order, the formula of an address."""

    name: str
    """Of the order, as `NCHW`."""
    formula: str
    """Address of an element from its row, column and channel."""
    sentence: str
    """Who uses this order, or why."""
    picture: Picture
    """The first places of memory, 16 in a row, with the letters of their channels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InGraphView:
    """What it changes that the graph prepares the picture."""

    sentence: str
    """What the program reads and how many nodes prepare it."""
    rows: tuple[MeasureRow, ...]
    """Input bytes and measured numbers, outside beside inside."""
    waiting: str
    """What is not measured yet."""
    before: str
    """Address of the page with the picture prepared outside."""
    again: str
    """Address of this page."""
    passes: str
    """Address of the pass that adds these nodes, at stage 3."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputView:
    """A network's input, as the first stage shows it."""

    assumed: str
    """Why its numbers are as they are, where nobody said how."""
    own: bool
    """Whether the picture is the reader's."""
    steps: tuple[PictureStep, ...]
    """From the picture as it came to the network's input."""
    layouts: tuple[LayoutView, ...]
    """The input's first elements in each order of memory."""
    buffers: tuple[BufferOption, ...]
    """Ways to hand a camera's picture over."""
    modelled: str
    """A sentence that says the bytes of `buffers` are modelled."""
    in_graph: InGraphView | None = None
    """None where the picture is prepared before the program."""


def input_view(
    request: ModelRequest, details: InputDetails, measured: Measured | None = None
) -> InputView:
    """The view of what the stage did. measured: the run with the picture prepared outside, and this
    one, where they differ.
    """
    folded = details.in_graph
    return InputView(
        assumed=_assumed(details),
        own=details.own,
        steps=tuple(_step(step, folded) for step in details.steps),
        layouts=tuple(_layout(layout) for layout in details.layouts),
        buffers=details.buffers,
        modelled=MODELLED,
        in_graph=_in_graph(request, folded, measured) if folded and measured else None,
    )


def _assumed(details: InputDetails) -> str:
    """What the picture's numbers rest on, where no one has said how they are prepared."""
    if not details.assumed:
        return ""
    return _OF_BYTES if details.settings.keeps_bytes else _ASSUMED


def _in_graph(request: ModelRequest, folded: InGraph, measured: Measured) -> InGraphView:
    before = request.with_settings(preprocessing="outside")
    height, width = folded.camera
    size = number_row("Input, bytes", folded.bytes_before, folded.bytes_after)
    late = _LATE if measured.late else ""
    return InGraphView(
        sentence=f"The program reads {folded.input}, {width} × {height} pixels as the camera "
        f"writes them. {count(len(folded.nodes), 'node')} before the network's own do what the "
        "processor did.",
        rows=(size, *measure_rows(measured)),
        waiting=late if measured.before.started else _NOT_STARTED,
        before=before.address(),
        again=request.address(CHOICE_ANCHOR),
        passes=request.at_stage("passes").changed(step=1).address("step"),
    )


def first_picture(details: InputDetails) -> str:
    """The picture as it came, as a data address."""
    return _address(details.steps[0].thumbnail) if details.steps else ""


def sized_picture(details: InputDetails) -> str:
    """The picture in the size that the network reads, as a data address; empty for none."""
    sized = [step for step in details.steps if step.name in ("camera", "resize")]
    return _address(sized[0].thumbnail) if sized else ""


def _address(thumbnail: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(thumbnail).decode()}"


def _place(step: PreparationStep, folded: InGraph | None) -> str:
    """Who does a step where the graph prepares the picture."""
    if folded is None:
        return ""
    size = step.name == "resize" and not any(
        "Resize" in node or "Pool" in node for node in folded.nodes
    )
    return _BEFORE if step.name in _BEFORE_THE_PROGRAM or size else _INSIDE


def _step(step: PreparationStep, folded: InGraph | None) -> PictureStep:
    shape = " × ".join(str(size) for size in step.shape)
    facts = (
        f"{shape} {step.element_type}, {count(step.bytes, 'byte')}, "
        f"{step.minimum:.3g} to {step.maximum:.3g}"
    )
    sample = tuple(tuple(f"{value:.3g}" for value in row) for row in step.sample)
    return PictureStep(
        title=step.title,
        sentence=step.sentence,
        picture=_address(step.thumbnail),
        facts=facts,
        sample=sample,
        classes="" if step.changed else "is-idle",
        place=_place(step, folded),
    )


def _layout(layout: MemoryLayout) -> LayoutView:
    size = max(element.offset for element in layout.elements) + 1
    rows = -(-size // ROW_LENGTH)
    picture = Picture(
        title=f"The elements in the order of addresses, {layout.name}",
        width=ROW_LENGTH * CELL,
        height=rows * CELL,
        bars=tuple(map(_cell, layout.elements)),
    )
    return LayoutView(
        name=layout.name,
        formula=layout.formula,
        sentence=layout.sentence,
        picture=picture,
    )


def _cell(slot: PlacedElement) -> Bar:
    row, column = divmod(slot.offset, ROW_LENGTH)
    letter = CHANNEL_LETTERS[slot.channel]
    return Bar(
        x=column * CELL,
        y=row * CELL,
        width=CELL - 2,
        height=CELL - 2,
        classes=f"channel-{slot.channel}",
        title=f"place {slot.offset}: {letter} of row {slot.row}, column {slot.column}",
        label=letter,
        label_x=column * CELL + CELL // 2,
        label_y=row * CELL + 17,
    )
