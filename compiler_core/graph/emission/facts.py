"""What emission asks of a model: static shapes, constants, attributes.

Raises InputError where a model does not say what C needs: a size that only the run knows, or a
constant that is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission.element_types import ElementType, element_type

LARGEST_TENSOR = 2**31 - 1
NHWC_DOMAIN = "lowlab.nhwc"


def shape_of(value: ir.Value) -> tuple[int, ...]:
    """The value's sizes."""
    if value.const_value is not None:
        return tuple(value.const_value.numpy().shape)
    if value.shape is None or not all(isinstance(size, int) for size in value.shape):
        raise InputError(
            f"The shape of {value.name!r} is not known before the run.",
            "Give the model fixed sizes, or a shape profile.",
        )
    shape = tuple(int(size) for size in value.shape if isinstance(size, int))
    if count_of(shape) > LARGEST_TENSOR:
        raise InputError(f"{value.name!r} has more than {LARGEST_TENSOR:,} elements.")
    return shape


def count_of(shape: Sequence[int]) -> int:
    """How many elements a tensor of this shape has."""
    count = 1
    for size in shape:
        count *= size
    return count


def type_of(value: ir.Value) -> ElementType:
    """The value's element type."""
    kind = value.dtype
    if kind is None and value.const_value is not None:
        kind = value.const_value.dtype
    return element_type(kind, repr(value.name))


def bytes_of(value: ir.Value) -> int:
    """The memory that the value's elements take."""
    return count_of(shape_of(value)) * type_of(value).bytes


def constant_of(value: ir.Value | None) -> np.ndarray | None:
    """The value's elements if they are known now."""
    if value is None or value.const_value is None or value.is_graph_input():
        return None
    return value.const_value.numpy()


def operand(node: ir.Node, position: int) -> ir.Value | None:
    """The input at this position, None when it is left out."""
    return node.inputs[position] if position < len(node.inputs) else None


def needed(node: ir.Node, position: int) -> ir.Value:
    """The input at this position, which must be there."""
    value = operand(node, position)
    if value is None:
        raise InputError(f"{node.op_type} {node.name!r} lacks its input {position}.")
    return value


def constant_input(node: ir.Node, position: int) -> np.ndarray | None:
    """The elements of an optional input that decides shapes or addresses."""
    value = operand(node, position)
    if value is None:
        return None
    array = constant_of(value)
    if array is None:
        raise InputError(
            f"Input {position} of {node.op_type} {node.name!r} is only known when the model runs.",
            "Make it a constant of the model.",
        )
    return array


def attribute(node: ir.Node, name: str, default: Any) -> Any:
    """An attribute's plain Python value."""
    attribute = node.attributes.get(name)
    if attribute is None:
        return default
    value = attribute.value
    if isinstance(value, bytes):
        return value.decode()
    return list(value) if isinstance(value, tuple) else value


def listed(node: ir.Node, position: int, name: str) -> list[int] | None:
    """Numbers that newer operators take as an input and older ones as an attribute."""
    array = constant_input(node, position)
    if array is not None:
        return [int(number) for number in array.reshape(-1)]
    given = attribute(node, name, None)
    return None if given is None else [int(number) for number in given]


def is_channels_last(node: ir.Node) -> bool:
    """Whether the operator works on N, spatial sizes, C."""
    return node.domain == NHWC_DOMAIN


def opset_of(node: ir.Node) -> int:
    """The version of the operator set that the node's meaning comes from."""
    graph = node.graph
    while isinstance(graph, ir.Graph) and "" not in graph.opset_imports:
        graph = None
    return int(graph.opset_imports[""]) if isinstance(graph, ir.Graph) else 13
