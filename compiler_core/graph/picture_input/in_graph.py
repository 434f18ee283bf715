"""Networks that prepare their picture themselves, with nodes before their own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.picture_input.folding import FoldedInput, fold_preprocessing
from compiler_core.graph.picture_input.preprocessings import preprocessing_named
from compiler_core.graph.picture_input.resampling import resized
from compiler_core.graph.picture_input.settings import LARGEST_SIDE, PictureSettings


@dataclass(frozen=True, slots=True)
class PixelInput:
    """A network that reads pixels. original: the one that reads a prepared tensor. folded: with the
    preparation in front. camera: height and width of the picture it reads.
    """

    original: ir.Model
    folded: FoldedInput
    camera: tuple[int, int]

    @property
    def name(self) -> str:
        """The input's."""
        return self.folded.model.graph.inputs[0].name or ""

    def pixels(self, pictures: np.ndarray) -> np.ndarray:
        """Pictures, uint8 [n, height, width, 3], in the size that the camera would give."""
        return sized(pictures, *self.camera)


def sized(pictures: np.ndarray, height: int, width: int) -> np.ndarray:
    """Pictures, uint8 [n, h, w, 3], of another size: each pixel the nearest."""
    if pictures.shape[1:3] == (height, width):
        return pictures
    return np.stack([resized(picture, height, width, "nearest") for picture in pictures])


def pixel_input(model: ir.Model, settings: PictureSettings, choice: str) -> PixelInput | None:
    """The network with its preparation as chosen, None where that stays outside.

    choice: a name of PREPROCESSINGS. Raises UnknownName, and as `fold_preprocessing` does.
    """
    enlarged = preprocessing_named(choice).enlarged
    if not enlarged:
        return None
    height, width = settings.height * enlarged, settings.width * enlarged
    camera = (min(height, LARGEST_SIDE), min(width, LARGEST_SIDE))
    return PixelInput(model, fold_preprocessing(model, settings, camera), camera)
