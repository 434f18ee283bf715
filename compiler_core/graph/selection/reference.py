"""The exact sums of a convolution by numpy: what kernels are measured against."""

from __future__ import annotations

import numpy as np

from compiler_core.graph.selection.records import Layer


def exact_sums(layer: Layer, inputs: np.ndarray) -> np.ndarray:
    """Sums of products without bias, in float64 or int64, N × height × width × channels out.

    inputs: N × height × width × channels in.
    """
    shape = layer.shape
    kind = np.int64 if shape.element_type == "int8" else np.float64
    top, left, bottom, right = shape.pads
    image = np.pad(
        inputs.astype(kind) - layer.input_zero_point,
        ((0, 0), (top, bottom), (left, right), (0, 0)),
    )
    windows = np.lib.stride_tricks.sliding_window_view(image, _reach(layer), axis=(1, 2))
    windows = windows[:, :: shape.strides[0], :: shape.strides[1]]
    taps = windows[..., :: shape.dilations[0], :: shape.dilations[1]]
    taps = taps[:, : shape.height_out, : shape.width_out]
    grouped = taps.reshape(*taps.shape[:3], shape.groups, -1, *shape.kernel)
    weights = layer.weights.astype(kind).reshape(shape.groups, -1, *layer.weights.shape[1:])
    sums = np.einsum("nyxgcij,gocij->nyxgo", grouped, weights, optimize=True)
    return sums.reshape(*sums.shape[:3], shape.channels_out)


def _reach(layer: Layer) -> tuple[int, int]:
    (height, width), (down, across) = layer.shape.kernel, layer.shape.dilations
    return (height - 1) * down + 1, (width - 1) * across + 1
