"""Reading QuantizeLinear and DequantizeLinear nodes as records."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.rewriting import constant, input_of

_DEFAULT_AXIS = 1


@dataclass(frozen=True, slots=True)
class Scaled:
    """Integers and what they stand for: (integers - zero_point) · scale.

    scale: float32, a scalar or one for each index of `axis`. zero_point: 0 where left out.
    """

    node: ir.Node
    integers: ir.Value
    scale: np.ndarray
    zero_point: np.ndarray
    axis: int

    def same_meaning(self, other: Scaled) -> bool:
        """Whether the same integers stand for the same numbers."""
        return np.array_equal(self.scale, other.scale) and np.array_equal(
            self.zero_point, other.zero_point
        )


def dequantised(value: ir.Value | None) -> Scaled | None:
    """What a value is dequantised from, None when it is not."""
    node = value.producer() if value is not None else None
    if node is None or node.op_type != "DequantizeLinear" or node.inputs[0] is None:
        return None
    return _scaled(node, node.inputs[0])


def quantised(value: ir.Value) -> Scaled | None:
    """The int8 form of a value that nothing else reads, None when there is no such."""
    uses = tuple(value.uses())
    if len(uses) != 1 or value.is_graph_output() or uses[0].node.op_type != "QuantizeLinear":
        return None
    return _scaled(uses[0].node, uses[0].node.outputs[0])


def _scaled(node: ir.Node, integers: ir.Value) -> Scaled | None:
    scale, zero_point = constant(node.inputs[1]), constant(input_of(node, 2))
    if scale is None or (zero_point is None and input_of(node, 2) is not None):
        return None
    if zero_point is None:
        zero_point = np.zeros(scale.shape, np.int32)
    return Scaled(node, integers, scale, zero_point, node.attributes.get_int("axis", _DEFAULT_AXIS))


def is_int8_tensor(scaled: Scaled | None) -> bool:
    """Whether this is an activation: computed int8 integers with one scale for the tensor."""
    return (
        scaled is not None
        and scaled.integers.const_value is None
        and scaled.integers.dtype == ir.DataType.INT8
        and scaled.scale.size == 1
    )
