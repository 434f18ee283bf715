"""Stage 1: the picture becomes a tensor."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.picture_input.camera_buffer import BufferOption, buffer_options
from compiler_core.graph.picture_input.layouts import MemoryLayout, memory_layouts
from compiler_core.graph.picture_input.prepare import PreparationStep
from compiler_core.graph.picture_input.settings import PictureSettings
from compiler_core.graph.pipeline.state import Advance, PipelineState, StageEnd
from compiler_core.stages import StageFile, StageResult

# The patch whose addresses are drawn: its colours, and its height and width.
PATCH_CHANNELS = 3
PATCH_SIDE = 4


@dataclass(frozen=True, slots=True)
class InputDetails:
    """settings: how the network wants its picture; assumed when only by custom. own: whether the
    picture is the reader's.
    """

    settings: PictureSettings
    assumed: bool
    own: bool
    steps: tuple[PreparationStep, ...]
    layouts: tuple[MemoryLayout, ...]
    buffers: tuple[BufferOption, ...]


def input_stage(state: PipelineState, _: Advance) -> StageEnd:
    """Prepare the picture; a model whose input is no picture gets random numbers, and says so."""
    picture, settings = state.inputs.picture, state.source.picture
    if picture is None or settings is None:
        names = ", ".join(state.inputs.run)
        sentence = (
            f"The input {names} is no picture of three colours, so it is fed with random numbers."
        )
        return StageEnd(state, StageResult("input", sentence))
    layouts = memory_layouts(PATCH_CHANNELS, PATCH_SIDE, PATCH_SIDE)
    details = InputDetails(
        settings, state.source.assumed, state.inputs.own, picture.steps, layouts,
        buffer_options(settings),
    )  # fmt: skip
    shape = " × ".join(str(size) for size in picture.tensor.shape)
    sentence = (
        f"{'Your' if state.inputs.own else 'A drawn'} {picture.format} picture became {shape} "
        f"numbers of float32: {picture.tensor.nbytes:,} bytes."
    )
    metrics = {"bytes": float(picture.tensor.nbytes)}
    file = StageFile("input.raw", "application/octet-stream", picture.tensor.tobytes())
    return StageEnd(state, StageResult("input", sentence, (), details, metrics, (file,)))
