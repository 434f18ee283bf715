"""Conv, Gemm and MatMul on int8: ConvInteger or MatMulInteger, an int32 bias, one DequantizeLinear.

    sum (x - zx)·w  =  sum x·w  -  zx · sum w

The second term is a constant for each output channel, so it joins the bias. At a padded border it
is not: fewer weights take part. There the zero point stays an operand of ConvInteger, which pads
with it; a kernel does the same by reading zx outside the picture and starting from bias - zx · sum
w.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.provenance import inherit_sources
from compiler_core.graph.quantisation.construction import Construction, typed
from compiler_core.graph.quantisation.pairs import Scaled, dequantised, is_int8_tensor
from compiler_core.graph.quantisation.placement import name_of
from compiler_core.graph.quantisation.roles import channel_axis
from compiler_core.graph.rewriting import constant, input_of
from compiler_core.trace import Change

_INT32 = ir.DataType.INT32


def products_to_integers(construction: Construction) -> list[Change]:
    """Replace every multiplication whose operands are all dequantised."""
    changes = []
    for node in list(construction.graph):
        if node.op_type not in ("Conv", "Gemm", "MatMul"):
            continue
        operands = _operands(node)
        if operands is not None:
            changes.append(_replace(construction, node, *operands))
    return changes


def _operands(node: ir.Node) -> tuple[Scaled, Scaled, Scaled | None] | None:
    """The int8 input, the int8 weights and the int32 bias, None when one is not that."""
    source, weights = dequantised(node.inputs[0]), dequantised(node.inputs[1])
    bias = dequantised(input_of(node, 2))
    if source is None or not is_int8_tensor(source):
        return None
    if weights is None or weights.integers.const_value is None or np.any(weights.zero_point):
        return None
    if weights.scale.size > 1 and weights.axis != channel_axis(node):
        return None
    if bias is None and input_of(node, 2) is not None:
        return None
    return source, weights, bias


def _replace(
    construction: Construction, node: ir.Node, source: Scaled, weights: Scaled, bias: Scaled | None
) -> Change:
    integers = weights.integers.const_value
    assert integers is not None
    array = integers.numpy()
    start = np.zeros(1, np.int64) if bias is None else _constant_of(bias).astype(np.int64)
    keeps_zero_point = is_padded(node) and bool(source.zero_point.any())
    if not keeps_zero_point:
        others = tuple(index for index in range(array.ndim) if index != channel_axis(node))
        start = start - int(source.zero_point) * array.sum(axis=others, dtype=np.int64)
    zero_point = source.node.inputs[2] if keeps_zero_point else None
    product = _product(construction, node, source.integers, array, zero_point)
    scale = (source.scale.astype(np.float64) * weights.scale).astype(np.float32)
    return finish_product(construction, node, product, start.astype(np.int32), scale)


def _constant_of(scaled: Scaled) -> np.ndarray:
    array = constant(scaled.integers)
    assert array is not None
    return array


def _product(
    construction: Construction,
    node: ir.Node,
    source: ir.Value,
    weights: np.ndarray,
    zero_point: ir.Value | None,
) -> ir.Node:
    name = name_of(node)
    if node.op_type == "Conv":
        operator, attributes = "ConvInteger", list(node.attributes.values())
    else:
        operator, attributes = "MatMulInteger", []
        weights = weights.T if channel_axis(node) == 0 else weights
    stored = construction.constant(f"{name}_integers", np.ascontiguousarray(weights))
    operands = [source, stored] if zero_point is None else [source, stored, zero_point]
    return construction.node(operator, operands, f"{name}_accumulator", node, attributes)


def finish_product(
    construction: Construction,
    node: ir.Node,
    product: ir.Node,
    start: np.ndarray,
    scale: np.ndarray,
) -> Change:
    """Put the accumulator, its start and its scale in the place of a node.

    start: int32, of one value or one for each channel; left out when all are 0. scale: float32, of
    one value or one for each channel. The last new value takes the name and readers of the old one.
    """
    old = node.outputs[0]
    rank = 4 if product.op_type == "ConvInteger" else len(old.shape or (0, 0))
    axis = 1 if product.op_type == "ConvInteger" else rank - 1
    made = [product]
    total = typed(product, _INT32, old.shape)
    if start.any():
        shape = (1, -1, 1, 1) if product.op_type == "ConvInteger" else (-1,)
        stored = construction.constant(f"{name_of(node)}_start", start.reshape(shape))
        made.append(construction.node("Add", [total, stored], f"{name_of(node)}_sum", node))
        total = typed(made[-1], _INT32, old.shape)
    made.append(_dequantise(construction, node, total, scale, axis))
    replace_node(construction, node, made)
    product.name = name_of(node)
    return Change(
        "replaced",
        name_of(node),
        _reason(node, product, start),
        (name_of(node),),
        tuple(name_of(each) for each in made),
    )


def _dequantise(
    construction: Construction, node: ir.Node, total: ir.Value, scale: np.ndarray, axis: int
) -> ir.Node:
    per_channel = scale.size > 1
    stored = construction.constant(
        f"{name_of(node)}_multiplier", scale if per_channel else scale.reshape(())
    )
    attributes = [ir.AttrInt64("axis", axis)] if per_channel else []
    output = f"{name_of(node)}_real"
    made = construction.node("DequantizeLinear", [total, stored], output, node, attributes)
    typed(made, ir.DataType.FLOAT, node.outputs[0].shape)
    return made


def replace_node(construction: Construction, node: ir.Node, made: list[ir.Node]) -> None:
    """Put nodes in the place of one; the last one's result takes over the old name and readers."""
    old, new = node.outputs[0], made[-1].outputs[0]
    ir.convenience.replace_nodes_and_values(construction.graph, node, [node], made, [old], [new])
    for each in made:
        inherit_sources(each, node)


def is_padded(node: ir.Node) -> bool:
    """Whether a convolution or pool reads outside the picture."""
    automatic = node.attributes.get_string("auto_pad", "NOTSET")
    return any(node.attributes.get_ints("pads", ())) or automatic not in ("NOTSET", "VALID", "")


def _reason(node: ir.Node, product: ir.Node, start: np.ndarray) -> str:
    text = f"int8 products of {node.op_type} are summed exactly in int32"
    if len(product.inputs) > 2:
        return f"{text}; padding has the value of the zero point, so it stays an operand"
    if start.any():
        return f"{text}; zero point times the sum of the weights is part of the int32 bias"
    return text
