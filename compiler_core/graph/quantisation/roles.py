"""What an operator is to int8: does it multiply, average, move, or compute element by element?

The table is data; what an operator's inputs must be like is checked here too, with the reason in
words when int8 is refused.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
import onnx_ir as ir

from compiler_core.graph.rewriting import constant, input_of

Role = Literal["multiply", "average", "move", "elementwise", "float"]

ROLES: tuple[tuple[Role, tuple[str, ...]], ...] = (
    ("multiply", ("Conv", "Gemm", "MatMul")),
    ("average", ("GlobalAveragePool", "AveragePool")),
    ("move", ("MaxPool", "Reshape", "Flatten", "Transpose", "Squeeze", "Unsqueeze", "Identity",
              "Concat", "Split", "Slice", "Pad", "DepthToSpace", "Resize")),
    ("elementwise", ("Relu", "Clip", "LeakyRelu", "PRelu", "Add", "Sum", "Sub", "Mul", "Div", "Max",
                     "Min", "Neg", "Abs", "Sigmoid", "HardSigmoid", "HardSwish", "Tanh", "Elu",
                     "BatchNormalization")),
)  # fmt: skip

_ROLE_OF: dict[str, Role] = {operator: role for role, operators in ROLES for operator in operators}


def role_of(node: ir.Node) -> Role:
    """The role of a node by its operator; "float" for all that have no int8 rule. A Resize moves
    values where each element of its result is one of the picture's.
    """
    if node.domain not in ("", "ai.onnx") or _interpolates(node):
        return "float"
    return _ROLE_OF.get(node.op_type, "float")


def _interpolates(node: ir.Node) -> bool:
    """Whether a Resize computes values that were not there."""
    if node.op_type != "Resize":
        return False
    coordinates = node.attributes.get_string("coordinate_transformation_mode", "half_pixel")
    mode = node.attributes.get_string("mode", "nearest")
    return mode != "nearest" or coordinates == "tf_crop_and_resize"


def refusal(node: ir.Node) -> str:
    """Why this node stays in float32, in words; "" when int8 is possible."""
    role = role_of(node)
    if role == "float":
        if _interpolates(node):
            return "it interpolates, or makes up values outside the picture"
        return f"there is no int8 rule for {node.op_type}"
    if node.outputs[0].dtype not in (None, ir.DataType.FLOAT):
        return f"it computes {node.outputs[0].dtype}, not float32"
    if node.op_type != "Split" and any(output.uses() for output in node.outputs[1:]):
        return "its further outputs are read"
    if role == "multiply":
        return _multiply_refusal(node)
    if role == "average":
        return _average_refusal(node)
    return _pad_refusal(node) if node.op_type == "Pad" else ""


def _multiply_refusal(node: ir.Node) -> str:
    weights = constant(input_of(node, 1))
    if weights is None:
        return "its weights are computed at run time"
    if weights.dtype != np.float32:
        return f"its weights are {weights.dtype}, not float32"
    if node.op_type == "Conv" and weights.ndim != 4:
        return "only two-dimensional convolutions have int8 kernels"
    if node.op_type != "Conv" and weights.ndim != 2:
        return "its weights are no matrix"
    bias = input_of(node, 2)
    if bias is None:
        return ""
    values = constant(bias)
    if values is None:
        return "its bias is computed at run time"
    if values.size not in (1, output_channels(node)):
        return "its bias differs between rows"
    return "its first input is transposed" if node.attributes.get_int("transA", 0) else ""


def _average_refusal(node: ir.Node) -> str:
    if node.op_type == "GlobalAveragePool":
        return (
            "" if _rank(node.inputs[0]) == 4 else "only two-dimensional averages have int8 kernels"
        )
    attributes = node.attributes
    if len(attributes.get_ints("kernel_shape", ())) != 2:
        return "only two-dimensional averages have int8 kernels"
    if attributes.get_int("count_include_pad", 0) and attributes.get_int("ceil_mode", 0):
        return "it counts padding, and the last window reaches beyond the padding"
    return ""


def _pad_refusal(node: ir.Node) -> str:
    if node.attributes.get_string("mode", "constant") != "constant":
        return ""
    value = input_of(node, 2)
    if value is None:
        return ""
    known = constant(value)
    if known is None:
        return "the value it pads with is computed at run time"
    return "" if float(known.reshape(-1)[0]) == 0.0 else "it pads with a value other than zero"


def _rank(value: ir.Value | None) -> int | None:
    return len(value.shape) if value is not None and value.shape is not None else None


def channel_axis(node: ir.Node) -> int:
    """The axis of the weights that counts output channels."""
    if node.op_type == "Conv":
        return 0
    return 0 if node.op_type == "Gemm" and node.attributes.get_int("transB", 0) else 1


def output_channels(node: ir.Node) -> int:
    """How many output channels the weights of a multiplying node give."""
    weights = constant(input_of(node, 1))
    assert weights is not None
    return weights.shape[channel_axis(node)]
