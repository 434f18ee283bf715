"""The way of a picture to the network, one step after another, with what each step leaves."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from compiler_core.graph.picture_input.decoding import DecodedPicture, decode_picture
from compiler_core.graph.picture_input.limits import UPLOAD_LIMITS, PictureLimits
from compiler_core.graph.picture_input.resampling import fitted, resized
from compiler_core.graph.picture_input.settings import PictureSettings
from compiler_core.graph.picture_input.thumbnails import thumbnail

_FITS = {
    "crop": "The middle is cut out in the network's proportions; what is outside is lost.",
    "stretch": "The picture is stretched to the network's proportions; round things become oval.",
    "pad": "Grey bars give it the network's proportions; nothing is lost, the sign gets smaller.",
}
_RESAMPLINGS = {
    "nearest": "each pixel is the one nearest to its place",
    "bilinear": "each pixel is mixed from the four around its place",
    "area": "each pixel is the mean of all that it covers",
}
_RED_FIRST = "Red, green, blue stay as decoded."
_BLUE_FIRST = "Blue comes first, as the network was trained: channels 0 and 2 change places."


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparationStep:
    """One step: what it did, and what it left."""

    name: str
    """Short and in small letters: `decode`, `resize`, `normalise`."""
    title: str
    """For people: `Mean and deviation`."""
    sentence: str
    """What it did to this picture, with its sizes and numbers."""
    shape: tuple[int, ...]
    """Sizes of the array that it left, in the order of its axes."""
    element_type: str
    """The type of the array that it left, as numpy names it: `uint8`."""
    bytes: int
    """Size of the array that it left."""
    minimum: float
    """The smallest value that it left, over all channels."""
    maximum: float
    """The largest value that it left, over all channels."""
    sample: tuple[tuple[float, ...], ...]
    """The first channel's top left values, rows of columns."""
    changed: bool
    """False where the settings ask for nothing."""
    thumbnail: builtins.bytes
    """A small picture of what it left, a PNG file."""


@dataclass(frozen=True, slots=True)
class PreparedPicture:
    """tensor: float32 in the settings' layout, batch of one. pixels: what was normalised, uint8
    [height, width, 3] RGB. seen: what the camera is taken to give. format: of the file.
    """

    tensor: np.ndarray
    pixels: np.ndarray
    seen: np.ndarray
    format: str
    steps: tuple[PreparationStep, ...]


@dataclass(frozen=True, slots=True)
class _Stage:
    """A step before it is drawn: name, title, sentence, values and whether it changed them."""

    name: str
    title: str
    sentence: str
    values: np.ndarray
    changed: bool


def prepare_picture(
    content: bytes,
    settings: PictureSettings,
    limits: PictureLimits = UPLOAD_LIMITS,
    camera: tuple[int, int] | None = None,
) -> PreparedPicture:
    """The tensor for a network. camera: height and width of what a camera gives, None for the
    network's own. Raises PictureRefused and PictureTooLarge.
    """
    decoded = decode_picture(content, limits)
    cut = fitted(decoded.pixels, settings.height, settings.width, settings.fit)
    size = (settings.height, settings.width)
    seen = resized(cut, *(camera or size), settings.resampling)
    pixels = resized(seen, *size, settings.resampling)
    stages = (
        _decoding(decoded),
        _fitting(decoded.pixels, cut, settings),
        *(() if camera in (None, size) else (_camera(cut, seen),)),
        _sizing(cut if camera in (None, size) else seen, pixels, settings),
        *_numbers(pixels, settings),
    )
    tensor = settings.tensors(pixels[None])
    steps = tuple(_step(stage, settings) for stage in stages)
    return PreparedPicture(tensor, pixels, seen, decoded.format, steps)


def _decoding(decoded: DecodedPicture) -> _Stage:
    height, width = decoded.pixels.shape[:2]
    sentence = " ".join(
        [f"The {decoded.format} file holds {width} x {height} pixels.", *decoded.notes]
    )
    return _Stage("decode", "Decode", sentence, decoded.pixels, True)


def _fitting(whole: np.ndarray, cut: np.ndarray, settings: PictureSettings) -> _Stage:
    changed = cut.shape != whole.shape
    sentence = _FITS[settings.fit] if changed or settings.fit == "stretch" else "It fits already."
    return _Stage("fit", "Proportions", sentence, cut, changed)


def _camera(cut: np.ndarray, seen: np.ndarray) -> _Stage:
    high, wide = seen.shape[:2]
    sentence = f"The program is made for a camera that gives {wide} x {high} pixels."
    return _Stage("camera", "Size of the camera's picture", sentence, seen, cut.shape != seen.shape)


def _sizing(cut: np.ndarray, pixels: np.ndarray, settings: PictureSettings) -> _Stage:
    high, wide = cut.shape[:2]
    how = _RESAMPLINGS[settings.resampling]
    return _Stage(
        "resize",
        "Resize",
        f"{wide} x {high} pixels become {settings.width} x {settings.height}: {how}."
        if cut.shape != pixels.shape
        else "It has the network's size already.",
        pixels,
        cut.shape != pixels.shape,
    )


def _numbers(pixels: np.ndarray, settings: PictureSettings) -> Iterator[_Stage]:
    """From bytes to the tensor: the same arithmetic as `PictureSettings.tensors`, step by step."""
    swaps = settings.colours == "BGR"
    ordered = pixels[..., ::-1] if swaps else pixels
    sentence = _BLUE_FIRST if swaps else _RED_FIRST
    yield _Stage("colours", "Order of colours", sentence, ordered, swaps)
    scaled = ordered.astype(np.float32) * np.float32(settings.scale)
    yield _Stage("scale", "Scale", _scale_sentence(settings), scaled, settings.scale != 1)
    mean = np.array(settings.mean, dtype=np.float32)
    values = (scaled - mean) / np.array(settings.deviation, dtype=np.float32)
    changed = any(settings.mean) or settings.deviation != (1.0, 1.0, 1.0)
    yield _Stage("normalise", "Mean and deviation", _mean_sentence(settings), values, changed)
    tensor = settings.tensors(pixels[None])
    yield _Stage(
        "layout", "Memory layout", _layout_sentence(settings), tensor, settings.layout == "NCHW"
    )


def _scale_sentence(settings: PictureSettings) -> str:
    return f"Bytes become floats of 4 bytes, times {settings.scale:.6g}."


def _mean_sentence(settings: PictureSettings) -> str:
    mean = ", ".join(f"{value:g}" for value in settings.mean)
    deviation = ", ".join(f"{value:g}" for value in settings.deviation)
    return f"Each channel less its mean ({mean}), divided by its deviation ({deviation})."


def _layout_sentence(settings: PictureSettings) -> str:
    if settings.layout == "NCHW":
        return "Channel by channel: a whole plane of the first colour, then the next (NCHW)."
    return "Pixel by pixel: the three colours of a pixel stay neighbours (NHWC)."


def _step(stage: _Stage, settings: PictureSettings) -> PreparationStep:
    values = stage.values
    plane = values[0, 0] if values.ndim == 4 and settings.layout == "NCHW" else values[..., 0]
    corner = plane.reshape(-1, plane.shape[-1])[:4, :4]
    return PreparationStep(
        name=stage.name,
        title=stage.title,
        sentence=stage.sentence,
        shape=values.shape,
        element_type=str(values.dtype),
        bytes=values.nbytes,
        minimum=float(values.min()),
        maximum=float(values.max()),
        sample=tuple(tuple(round(float(value), 4) for value in row) for row in corner),
        changed=stage.changed,
        thumbnail=thumbnail(values, settings.layout),
    )
