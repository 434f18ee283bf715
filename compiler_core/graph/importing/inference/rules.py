"""Which rule infers which operator of the standard."""

from __future__ import annotations

from compiler_core.graph.importing.inference import (
    attention,
    einsum,
    elementwise,
    products,
    rearranging,
    recurrent,
    reducing,
    windows,
)
from compiler_core.graph.importing.value_facts import Rule

_BY_RULE: tuple[tuple[Rule, str], ...] = (
    (elementwise.same,
     "Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Celu Clip Cos Cosh Elu Erf Exp Floor "
     "Gelu HardSigmoid HardSwish Identity LeakyRelu Log MeanVarianceNormalization Mish Neg Not "
     "Reciprocal Relu Round Selu Shrink Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Swish Tan "
     "Tanh ThresholdedRelu Trilu"),
    (elementwise.same_as_truth, "IsInf IsNaN"),
    (elementwise.broadcasting, "Add And BitwiseAnd BitwiseOr BitwiseXor Max Mean Min Mul Or Pow "
     "Sub Sum Xor"),
    (elementwise.dividing, "Div Mod"),
    (elementwise.comparing, "Equal Greater GreaterOrEqual Less LessOrEqual"),
    (elementwise.choosing, "Where"),
    (elementwise.with_slope, "PRelu"),
    (elementwise.casting, "Cast"),
    (elementwise.casting_like, "CastLike"),
    (elementwise.dropping, "Dropout"),
    (elementwise.normalising_batch, "BatchNormalization"),
    (elementwise.normalising_instance, "InstanceNormalization"),
    (elementwise.normalising_groups, "GroupNormalization"),
    (elementwise.normalising_layer, "LayerNormalization RMSNormalization"),
    (elementwise.normalising_response, "LRN"),
    (elementwise.along_axis, "Hardmax LogSoftmax LpNormalization Softmax"),
    (elementwise.quantising, "QuantizeLinear"),
    (elementwise.dequantising, "DequantizeLinear"),
    (elementwise.quantising_dynamically, "DynamicQuantizeLinear"),
    (attention.attention, "Attention"),
    (attention.rotary_embedding, "RotaryEmbedding"),
    (recurrent.recurrent, "LSTM GRU RNN"),
    (windows.convolution, "Conv"),
    (windows.integer_convolution, "ConvInteger"),
    (windows.quantised_convolution, "QLinearConv"),
    (windows.transposed_convolution, "ConvTranspose"),
    (windows.pooling, "AveragePool LpPool MaxPool"),
    (windows.global_pooling, "GlobalAveragePool GlobalLpPool GlobalMaxPool"),
    (products.matrix_product, "MatMul"),
    (products.integer_matrix_product, "MatMulInteger"),
    (products.quantised_matrix_product, "QLinearMatMul"),
    (products.general_product, "Gemm"),
    (einsum.einsum, "Einsum"),
    (rearranging.reshape, "Reshape"),
    (rearranging.flatten, "Flatten"),
    (rearranging.squeeze, "Squeeze"),
    (rearranging.unsqueeze, "Unsqueeze"),
    (rearranging.transpose, "Transpose"),
    (rearranging.concatenation, "Concat"),
    (rearranging.split, "Split"),
    (rearranging.slicing, "Slice"),
    (rearranging.padding, "Pad"),
    (rearranging.expand, "Expand"),
    (rearranging.tile, "Tile"),
    (rearranging.gather, "Gather"),
    (rearranging.gather_elements, "GatherElements"),
    (rearranging.gather_parts, "GatherND"),
    (rearranging.depth_to_space, "DepthToSpace"),
    (rearranging.space_to_depth, "SpaceToDepth"),
    (rearranging.resize, "Resize"),
    (rearranging.upsample, "Upsample"),
    (rearranging.scatter, "Scatter ScatterElements ScatterND"),
    (rearranging.shape_of, "Shape"),
    (rearranging.size_of, "Size"),
    (reducing.reducing, "ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean "
     "ReduceMin ReduceProd ReduceSum ReduceSumSquare"),
    (reducing.finding_largest, "ArgMax ArgMin"),
    (reducing.choosing_top, "TopK"),
    (reducing.accumulating, "CumSum"),
    (reducing.one_hot, "OneHot"),
    (reducing.filling, "ConstantOfShape"),
    (reducing.counting, "Range"),
    (reducing.constant, "Constant"),
    (reducing.diagonal, "EyeLike"),
)  # fmt: skip

_RULES: dict[str, Rule] = {name: rule for rule, names in _BY_RULE for name in names.split()}


def rule_of(operator: str) -> Rule | None:
    """The rule of a standard operator; None if its shapes are not inferred here."""
    return _RULES.get(operator)
