"""How many bytes the values of a model take."""

from __future__ import annotations

from math import prod

import onnx_ir as ir

from compiler_core.errors import InputError


def bytes_of(value: ir.Value) -> int:
    """Bytes of a value whose shape is static: an element takes at least one, as in our programs.

    Raises InputError for any other.
    """
    shape = static_shape(value)
    if shape is None or value.dtype is None:
        raise InputError(
            f"The value {value.name} has no static shape and type.",
            "Give every input a fixed size and run shape inference first.",
        )
    return prod(shape) * max(value.dtype.bitwidth // 8, 1)


def static_shape(value: ir.Value) -> tuple[int, ...] | None:
    """The sizes of a value, or None when one of them is not a number."""
    if value.shape is None:
        return None
    sizes = tuple(value.shape)
    if not all(isinstance(size, int) and size >= 0 for size in sizes):
        return None
    return tuple(int(size) for size in sizes if isinstance(size, int))


def constant_bytes(model: ir.Model) -> int:
    """Bytes of all weights and other constants of the graph's initialisers."""
    constants = (value.const_value for value in model.graph.initializers.values())
    return sum(constant.nbytes for constant in constants if constant is not None)


def is_constant(value: ir.Value) -> bool:
    """True for weights and other values known before the program runs."""
    return value.const_value is not None


def sizes_of(model: ir.Model) -> dict[str, int]:
    """Bytes of every value that exists only at run time, by name.

    Raises InputError for a value without a static shape.
    """
    inputs = [value for value in model.graph.inputs if not is_constant(value)]
    computed = [value for node in model.graph for value in node.outputs if value.name]
    return {str(value.name): bytes_of(value) for value in [*inputs, *computed]}


def known_sizes_of(model: ir.Model) -> dict[str, int]:
    """As `sizes_of`, values without a static shape left out."""
    computed = [value for node in model.graph for value in node.outputs if value.name]
    return {
        str(value.name): bytes_of(value)
        for value in [*model.graph.inputs, *computed]
        if not is_constant(value) and static_shape(value) is not None and value.dtype is not None
    }
