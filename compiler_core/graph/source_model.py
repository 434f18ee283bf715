"""The model that a compilation starts from, and what is known about it beyond its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.evaluation.light import LIGHT_MODELS
from compiler_core.graph.evaluation.shipped import ShippedModel, shipped_models
from compiler_core.graph.expected_inputs.search import expected_of
from compiler_core.graph.importing.limits import SHIPPED_LIMITS, UPLOAD_LIMITS
from compiler_core.graph.importing.reader import (
    ImportedModel,
    import_model,
    import_path,
    value_report,
)
from compiler_core.graph.importing.report import OperatorCount, ProfileRow
from compiler_core.graph.importing.size_settings import axis_sizes
from compiler_core.graph.picture_input.in_graph import PixelInput, pixel_input
from compiler_core.graph.picture_input.settings import LARGEST_SIDE, PictureSettings
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.sizes import constant_bytes
from compiler_core.named_files import no_file_words
from compiler_core.near_names import near_name

# What ImageNet's networks are usually trained with: mean and deviation of its pictures (0 to 1).
_MEAN = (0.485, 0.456, 0.406)
_DEVIATION = (0.229, 0.224, 0.225)
_CHANNELS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceModel:
    """The network that a compilation starts from."""

    id: str
    """Name of a model that ships; empty for a file."""
    title: str
    """For people; of a file its name."""
    imported: ImportedModel
    """The network behind the importer, with its report."""
    picture: PictureSettings | None
    """How it wants pictures, None when its input is no picture."""
    assumed: bool
    """True when that is the usual way and nothing in the file says so."""
    classes: tuple[str, ...]
    """What the outputs stand for, if known."""
    trained: bool
    """Whether its answers mean something."""
    pixels: PixelInput | None = None
    """How it prepares its picture itself, None where that is done before."""
    profile: tuple[ProfileRow, ...] = ()
    """What the least, the usual and the largest sizes ask for, where such are given."""


def source_model(name: str, settings: CompileSettings, others: Iterable[str] = ()) -> SourceModel:
    """A model that ships, by its name, else the file at this path; with its preparation of
    pictures as the settings choose. others: names that the caller knows beside these.

    Raises UnknownName for neither, and as `import_model` does.
    """
    source = _named(name, settings, others)
    if source.picture is None:
        return source
    if (source.imported.report.inputs[0].shape or (1,))[0] > 1:
        # The nodes that prepare a picture read one.
        return source
    pixels = pixel_input(source.imported.model, source.picture, settings.preprocessing)
    return source if pixels is None else _reading_pixels(source, pixels)


def _reading_pixels(source: SourceModel, pixels: PixelInput) -> SourceModel:
    model = pixels.folded.model
    report = replace(source.imported.report, inputs=tuple(map(value_report, model.graph.inputs)))
    return replace(source, imported=ImportedModel(model, report), pixels=pixels)


def _named(name: str, settings: CompileSettings, others: Iterable[str]) -> SourceModel:
    for shipped in shipped_models():
        if shipped.id == name:
            return _shipped(shipped, settings)
    for light in LIGHT_MODELS:
        if light.id == name:
            imported = import_model(
                light.content(), usual_sizes(settings), _supported(), SHIPPED_LIMITS
            )
            return _unknown(light.id, light.title, imported, settings)
    path = Path(name)
    if not path.is_file():
        raise UnknownName(no_file_words(path), _advice(path, others))
    source = _unknown("", path.name, _read(path, usual_sizes(settings)), settings)
    return replace(source, profile=_profile(path, settings))


def _advice(path: Path, others: Iterable[str]) -> str:
    here = [model.id for model in shipped_models()]
    names = tuple(dict.fromkeys((*here, *(light.id for light in LIGHT_MODELS), *others)))
    near = near_name(path.stem.lower(), names)
    meant = f"Did you mean {near}? " if near else ""
    return f"{meant}Give the path of an ONNX model, or a name: {', '.join(names)}."


def usual_sizes(settings: CompileSettings) -> dict[str, int]:
    """Of open axes, by name: what the program is built for."""
    return {size.name: size.usual for size in axis_sizes(settings.sizes)}


def _profile(path: Path, settings: CompileSettings) -> tuple[ProfileRow, ...]:
    """The file read with the least, the usual and the largest sizes; none without a profile."""
    sizes = axis_sizes(settings.sizes)
    if all(size.least == size.largest for size in sizes):
        return ()
    chosen = (
        ("least", {axis.name: axis.least for axis in sizes}),
        ("usual", {dimension.name: dimension.usual for dimension in sizes}),
        ("largest", {extent.name: extent.largest for extent in sizes}),
    )
    return tuple(_profile_row(path, which, given) for which, given in chosen)


def _profile_row(path: Path, which: str, sizes: dict[str, int]) -> ProfileRow:
    words = ", ".join(f"{name} = {size}" for name, size in sizes.items())
    try:
        imported = _read(path, sizes)
    except InputError as error:
        return ProfileRow(which, words, 0, 0, str(error))
    values = (value for node in imported.model.graph for value in node.outputs)
    tensors = [
        prod(value.shape.numpy()) * value.dtype.itemsize
        for value in values
        if value.shape is not None and value.dtype is not None and value.shape.is_static()
    ]
    largest = int(max(tensors, default=0))
    return ProfileRow(which, words, imported.report.multiplies, largest, "")


def _shipped(shipped: ShippedModel, settings: CompileSettings) -> SourceModel:
    imported = _with_weights(_read(shipped.path, usual_sizes(settings)), settings)
    trained = settings.weights == "file"
    return SourceModel(
        id=shipped.id,
        title=shipped.title,
        imported=imported,
        picture=shipped.settings,
        assumed=False,
        classes=shipped.classes,
        trained=trained,
    )


def _unknown(
    name: str, title: str, imported: ImportedModel, settings: CompileSettings
) -> SourceModel:
    picture = usual_picture(imported)
    return SourceModel(
        id=name,
        title=title,
        imported=_with_weights(imported, settings),
        picture=picture,
        assumed=picture is not None,
        classes=(),
        trained=False,
    )


def _read(path: Path, sizes: Mapping[str, int]) -> ImportedModel:
    return import_path(path, sizes, supported=_supported(), limits=UPLOAD_LIMITS)


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
        parameters=sum(constant.size for constant in constants if constant is not None),
        parameter_bytes=constant_bytes(model),
        operators=tuple(OperatorCount(*item) for item in counts.most_common()),
    )
    return ImportedModel(model, report)


def usual_picture(imported: ImportedModel) -> PictureSettings | None:
    """How networks with such an input usually want pictures; None for an input that is no picture.

    One float input of three channels, first or last. Where its first nodes scale bytes, it gets
    these as floats of 0 to 255; else its numbers are taken to be normalised as for ImageNet, which
    nothing in an ONNX file says.
    """
    inputs = imported.report.inputs
    shape = inputs[0].shape if len(inputs) == 1 else None
    if shape is None or len(shape) != 4 or inputs[0].element_type != "float32":
        return None
    _, first, middle, last = shape
    if first == _CHANNELS and max(middle, last) <= LARGEST_SIDE:
        usual = PictureSettings(width=last, height=middle, mean=_MEAN, deviation=_DEVIATION)
    elif last == _CHANNELS and max(first, middle) <= LARGEST_SIDE:
        usual = PictureSettings(
            width=middle, height=first, mean=_MEAN, deviation=_DEVIATION, layout="NHWC"
        )
    else:
        return None
    expected = expected_of(imported.model).get(inputs[0].name)
    return usual.of_bytes() if expected is not None and expected.of_bytes else usual
