"""What kind of loop each operator is: the only thing the fusion rules look at.

The kinds and their order are TVM's (`OpPatternKind`, include/tvm/relax/op_attr_types.h): a higher
kind is harder to fuse. TVM derives them from the loops of its tensor programs (the analysis of
`AnnotateTIROpPattern`); here they are a table by ONNX operator, and binary operators are looked at
with their shapes, as that analysis would.
"""

from __future__ import annotations

from enum import IntEnum

import onnx_ir as ir

from compiler_core.graph.sizes import is_constant, static_shape


class OperatorKind(IntEnum):
    """Kinds by difficulty; the numbers are TVM's."""

    ELEMENTWISE = 0
    BROADCAST = 1
    INJECTIVE = 2
    REDUCTION = 3
    COMPLEX = 4
    TUPLE = 7
    OPAQUE = 8


KIND_TITLES: dict[OperatorKind, str] = {
    OperatorKind.ELEMENTWISE: "elementwise",
    OperatorKind.BROADCAST: "broadcast",
    OperatorKind.INJECTIVE: "injective",
    OperatorKind.REDUCTION: "reduction",
    OperatorKind.COMPLEX: "complex-out-fusable",
    OperatorKind.TUPLE: "tuple",
    OperatorKind.OPAQUE: "opaque",
}

ONE_INPUT: tuple[str, ...] = (
    "Relu", "LeakyRelu", "Clip", "Sigmoid", "HardSigmoid", "HardSwish", "Tanh", "Elu", "Selu",
    "Celu", "Gelu", "Mish", "Swish", "Softplus", "Softsign", "ThresholdedRelu", "Exp", "Log",
    "Sqrt", "Reciprocal", "Neg", "Abs", "Floor", "Ceil", "Round", "Erf", "Sign", "Sin", "Cos",
    "Tan", "Not", "Cast", "IsNaN", "IsInf", "Identity", "Dropout",
    "QuantizeLinear", "DequantizeLinear", "BatchNormalization",
)  # fmt: skip
MANY_INPUTS: tuple[str, ...] = (
    "Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "Sum", "Mean", "PRelu", "Where", "Mod",
    "And", "Or", "Xor", "Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "BitShift",
)  # fmt: skip
# These keep the order of the elements in memory: only the shape changes.
SAME_ORDER: tuple[str, ...] = ("Reshape", "Flatten", "Squeeze", "Unsqueeze")
MOVING: tuple[str, ...] = (
    "Transpose", "Concat", "Slice", "Pad", "Gather", "DepthToSpace", "SpaceToDepth", "Tile",
    "Expand",
)  # fmt: skip
# A sum or a largest element over whole axes. A mean divides after its sum and so is complex.
REDUCING: tuple[str, ...] = ("ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd")
COMPLEX: tuple[str, ...] = (
    "Conv", "ConvInteger", "ConvTranspose", "MatMul", "MatMulInteger", "Gemm", "MaxPool",
    "AveragePool", "GlobalAveragePool", "GlobalMaxPool", "LpPool", "GlobalLpPool", "ReduceMean",
    "ReduceL1", "ReduceL2", "ReduceSumSquare", "ReduceLogSum", "ReduceLogSumExp", "Softmax",
    "LogSoftmax", "LayerNormalization", "InstanceNormalization", "LpNormalization", "Resize",
)  # fmt: skip


def kind_of(node: ir.Node) -> OperatorKind:
    """The kind of a node; an operator outside the table is opaque."""
    if node.domain not in ("", "ai.onnx", "lowlab.nhwc"):
        return OperatorKind.OPAQUE
    if len([value for value in node.outputs if value.uses()]) > 1:
        return OperatorKind.TUPLE if node.op_type == "Split" else OperatorKind.OPAQUE
    if node.op_type in ONE_INPUT:
        return OperatorKind.ELEMENTWISE
    if node.op_type in MANY_INPUTS:
        return _kind_of_many_inputs(node)
    for names, kind in _KINDS:
        if node.op_type in names:
            return kind
    return OperatorKind.OPAQUE


_KINDS: tuple[tuple[tuple[str, ...], OperatorKind], ...] = (
    (SAME_ORDER, OperatorKind.INJECTIVE),
    (MOVING, OperatorKind.INJECTIVE),
    (("Split",), OperatorKind.INJECTIVE),
    (REDUCING, OperatorKind.REDUCTION),
    (COMPLEX, OperatorKind.COMPLEX),
)


def _kind_of_many_inputs(node: ir.Node) -> OperatorKind:
    """Elementwise when an operand has the output's shape: the others are then read beside it."""
    shapes = [static_shape(value) for value in node.inputs if value is not None]
    if static_shape(node.outputs[0]) in shapes:
        return OperatorKind.ELEMENTWISE
    return OperatorKind.BROADCAST


def keeps_order(node: ir.Node, operand: ir.Value) -> bool:
    """True when element i in memory of the output needs no other element of the operand than i."""
    if node.op_type in SAME_ORDER:
        return operand is node.inputs[0]
    if kind_of(node) is not OperatorKind.ELEMENTWISE or is_constant(operand):
        return False
    return static_shape(operand) == static_shape(node.outputs[0])
