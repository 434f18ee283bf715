"""Layers of a model: what of a fused group a fast kernel needs, read from its anchor."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission.epilogue import epilogue_steps
from compiler_core.graph.emission.facts import (
    attribute,
    constant_of,
    is_channels_last,
    needed,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.windows import window_of
from compiler_core.graph.records import ConvolutionShape, ElementType, FusedGroup
from compiler_core.graph.selection.records import Layer, RefusedLayer

_CONVOLUTIONS = ("Conv", "ConvInteger")
_PRODUCTS = ("Gemm", "MatMul", "MatMulInteger")
_INTEGER = ("ConvInteger", "MatMulInteger")


class _Refused(Exception):
    """Ends the reading of a layer; its text is the reason."""


def layers_of(model: ir.Model, groups: Sequence[FusedGroup]) -> tuple[Layer | RefusedLayer, ...]:
    """One per group whose anchor is a convolution or a matrix product, in their order."""
    by_name = {node.name or "": node for node in model.graph}
    anchored = [group for group in groups if group.anchor in by_name]
    return tuple(
        layer_of(model, group, by_name[group.anchor])
        for group in anchored
        if by_name[group.anchor].op_type in (*_CONVOLUTIONS, *_PRODUCTS)
    )


def layer_of(model: ir.Model, group: FusedGroup, anchor: ir.Node) -> Layer | RefusedLayer:
    """The layer of one group, or why no fast kernel may compute it."""
    try:
        shape, weights = _read(anchor)
        zero_point = _zero_point(anchor)
        steps = epilogue_steps(model, group)
    except _Refused as refused:
        return RefusedLayer(group.name, str(refused))
    except InputError as error:
        return RefusedLayer(group.name, error.message)
    if steps is None:
        return RefusedLayer(group.name, "what follows it is no chain of elementwise steps")
    return Layer(
        name=group.name,
        shape=shape,
        weights=weights,
        epilogue=steps,
        input_zero_point=zero_point,
        nodes=group.nodes,
    )


def _read(anchor: ir.Node) -> tuple[ConvolutionShape, np.ndarray]:
    weights = constant_of(needed(anchor, 1))
    if weights is None:
        raise _Refused("its weights are computed while the model runs")
    data = needed(anchor, 0)
    element = _element_type(anchor, type_of(data).numpy, weights)
    if anchor.op_type in _CONVOLUTIONS:
        return _convolution(anchor, weights, element)
    return _product(anchor, weights, element)


def _element_type(anchor: ir.Node, data: str, weights: np.ndarray) -> ElementType:
    wanted: ElementType = "int8" if anchor.op_type in _INTEGER else "float32"
    if data != wanted or weights.dtype.name != wanted:
        raise _Refused(f"it multiplies {data} by {weights.dtype.name}")
    return wanted


def _convolution(
    anchor: ir.Node, weights: np.ndarray, element: ElementType
) -> tuple[ConvolutionShape, np.ndarray]:
    if weights.ndim not in (3, 4):
        raise _Refused(f"it has {weights.ndim - 2} spatial axes; kernels have one or two")
    window = window_of(anchor, weights.shape[2:])
    weights = weights[:, :, None] if weights.ndim == 3 else weights
    result = shape_of(anchor.outputs[0])
    groups = int(attribute(anchor, "group", 1))
    shape = ConvolutionShape(
        result[0],
        weights.shape[1] * groups,
        *_pair(window.sizes),
        weights.shape[0],
        *_pair(window.places),
        _pair(window.kernel),
        _pair(window.strides),
        _pair(window.dilations),
        (*_pair(window.before, 0), *_pair(window.after, 0)),
        groups,
        "NHWC" if is_channels_last(anchor) else "NCHW",
        element,
    )
    if min(shape.pads) < 0:
        raise _Refused("it cuts its border off (negative pads)")
    return shape, weights


def _pair(sizes: tuple[int, ...], missing: int = 1) -> tuple[int, int]:
    """One spatial axis is an image of one line."""
    return (sizes[0], sizes[1]) if len(sizes) == 2 else (missing, sizes[0])


def _product(
    anchor: ir.Node, weights: np.ndarray, element: ElementType
) -> tuple[ConvolutionShape, np.ndarray]:
    if weights.ndim != 2:
        raise _Refused("its weights are no matrix")
    if anchor.op_type == "Gemm":
        weights = _gemm_weights(anchor, weights)
    taken, given = weights.shape
    sizes = shape_of(needed(anchor, 0))
    if len(sizes) < 2 or sizes[-1] != taken:
        raise _Refused("its input is no matrix")
    rows = prod(sizes[:-1])
    shape = ConvolutionShape(
        rows, taken, 1, 1, given, 1, 1, (1, 1), (1, 1), (1, 1), (0, 0, 0, 0), 1, "NHWC", element
    )
    return shape, np.ascontiguousarray(weights.T)[:, :, None, None]


def _gemm_weights(anchor: ir.Node, weights: np.ndarray) -> np.ndarray:
    """Inputs × outputs, with Gemm's alpha in them."""
    if attribute(anchor, "transA", 0):
        raise _Refused("its input is transposed first")
    if operand(anchor, 2) is not None and float(attribute(anchor, "beta", 1.0)) != 1.0:
        raise _Refused("its bias is scaled (beta)")
    ordered = weights.T if attribute(anchor, "transB", 0) else weights
    alpha = np.float32(attribute(anchor, "alpha", 1.0))
    return ordered if alpha == 1.0 else ordered * alpha


def _zero_point(anchor: ir.Node) -> int:
    if anchor.op_type not in _INTEGER:
        return 0
    points = [operand(anchor, position) for position in (2, 3)]
    values = [constant_of(point) for point in points]
    for point, value in zip(points, values, strict=True):
        if point is not None and value is None:
            raise _Refused("a zero point is computed while the model runs")
    if values[1] is not None and np.any(values[1]):
        raise _Refused("its weights have a zero point")
    if values[0] is None:
        return 0
    if values[0].size != 1:
        raise _Refused("its input has several zero points")
    return int(values[0].reshape(-1)[0])
