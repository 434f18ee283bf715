"""For each operator: which elements of its operands the wanted elements of its results read.

Operators that only move elements have one rule: the operator itself is run on addresses instead of
numbers, and says what it moved where. An operator without a rule is opaque: it reads everything,
and the answer says so with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.emission.facts import NHWC_DOMAIN
from compiler_core.graph.passes.nhwc_functions import TO_NCHW, TO_NHWC
from compiler_core.graph.quantisation.reference import node_results
from compiler_core.graph.slicing import lines, windows
from compiler_core.graph.slicing.step import BackwardStep, Mask, Masks, RegionRule

NO_RULE = "there is no rule for what one element of its result reads"


@dataclass(frozen=True, slots=True)
class NodeRegion:
    """operands: a mask for each. opaque: why all of them are read as a whole, empty if they are
    not."""

    operands: Masks
    opaque: str = ""


def region_of(step: BackwardStep) -> NodeRegion:
    """What the wanted results read."""
    if step.node.domain == NHWC_DOMAIN:
        return _channels_first(step)
    name = step.node.op_type
    if name in _REASONS:
        return NodeRegion(step.everything(), _REASONS[name])
    rule = RULES.get(name) if step.node.domain in ("", "ai.onnx") else None
    if rule is None:
        return NodeRegion(step.everything(), NO_RULE)
    if step.wanted[0] is None and name not in MOVING:
        # Of a second result (indices, masks, means) no rule says anything.
        return NodeRegion(step.everything(), "its second result has no rule")
    return NodeRegion(rule(step))


def moved(step: BackwardStep) -> Masks:
    """The operator on addresses. 0 stands for what it fills in itself."""
    several = step.node.op_type == "Concat"
    positions = range(len(step.operands)) if several else range(1)
    addresses, first = list(step.operands), 1
    for position in positions:
        shape = step.shape(position)
        count = int(np.prod(shape))
        addresses[position] = np.arange(first, first + count, dtype=np.int64).reshape(shape)
        first += count
    if step.node.op_type == "Pad" and len(addresses) > 2 and addresses[2] is not None:
        addresses[2] = np.zeros_like(addresses[2], np.int64)
    read = np.zeros(first, bool)
    for wanted, places in zip(
        step.wanted, node_results(step.model, step.node, addresses), strict=False
    ):
        if wanted is not None:
            read[places[wanted]] = True
    masks, first = step.everything(), 1
    for position in positions:
        shape = step.shape(position)
        count = int(np.prod(shape))
        masks[position] = read[first : first + count].reshape(shape)
        first += count
    return masks


def no_element(step: BackwardStep) -> Masks:
    """Shape and Size read sizes, which are the same in every run."""
    return [np.zeros(step.shape(0), bool)]


def _channels_first(step: BackwardStep) -> NodeRegion:
    """The rule of the standard operator, between two turns of the axes."""
    rule = RULES.get(step.node.op_type)
    first = step.operands[0]
    if rule is None or first is None:
        return NodeRegion(step.everything(), NO_RULE)
    wanted: Masks = [None if mask is None else _turned(mask, TO_NCHW) for mask in step.wanted]
    operands = [_turned(first, TO_NCHW), *step.operands[1:]]
    masks = rule(BackwardStep(step.model, step.node, operands, wanted))
    assert masks[0] is not None
    return NodeRegion([_turned(masks[0], TO_NHWC), *masks[1:]])


def _turned(array: Mask, order: tuple[int, ...]) -> Mask:
    return np.ascontiguousarray(array.transpose(order))


MOVING = (
    "Concat", "DepthToSpace", "Expand", "Flatten", "Gather", "GatherElements", "Identity", "Pad",
    "Reshape", "Slice", "SpaceToDepth", "Split", "Squeeze", "Tile", "Transpose", "Trilu",
    "Unsqueeze",
)  # fmt: skip
_ELEMENTWISE = (
    "Abs", "Acos", "Acosh", "Add", "And", "Asin", "Asinh", "Atan", "Atanh", "BitShift",
    "BitwiseAnd", "BitwiseNot", "BitwiseOr", "BitwiseXor", "Cast", "Ceil", "Celu", "Clip", "Cos",
    "Cosh", "Div", "Elu", "Equal", "Erf", "Exp", "Floor", "Gelu", "Greater", "GreaterOrEqual",
    "HardSigmoid", "HardSwish", "IsInf", "IsNaN", "LeakyRelu", "Less", "LessOrEqual", "Log", "Max",
    "Mean", "Min", "Mish", "Mod", "Mul", "Neg", "Not", "Or", "PRelu", "Pow", "Reciprocal", "Relu",
    "Round", "Selu", "Shrink", "Sigmoid", "Sign", "Sin", "Sinh", "Softplus", "Softsign", "Sqrt",
    "Sub", "Sum", "Swish", "Tan", "Tanh", "ThresholdedRelu", "Where", "Xor",
)  # fmt: skip
_FIRST_ELEMENTWISE = (
    "BatchNormalization",
    "CastLike",
    "DequantizeLinear",
    "Dropout",
    "QuantizeLinear",
)
_REDUCTIONS = (
    "ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean",
    "ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare",
)  # fmt: skip
_REASONS = {
    "DynamicQuantizeLinear": "its scale comes from the smallest and the largest of all elements",
}
RULES: dict[str, RegionRule] = {
    **dict.fromkeys(MOVING, moved),
    **dict.fromkeys(_ELEMENTWISE, lines.elementwise),
    **dict.fromkeys(_FIRST_ELEMENTWISE, lines.first_elementwise),
    **dict.fromkeys(_REDUCTIONS, lines.reduction),
    **dict.fromkeys(("Softmax", "LogSoftmax", "Hardmax"), lines.softmax),
    **dict.fromkeys(("LayerNormalization", "RMSNormalization"), lines.from_axis),
    **dict.fromkeys(("MaxPool", "AveragePool", "LpPool"), windows.pool),
    **dict.fromkeys(("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool"), windows.global_pool),
    **dict.fromkeys(("ArgMax", "ArgMin"), lines.best_place),
    **dict.fromkeys(("CumSum", "CumProd"), lines.running),
    **dict.fromkeys(("Resize", "Upsample"), lines.resized),
    **dict.fromkeys(("Shape", "Size"), no_element),
    "Conv": windows.convolution(1, 2),
    "ConvInteger": windows.convolution(1, 4),
    "QLinearConv": windows.convolution(3, 8),
    "ConvTranspose": windows.transposed_convolution,
    "MatMul": lines.product(1),
    "MatMulInteger": lines.product(1),
    "QLinearMatMul": lines.product(3),
    "Gemm": lines.affine,
    "InstanceNormalization": lines.spatial,
    "GroupNormalization": lines.group_of_channels,
    "LpNormalization": lines.named_axes("axis", [-1]),
    "MeanVarianceNormalization": lines.named_axes("axes", [0, 2, 3]),
    "LRN": lines.neighbour_channels,
}
"""By operator of the standard, channels first."""
