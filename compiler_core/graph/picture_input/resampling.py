"""Cutting a picture to the network's proportions, and making it as small as the network wants.

Nearest and bilinear are those of ONNX's Resize with half_pixel coordinates: output i looks at
x = (i + 0.5) * input / output - 0.5 of the input. Bilinear reads four pixels for each output,
however many lie between them; area takes the mean of all of them.
"""

from __future__ import annotations

import numpy as np
from PIL import Image

from compiler_core.graph.picture_input.settings import Fit, Resampling

PAD_VALUE = 128


def fitted(pixels: np.ndarray, height: int, width: int, fit: Fit) -> np.ndarray:
    """The picture in the proportions height : width, cut or padded around its middle.

    pixels: uint8 [h, w, 3]. "stretch" leaves it as it is.
    """
    high, wide = pixels.shape[:2]
    if fit == "crop":
        target_high = min(high, max(1, round(wide * height / width)))
        target_wide = min(wide, max(1, round(high * width / height)))
        return _middle(pixels, target_high, target_wide)
    if fit == "pad":
        target_high = max(high, round(wide * height / width))
        target_wide = max(wide, round(high * width / height))
        return _padded(pixels, target_high, target_wide)
    return pixels


def _middle(pixels: np.ndarray, height: int, width: int) -> np.ndarray:
    top, left = (pixels.shape[0] - height) // 2, (pixels.shape[1] - width) // 2
    return pixels[top : top + height, left : left + width]


def _padded(pixels: np.ndarray, height: int, width: int) -> np.ndarray:
    high, wide = pixels.shape[:2]
    ground = np.full((height, width, 3), PAD_VALUE, dtype=np.uint8)
    top, left = (height - high) // 2, (width - wide) // 2
    ground[top : top + high, left : left + wide] = pixels
    return ground


def resized(pixels: np.ndarray, height: int, width: int, method: Resampling) -> np.ndarray:
    """uint8 [h, w, 3] to uint8 [height, width, 3]; fractions are rounded, half to even."""
    if pixels.shape[:2] == (height, width):
        return pixels
    if method == "area":
        small = Image.fromarray(pixels).resize((width, height), Image.Resampling.BOX)
        return np.asarray(small)
    if method == "nearest":
        rows = nearest_places(pixels.shape[0], height)
        return pixels[rows][:, nearest_places(pixels.shape[1], width)]
    return np.rint(bilinear(pixels, height, width)).astype(np.uint8)


def nearest_places(count: int, target: int) -> np.ndarray:
    """Which of `count` inputs each output takes; of two equally near the one before."""
    return np.clip(np.ceil(_places(count, target) - 0.5), 0, count - 1).astype(int)


def bilinear(pixels: np.ndarray, height: int, width: int) -> np.ndarray:
    """The weighted mean of the four pixels around each place, not rounded: float64."""
    upper, lower, share = _neighbours(pixels.shape[0], height)
    rows = pixels[upper] * (1 - share)[:, None, None] + pixels[lower] * share[:, None, None]
    left, right, share = _neighbours(pixels.shape[1], width)
    return rows[:, left] * (1 - share)[:, None] + rows[:, right] * share[:, None]


def _places(count: int, target: int) -> np.ndarray:
    return (np.arange(target) + 0.5) * (count / target) - 0.5


def _neighbours(count: int, target: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The inputs before and after each place, and the share of the one after."""
    places = np.clip(_places(count, target), 0, count - 1)
    before = np.floor(places).astype(int)
    return before, np.minimum(before + 1, count - 1), places - before
