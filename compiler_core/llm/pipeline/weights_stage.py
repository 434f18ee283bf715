"""Stage 3: weights of fewer bits: the new file, the error of each tensor, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from compiler_core.llm.block_formats.formats import BLOCK_FORMATS, block_format
from compiler_core.llm.block_formats.layout import BlockPicture, block_picture
from compiler_core.llm.converting.convert import convert_model
from compiler_core.llm.converting.records import Conversion, ConversionSettings
from compiler_core.llm.evaluation.shipped import calibration_text
from compiler_core.llm.inspection import inspect_model
from compiler_core.llm.pipeline.files import kept_file
from compiler_core.llm.pipeline.perplexities import MeasuredType
from compiler_core.llm.pipeline.state import Advance, LanguageState, StageEnd
from compiler_core.llm.pipeline.walks import awq_curve_of, gptq_walk_of
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.records import ModelHeader
from compiler_core.llm.tensors import load_tensor, raw_tensor
from compiler_core.llm.weight_quantisation.error_record import TensorError
from compiler_core.llm.weight_quantisation.recipes import recipe_named, type_of_tensor
from compiler_core.llm.weight_quantisation.records import AwqCurve, GptqWalk
from compiler_core.pipelines.stages import StageResult

PICTURES_KEPT = 24
BLOCK_TYPES = frozenset(form.name for form in BLOCK_FORMATS)


@dataclass(frozen=True, slots=True)
class PlannedTensor:
    """A tensor's type by the recipe, and why. before: the type it has in the file."""

    name: str
    before: str
    type: str
    reason: str


@dataclass(frozen=True, slots=True)
class TensorPicture:
    """The block of a tensor with the largest error, byte by byte."""

    tensor: str
    picture: BlockPicture


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightsDetails:
    """What the stage that rounds a language model's weights has to tell."""

    planned: tuple[PlannedTensor, ...]
    """The type that each tensor gets, and why."""
    errors: tuple[TensorError, ...]
    """Empty where only a header is there, or nothing was rounded."""
    pictures: tuple[TensorPicture, ...]
    """Blocks with the largest error, byte by byte; empty where only a header is there."""
    measured: MeasuredType | None
    """What the weights cost, for a model that ships with text; it comes after all stages."""
    bytes_a_token_before: int
    """Bytes that one decoded token read with the weights as they came."""
    bytes_a_token: int
    """Bytes that one decoded token reads now; 0 where only a header is there."""
    walk: GptqWalk | None
    """The chosen method on one layer, None for rounding to nearest."""
    curve: AwqCurve | None
    """The chosen method's search on one layer; None unless that method is AWQ."""
    notes: tuple[str, ...]
    """Warnings of the conversion, in sentences."""


def weights_stage(state: LanguageState, advance: Advance) -> StageEnd:
    """Write the weights in the chosen type. With a header alone only the plan is made."""
    planned = _planned(state)
    before = inspect_model(state.header).bytes_per_token
    if state.plain is None:
        return StageEnd(state, _of_a_header_alone(planned, before))
    advance("rounding weights", 0, 3)
    path = state.directory / f"model-{state.settings.type}.gguf"
    conversion = convert_model(state.plain, path, _request(state))
    header = read_header(path)
    advance("drawing blocks", 1, 3)
    pictures = tuple(_pictures(state, state.plain, header, path, conversion))
    advance("stepping through one layer", 2, 3)
    details = WeightsDetails(
        planned=planned,
        errors=conversion.errors,
        pictures=pictures,
        measured=None,
        bytes_a_token_before=before,
        bytes_a_token=inspect_model(header).bytes_per_token,
        walk=gptq_walk_of(state),
        curve=awq_curve_of(state),
        notes=conversion.warnings,
    )
    metrics = {
        "bytes_per_token": float(details.bytes_a_token),
        "bytes_per_token_before": float(before),
    }
    result = StageResult(
        stage="weights",
        sentence=_sentence(details),
        details=details,
        metrics=metrics,
        files=kept_file(path),
    )
    return StageEnd(replace(state, header=header, compiled=path), result)


def _of_a_header_alone(planned: tuple[PlannedTensor, ...], bytes_a_token: int) -> StageResult:
    details = WeightsDetails(
        planned=planned,
        errors=(),
        pictures=(),
        measured=None,
        bytes_a_token_before=bytes_a_token,
        bytes_a_token=0,
        walk=None,
        curve=None,
        notes=(),
    )
    sentence = "Only the header is here: this is which type each tensor would get, and why."
    return StageResult(stage="weights", sentence=sentence, details=details)


def _request(state: LanguageState) -> ConversionSettings:
    settings = state.settings
    text = calibration_text() if settings.method != "rtn" else ""
    return ConversionSettings(settings.type, settings.method, text, settings.group)


def _planned(state: LanguageState) -> tuple[PlannedTensor, ...]:
    header, recipe = state.header, recipe_named(state.settings.type)
    chosen = (
        (tensor, type_of_tensor(tensor.name, tensor.shape, recipe, header.configuration))
        for tensor in header.tensors
    )
    return tuple(
        PlannedTensor(row.name, row.type, choice.type, choice.reason) for row, choice in chosen
    )


def _pictures(
    state: LanguageState, plain: Path, header: ModelHeader, path: Path, conversion: Conversion
) -> list[TensorPicture]:
    """Of each tensor in blocks the worst block, of the first tensors."""
    pictures = []
    for error in conversion.errors:
        if error.type not in BLOCK_TYPES or len(pictures) == PICTURES_KEPT:
            continue
        format_ = block_format(error.type)
        values = load_tensor(state.header, plain, error.name)
        values = values.reshape(-1, values.shape[-1])
        raw = raw_tensor(header, path, error.name).reshape(len(values), -1)
        row, block = error.worst_row, error.worst_block
        cut = values[row, block * format_.values :][: format_.values]
        bytes_ = np.array(raw[row, block * format_.size :][: format_.size])
        picture = block_picture(bytes_, cut, error.type, row, block)
        pictures.append(TensorPicture(error.name, picture))
    return pictures


def _sentence(details: WeightsDetails) -> str:
    share = details.bytes_a_token / max(1, details.bytes_a_token_before)
    return (
        f"Each token reads {details.bytes_a_token:,} bytes of weights instead of "
        f"{details.bytes_a_token_before:,}: {share:.0%}."
    )
