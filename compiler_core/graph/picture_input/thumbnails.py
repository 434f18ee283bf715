"""Small pictures of what a step left, also of tensors that are no pictures any more."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from compiler_core.graph.picture_input.settings import TensorLayout

LONGEST_SIDE = 192


def thumbnail(values: np.ndarray, layout: TensorLayout) -> bytes:
    """A PNG file. Pixels as they are; floats from their smallest (black) to their largest (white).

    values: [h, w, 3], or a batch of one in this layout; NCHW shows as three grey planes in a row.
    """
    seen = _planes(values[0]) if values.ndim == 4 and layout == "NCHW" else values
    return _png(_as_bytes(seen.reshape(seen.shape[-3:]) if seen.ndim == 4 else seen))


def _planes(channels: np.ndarray) -> np.ndarray:
    """[3, h, w] to [h, 3 w], one plane beside the other."""
    return np.concatenate(list(channels), axis=1)


def _as_bytes(values: np.ndarray) -> np.ndarray:
    if values.dtype == np.uint8:
        return values
    low, high = float(values.min()), float(values.max())
    span = high - low or 1.0
    return np.rint((values - low) * (255.0 / span)).astype(np.uint8)


def _png(pixels: np.ndarray) -> bytes:
    picture = Image.fromarray(np.ascontiguousarray(pixels))
    longest = max(picture.size)
    if longest > LONGEST_SIDE:
        picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.BOX)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()
