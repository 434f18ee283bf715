"""8-bit products that ONNX Runtime sums exactly on every processor.

On x86 without VNNI the runtime multiplies unsigned inputs by signed weights with VPMADDUBSW, whose
sums of two products saturate at 16 bits: outputs a quarter off, on such a machine only. Its own
remedy (`session.x64quantprecision`) acts under full optimisation alone, and breaks models with
signed inputs. Weights moved up by 128, with zero points moved alike, mean the same numbers and are
multiplied exactly. Source: ONNX Runtime, "Quantize ONNX models", on U8S8 and U8U8.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import onnx
from google.protobuf.message import DecodeError
from onnx import NodeProto, TensorProto, numpy_helper

_HALF = 128
_MARKS = (b"MatMulInteger", b"ConvInteger", b"QLinear", b"QGemm", b"DynamicQuantize")


@dataclass(frozen=True, slots=True)
class _Pair:
    """Where an operator has weights, their zero point and its inputs; inputs -1: always uint8."""

    weights: int
    zero_point: int
    inputs: int = 0


_PAIRS: dict[str, tuple[_Pair, ...]] = {
    "MatMulInteger": (_Pair(1, 3),),
    "ConvInteger": (_Pair(1, 3),),
    "QLinearMatMul": (_Pair(3, 5),),
    "QLinearConv": (_Pair(3, 5),),
    "QGemm": (_Pair(3, 5),),
    "MatMulIntegerToFloat": (_Pair(1, 5),),
    "DynamicQuantizeMatMul": (_Pair(1, 3, -1),),
    "DynamicQuantizeLSTM": (_Pair(1, 9, -1), _Pair(2, 11, -1)),
}

# The input whose element type the result has: a zero point, or the data.
_RESULT_LIKE = {
    "QuantizeLinear": 2, "QLinearConv": 7, "QLinearMatMul": 7, "QGemm": 8, "QLinearAdd": 7,
    "QLinearMul": 7, "QLinearSigmoid": 4, "QLinearLeakyRelu": 4, "QLinearAveragePool": 4,
    "QLinearGlobalAveragePool": 4, "QLinearConcat": 1, "MaxPool": 0, "Reshape": 0, "Flatten": 0,
    "Transpose": 0, "Squeeze": 0, "Unsqueeze": 0, "Identity": 0, "Concat": 0, "Slice": 0,
    "Gather": 0, "Pad": 0, "Split": 0,
}  # fmt: skip


def exact_integers(content: bytes) -> bytes:
    """The model with unsigned weights wherever uint8 is multiplied by constant int8.

    The same bytes when there is nothing to move, or when they are no model.
    """
    if not any(mark in content for mark in _MARKS):
        return content
    try:
        model = onnx.load_model_from_string(content)
    except DecodeError:  # The runtime says what is wrong.
        return content
    return model.SerializeToString() if move_weights_up(model) else content


def has_integer_products(operators: Iterable[str]) -> bool:
    """Whether `move_weights_up` may change a model of these operators."""
    return any(operator in _PAIRS for operator in operators)


def move_weights_up(model: onnx.ModelProto) -> bool:
    """Make weights unsigned in the model itself; whether there were any."""
    pairs = list(_pairs(model))
    if not pairs:
        return False
    constants = _constants(model)
    unsigned = _unsigned_values(model, constants)
    moved = [
        _moved(model, node, pair, constants)
        for node, pair in pairs
        if pair.inputs < 0 or node.input[pair.inputs] in unsigned
    ]
    return any(moved)


def _constants(model: onnx.ModelProto) -> dict[str, TensorProto]:
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    for node in model.graph.node:
        values = [
            attribute.t
            for attribute in node.attribute
            if attribute.name == "value" and attribute.HasField("t")
        ]
        if node.op_type == "Constant" and values:
            constants[node.output[0]] = values[0]
    return constants


def _pairs(model: onnx.ModelProto) -> Iterator[tuple[NodeProto, _Pair]]:
    for node in model.graph.node:
        for pair in _PAIRS.get(node.op_type, ()):
            if len(node.input) > pair.weights:
                yield node, pair


def _unsigned_values(model: onnx.ModelProto, constants: dict[str, TensorProto]) -> set[str]:
    """Values known to be uint8: nodes of an ONNX graph stand in the order of their use."""
    unsigned = {
        value.name
        for value in model.graph.input
        if value.type.tensor_type.elem_type == TensorProto.UINT8
    }
    unsigned |= {name for name, proto in constants.items() if proto.data_type == TensorProto.UINT8}
    for node in model.graph.node:
        if _makes_unsigned(node, unsigned):
            unsigned.add(node.output[0])
    return unsigned


def _makes_unsigned(node: NodeProto, unsigned: set[str]) -> bool:
    if node.op_type == "DynamicQuantizeLinear":
        return True
    at = _RESULT_LIKE.get(node.op_type)
    if at is None or not node.output:
        return False
    if at >= len(node.input) or not node.input[at]:
        return node.op_type == "QuantizeLinear" and not node.attribute
    return node.input[at] in unsigned


def _moved(
    model: onnx.ModelProto, node: NodeProto, pair: _Pair, constants: dict[str, TensorProto]
) -> bool:
    """Whether the weights of this operator were moved; they are a copy of their own."""
    weights = constants.get(node.input[pair.weights])
    if weights is None or weights.data_type != TensorProto.INT8:
        return False
    given = node.input[pair.zero_point] if len(node.input) > pair.zero_point else ""
    zero_point = constants.get(given)
    if given and zero_point is None:
        return False
    zeros = numpy_helper.to_array(zero_point) if zero_point is not None else np.int8(0)
    node.input.extend([""] * (pair.zero_point + 1 - len(node.input)))
    for at, signed in ((pair.weights, numpy_helper.to_array(weights)), (pair.zero_point, zeros)):
        name = f"{node.input[at] or node.name}_moved_up_{len(model.graph.initializer)}"
        moved = (np.asarray(signed, np.int16) + _HALF).astype(np.uint8)
        model.graph.initializer.append(numpy_helper.from_array(moved, name))
        node.input[at] = name
    return True
