"""Stage 1: the picture becomes a tensor, before the program or in the graph itself."""

from __future__ import annotations

from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.amounts import count
from compiler_core.errors import InputError
from compiler_core.graph.emission.operators import refusal_of
from compiler_core.graph.evaluation.splits import split
from compiler_core.graph.expected_inputs.search import expected_of
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.picture_input.camera_buffer import BufferOption, buffer_options
from compiler_core.graph.picture_input.folded_comparison import FoldedComparison, compare_folded
from compiler_core.graph.picture_input.in_graph import PixelInput, sized
from compiler_core.graph.picture_input.layouts import MemoryLayout, memory_layouts
from compiler_core.graph.picture_input.prepare import PreparationStep
from compiler_core.graph.picture_input.settings import PictureSettings
from compiler_core.graph.pipeline.state import Advance, PipelineState, StageEnd
from compiler_core.pipelines.stages import StageFile, StageResult, StageWarning
from compiler_core.trace import Step

# The patch whose addresses are drawn: its colours, and its height and width.
PATCH_CHANNELS = 3
PATCH_SIDE = 4
PASS_NAME = "fold-preprocessing"
# Pictures of the calibration split, drawn already, that both networks are asked about; a large
# network is asked less.
_COMPARED = 32
_FEWER_COMPARED = 2
_LARGE_MULTIPLIES = 1 << 28
# Of a network with many inputs, so many are told what they get.
_EXPLAINED = 4
_UNLESS = "Unless stage 3 removes {}, stage 4 or 6 ends there: no program can be written."


@dataclass(frozen=True, slots=True, kw_only=True)
class InGraph:
    """The preparation as nodes."""

    input: str
    """Name of the input that takes the picture."""
    camera: tuple[int, int]
    """Height and width of the picture it reads."""
    bytes_before: int
    """Size of the prepared tensor that the network would read otherwise."""
    bytes_after: int
    """Size of the camera's picture, which the program reads."""
    nodes: tuple[str, ...]
    """Names of the nodes that prepare it, in order."""
    comparison: FoldedComparison
    """With the network that reads a prepared tensor."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InputDetails:
    """What the input stage of a network has to tell."""

    settings: PictureSettings
    """How the network wants its picture; assumed when only by custom."""
    assumed: bool
    """Whether the settings are only the usual ones, as nothing in the file says how."""
    own: bool
    """Whether the picture is the reader's."""
    steps: tuple[PreparationStep, ...]
    """From the picture's file to the tensor, in order."""
    layouts: tuple[MemoryLayout, ...]
    """How a small tensor lies in memory, channels first and channels last."""
    buffers: tuple[BufferOption, ...]
    """Ways for a camera to hand the picture over, with modelled bytes."""
    in_graph: InGraph | None = None
    """None where the picture is prepared before the program."""


def input_stage(state: PipelineState, _: Advance) -> StageEnd:
    """Prepare the picture; a model whose input is no picture gets random numbers, and says so."""
    picture, settings = state.inputs.picture, state.source.picture
    if picture is None or settings is None:
        return StageEnd(
            state,
            StageResult(stage="input", sentence=_no_picture(state), warnings=_warnings(state)),
        )
    pixels = state.source.pixels
    in_graph = _in_graph(state, settings, pixels) if pixels else None
    details = InputDetails(
        settings=settings,
        assumed=state.source.assumed,
        own=state.inputs.own,
        steps=picture.steps,
        layouts=memory_layouts(PATCH_CHANNELS, PATCH_SIDE, PATCH_SIDE),
        buffers=buffer_options(settings),
        in_graph=in_graph,
    )
    (given,) = state.inputs.run.values()
    shape = " × ".join(str(size) for size in given.shape)
    sentence = (
        f"{'Your' if state.inputs.own else 'A drawn'} {picture.format} picture became {shape} "
        f"numbers of {given.dtype}: {given.nbytes:,} bytes."
    )
    if in_graph:
        does = "does" if len(in_graph.nodes) == 1 else "do"
        sentence += f" {count(len(in_graph.nodes), 'node')} of the graph {does} the rest."
    result = StageResult(
        stage="input",
        sentence=sentence,
        steps=(_step(pixels),) if pixels else (),
        details=details,
        metrics={"bytes": float(given.nbytes)},
        files=(StageFile("input.raw", "application/octet-stream", given.tobytes()),),
        checked=in_graph.comparison.sentence if in_graph else "",
        held=in_graph.comparison.same if in_graph else True,
        warnings=_warnings(state),
    )
    return StageEnd(state, result)


def _no_picture(state: PipelineState) -> str:
    """That the inputs get random numbers, and which, where the network's nodes say so."""
    names = tuple(state.inputs.run)
    what = (
        f"The input {names[0]} is no picture of three colours, so it is"
        if len(names) == 1
        else f"The inputs {', '.join(names)} are no pictures of three colours, so they are"
    )
    expected = list(expected_of(state.source.imported.model).items())[:_EXPLAINED]
    reasons = (f"{name} gets {expectation.sentence}." for name, expectation in expected)
    return " ".join((f"{what} fed with random numbers.", *reasons))


def _warnings(state: PipelineState) -> tuple[StageWarning, ...]:
    """Nodes without code: a pass may still fold or remove them, else stage 6 fails."""
    unsupported = state.source.imported.report.unsupported
    kinds = {(unwritten.domain, unwritten.operator) for unwritten in unsupported}
    operators = tuple(
        StageWarning(
            f"{gap.operator} cannot be compiled here. {gap.reason} "
            + _UNLESS.format("its node" if len(gap.nodes) == 1 else f"its {len(gap.nodes)} nodes"),
            gap.nodes[0],
        )
        for gap in unsupported
    )
    return operators + tuple(
        StageWarning(f"{reason} {_UNLESS.format('the node')}", node.name or "")
        for node in state.model.graph
        if (node.domain, node.op_type) not in kinds and (reason := _refusal(node))
    )


def _refusal(node: ir.Node) -> str:
    """Why there is no code for this very node, whose operator is known."""
    try:
        return refusal_of(node)
    except InputError as error:
        return str(error)


def _in_graph(state: PipelineState, settings: PictureSettings, pixels: PixelInput) -> InGraph:
    """The nodes, and whether both networks say the same of pictures."""
    small = state.source.imported.report.multiplies <= _LARGE_MULTIPLIES
    pictures = split("calibration").pictures[: _COMPARED if small else _FEWER_COMPARED]
    seen = sized(pictures, *pixels.camera)
    comparison = compare_folded(pixels.original, pixels.folded.model, settings, seen)
    folded = pixels.folded
    return InGraph(
        input=pixels.name,
        camera=pixels.camera,
        bytes_before=folded.bytes_before,
        bytes_after=folded.bytes_after,
        nodes=folded.nodes,
        comparison=comparison,
    )


def _step(pixels: PixelInput) -> Step:
    """The nodes that came before the network's own."""
    before = snapshot_of(pixels.original, "reads a prepared tensor")
    after = snapshot_of(pixels.folded.model, "reads pixels")
    metrics = {"nodes_before": float(len(before.lines)), "nodes_after": float(len(after.lines))}
    return Step(PASS_NAME, "graph", True, before, after, pixels.folded.changes, (), metrics)
