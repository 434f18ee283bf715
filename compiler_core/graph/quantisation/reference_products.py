"""Sums of products in numpy: convolution as one matrix product of gathered pictures.

Integers: exact, in float64 as long as no sum can pass 2^53, which int8 products cannot. Real
numbers: float32, in the order numpy chooses.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir as ir


def convolve(
    picture: np.ndarray,
    weights: np.ndarray,
    pads: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    groups: int,
) -> np.ndarray:
    """picture [N, C, H, W], weights [M, C/groups, h, w], pads top, left, bottom, right (zeros).

    Result [N, M, H', W'] of the inputs' type: float32, or float64 holding exact integers.
    """
    count, channels = picture.shape[:2]
    outputs, taken, *kernel = weights.shape
    columns, size = gather(picture, kernel, pads, strides, dilations)
    columns = columns.reshape(count, groups, taken * kernel[0] * kernel[1], -1)
    matrix = weights.reshape(groups, outputs // groups, -1)
    if taken * groups != channels:
        raise ValueError(f"{channels} channels do not fit {groups} groups of {taken}")
    return (matrix[None] @ columns).reshape(count, outputs, *size)


def convolution(node: ir.Node, picture: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """`convolve` with the strides, dilations, pads and groups of this node."""
    strides, dilations, pads = window_of(node, picture.shape[2:], weights.shape[2:])
    groups = node.attributes.get_int("group", 1)
    return convolve(picture, weights, pads, strides, dilations, groups)


def gather(
    picture: np.ndarray,
    kernel: Sequence[int],
    pads: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
) -> tuple[np.ndarray, tuple[int, int]]:
    """All windows: [N, C, h, w, H', W'] (im2col) and the size (H', W') of the result."""
    padded = np.pad(picture, ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])))
    reach = [dilations[axis] * (kernel[axis] - 1) + 1 for axis in (0, 1)]
    windows = np.lib.stride_tricks.sliding_window_view(padded, reach, axis=(2, 3))
    windows = windows[:, :, :: strides[0], :: strides[1], :: dilations[0], :: dilations[1]]
    size = windows.shape[2], windows.shape[3]
    return np.ascontiguousarray(windows.transpose(0, 1, 4, 5, 2, 3)), size


def pads_of(
    pads: Sequence[int],
    automatic: str,
    size: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
) -> tuple[int, int, int, int]:
    """top, left, bottom, right, with ONNX's attribute auto_pad worked out."""
    if automatic in ("NOTSET", ""):
        return (pads[0], pads[1], pads[2], pads[3]) if pads else (0, 0, 0, 0)
    if automatic == "VALID":
        return 0, 0, 0, 0
    halves = []
    for axis in (0, 1):
        reach = dilations[axis] * (kernel[axis] - 1) + 1
        steps = -(-size[axis] // strides[axis])
        total = max((steps - 1) * strides[axis] + reach - size[axis], 0)
        small, large = total // 2, total - total // 2
        halves.append((small, large) if automatic == "SAME_UPPER" else (large, small))
    return halves[0][0], halves[1][0], halves[0][1], halves[1][1]


def window_of(
    node: ir.Node, size: Sequence[int], kernel: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, int, int, int]]:
    """Strides, dilations and pads of a convolution or pool on a picture of this size, with auto_pad
    and ceil_mode worked out.
    """
    strides = tuple(node.attributes.get_ints("strides", (1, 1)))
    dilations = tuple(node.attributes.get_ints("dilations", (1, 1)))
    pads = tuple(node.attributes.get_ints("pads", ()))
    automatic = node.attributes.get_string("auto_pad", "NOTSET")
    padding = pads_of(pads, automatic, size, kernel, strides, dilations)
    if node.attributes.get_int("ceil_mode", 0):
        padding = _with_ceiling(size, kernel, strides, dilations, padding)
    return strides, dilations, padding


def _with_ceiling(
    size: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: tuple[int, int, int, int],
) -> tuple[int, int, int, int]:
    """Pads that make room for the last, incomplete window; it has to start inside the picture."""
    ends = []
    for axis in (0, 1):
        reach = dilations[axis] * (kernel[axis] - 1) + 1
        before, after = pads[axis], pads[axis + 2]
        span = size[axis] + before + after - reach
        windows = -(-span // strides[axis]) + 1
        if (windows - 1) * strides[axis] >= size[axis] + before:
            windows -= 1
        ends.append(max((windows - 1) * strides[axis] + reach - size[axis] - before, 0))
    return pads[0], pads[1], ends[0], ends[1]
