"""The model that a compilation starts from, and what is known about it beyond its file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from compiler_core.graph.evaluation.light import LIGHT_MODELS
from compiler_core.graph.evaluation.shipped import ShippedModel, shipped_models
from compiler_core.graph.importing.limits import SHIPPED_LIMITS, UPLOAD_LIMITS, ImportLimits
from compiler_core.graph.importing.reader import (
    ImportedModel,
    import_model,
    import_path,
    value_report,
)
from compiler_core.graph.importing.report import OperatorCount
from compiler_core.graph.picture_input.in_graph import PixelInput, pixel_input
from compiler_core.graph.picture_input.settings import LARGEST_SIDE, PictureSettings
from compiler_core.graph.settings import CompileSettings

# What ImageNet's networks are usually trained with: mean and deviation of its pictures (0 to 1).
_MEAN = (0.485, 0.456, 0.406)
_DEVIATION = (0.229, 0.224, 0.225)
_CHANNELS = 3


@dataclass(frozen=True, slots=True)
class SourceModel:
    """id: of a model that ships, "" for a file. picture: how it wants pictures, None when its input
    is no picture. assumed: True when that is the usual way and nothing in the file says so.
    classes: what the outputs stand for, if known. trained: whether its answers mean something.
    pixels: how it prepares its picture itself, None where that is done before.
    """

    id: str
    title: str
    imported: ImportedModel
    picture: PictureSettings | None
    assumed: bool
    classes: tuple[str, ...]
    trained: bool
    pixels: PixelInput | None = None


def source_model(name: str, settings: CompileSettings) -> SourceModel:
    """A model that ships, by its name, else the file at this path; with its preparation of
    pictures as the settings choose.

    Raises UnknownName for neither, and as `import_model` does.
    """
    source = _named(name, settings)
    if source.picture is None:
        return source
    pixels = pixel_input(source.imported.model, source.picture, settings.preprocessing)
    return source if pixels is None else _reading_pixels(source, pixels)


def _reading_pixels(source: SourceModel, pixels: PixelInput) -> SourceModel:
    model = pixels.folded.model
    report = replace(source.imported.report, inputs=tuple(map(value_report, model.graph.inputs)))
    return replace(source, imported=ImportedModel(model, report), pixels=pixels)


def _named(name: str, settings: CompileSettings) -> SourceModel:
    for shipped in shipped_models():
        if shipped.id == name:
            return _shipped(shipped, settings)
    for light in LIGHT_MODELS:
        if light.id == name:
            imported = import_model(light.content(), supported=_supported(), limits=SHIPPED_LIMITS)
            return _unknown(light.id, light.title, imported, settings)
    path = Path(name)
    return _unknown("", path.name, _read(path), settings)


def _shipped(shipped: ShippedModel, settings: CompileSettings) -> SourceModel:
    imported = _with_weights(_read(shipped.path), settings)
    trained = settings.weights == "file"
    return SourceModel(
        shipped.id, shipped.title, imported, shipped.settings, False, shipped.classes, trained
    )


def _unknown(
    name: str, title: str, imported: ImportedModel, settings: CompileSettings
) -> SourceModel:
    picture = usual_picture(imported)
    return SourceModel(
        name, title, _with_weights(imported, settings), picture, picture is not None, (), False
    )


def _read(path: Path, limits: ImportLimits = UPLOAD_LIMITS) -> ImportedModel:
    return import_path(path, supported=_supported(), limits=limits)


def _supported() -> frozenset[tuple[str, str]]:
    from compiler_core.graph.emission.operators import SUPPORTED_OPERATORS

    return SUPPORTED_OPERATORS


def _with_weights(imported: ImportedModel, settings: CompileSettings) -> ImportedModel:
    if settings.weights == "file":
        return imported
    from compiler_core.graph.evaluation.random_weights import with_random_weights

    model = with_random_weights(imported.model, settings.seed)
    constants = [value.const_value for value in model.graph.initializers.values()]
    counts = Counter(node.op_type for node in model.graph)
    report = replace(
        imported.report,
        parameters=sum(one.size for one in constants if one is not None),
        parameter_bytes=sum(one.nbytes for one in constants if one is not None),
        operators=tuple(OperatorCount(*item) for item in counts.most_common()),
    )
    return ImportedModel(model, report)


def usual_picture(imported: ImportedModel) -> PictureSettings | None:
    """How networks with such an input usually want pictures; None for an input that is no picture.

    One float input of three channels, first or last; its numbers are taken to be normalised as for
    ImageNet, which nothing in an ONNX file says.
    """
    inputs = imported.report.inputs
    shape = inputs[0].shape if len(inputs) == 1 else None
    if shape is None or len(shape) != 4 or inputs[0].element_type != "float32":
        return None
    _, first, middle, last = shape
    if first == _CHANNELS and max(middle, last) <= LARGEST_SIDE:
        return PictureSettings(last, middle, mean=_MEAN, deviation=_DEVIATION)
    if last == _CHANNELS and max(first, middle) <= LARGEST_SIDE:
        return PictureSettings(middle, first, mean=_MEAN, deviation=_DEVIATION, layout="NHWC")
    return None
