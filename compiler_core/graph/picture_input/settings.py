"""How a network wants its picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from compiler_core.errors import InputError

Fit = Literal["crop", "stretch", "pad"]
Resampling = Literal["nearest", "bilinear", "area"]
Colours = Literal["RGB", "BGR"]
TensorLayout = Literal["NCHW", "NHWC"]
Triple = tuple[float, float, float]

LARGEST_SIDE = 1024
FITS: tuple[Fit, ...] = ("crop", "stretch", "pad")
RESAMPLINGS: tuple[Resampling, ...] = ("nearest", "bilinear", "area")
COLOURS: tuple[Colours, ...] = ("RGB", "BGR")
LAYOUTS: tuple[TensorLayout, ...] = ("NCHW", "NHWC")


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureSettings:
    """From a pixel p of 0 to 255 the network reads (p * scale - mean) / deviation.

    width and height in pixels.
    """

    width: int = 32
    """Columns of the picture that the network reads."""
    height: int = 32
    """Rows of the picture that the network reads."""
    fit: Fit = "crop"
    """How a picture of other proportions is fitted: cut, pulled, or with grey bars."""
    resampling: Resampling = "area"
    """How pixels are found where the picture gets another size."""
    scale: float = 1 / 255
    """With what a pixel of 0 to 255 is multiplied first."""
    mean: Triple = (0.0, 0.0, 0.0)
    """Subtracted from each scaled channel; one value a channel, in the order of `colours`."""
    deviation: Triple = (1.0, 1.0, 1.0)
    """Divides each channel after that; one value a channel, none 0, in the order of `colours`."""
    colours: Colours = "RGB"
    """The order of the channels that the network reads."""
    layout: TensorLayout = "NCHW"
    """The order of the tensor's axes: channels before rows, or behind columns."""

    def __post_init__(self) -> None:
        _check_sides(self.width, self.height)
        _check_choice("fit", self.fit, FITS)
        _check_choice("resampling", self.resampling, RESAMPLINGS)
        _check_choice("colours", self.colours, COLOURS)
        _check_choice("layout", self.layout, LAYOUTS)
        _check_numbers(self.scale, self.mean, self.deviation)

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """Of the tensor, in the order of `layout`."""
        if self.layout == "NCHW":
            return (1, 3, self.height, self.width)
        return (1, self.height, self.width, 3)

    @property
    def keeps_bytes(self) -> bool:
        """Whether the network reads the bytes' own numbers, 0 to 255."""
        return self == self.of_bytes()

    def of_bytes(self) -> PictureSettings:
        """The same picture for a network that scales its pixels itself."""
        return replace(self, scale=1.0, mean=(0.0, 0.0, 0.0), deviation=(1.0, 1.0, 1.0))

    def tensors(self, pictures: np.ndarray) -> np.ndarray:
        """Pictures of the right size, uint8 [n, height, width, 3] RGB, as float32 tensors."""
        ordered = pictures if self.colours == "RGB" else pictures[..., ::-1]
        scaled = ordered.astype(np.float32) * np.float32(self.scale)
        mean = np.array(self.mean, dtype=np.float32)
        values = (scaled - mean) / np.array(self.deviation, dtype=np.float32)
        return np.ascontiguousarray(
            values.transpose(0, 3, 1, 2) if self.layout == "NCHW" else values
        )


def _check_sides(width: int, height: int) -> None:
    if not (1 <= width <= LARGEST_SIDE and 1 <= height <= LARGEST_SIDE):
        raise InputError(
            f"A network's picture of {width} x {height} pixels is outside 1 to {LARGEST_SIDE}.",
            "Take the size that the model's input has.",
        )


def _check_choice(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise InputError(f"{name} {value!r} is not known.", f"Take one of: {', '.join(known)}.")


def _check_numbers(scale: float, mean: Triple, deviation: Triple) -> None:
    if len(mean) != 3 or len(deviation) != 3:
        raise InputError("Mean and deviation need three values.", "One for each colour channel.")
    if not np.isfinite([scale, *mean, *deviation]).all():
        raise InputError("Scale, mean and deviation must be finite numbers.")
    if scale == 0 or 0 in deviation:
        raise InputError("Scale and deviation must not be 0.", "A factor of 1 changes nothing.")
