"""Rules of operators that reduce axes, and of those that make values from sizes or ranges."""

from __future__ import annotations

from math import ceil

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.inference.elementwise import element_type
from compiler_core.graph.importing.value_facts import Fact, NodeFacts, Shape

_LARGEST = 1 << 40


def reducing(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    return (Fact(first.element_type, _reduced(node, first.shape, reduced_axes(node))),)


def reduced_axes(node: NodeFacts) -> Shape:
    """The axes a reduction drops; all if it names none and is not told to do nothing."""
    rank = node.input(0).rank
    axes = node.constant_integers(1) if node.has(1) else node.integers("axes")
    if axes:
        return node.axes(axes, rank)
    return () if node.integer("noop_with_empty_axes", 0) else tuple(range(rank))


def _reduced(node: NodeFacts, shape: Shape, axes: Shape) -> Shape:
    if node.integer("keepdims", 1):
        return tuple(1 if axis in axes else size for axis, size in enumerate(shape))
    return tuple(size for axis, size in enumerate(shape) if axis not in axes)


def finding_largest(node: NodeFacts) -> tuple[Fact, ...]:
    """ArgMax and ArgMin."""
    first = node.input(0)
    axis = node.axis(node.integer("axis", 0), first.rank)
    return (Fact(ir.DataType.INT64, _reduced(node, first.shape, (axis,))),)


def choosing_top(node: NodeFacts) -> tuple[Fact, ...]:
    first = node.input(0)
    axis = node.axis(node.integer("axis", -1), first.rank)
    count = node.constant_integers(1)[0] if node.has(1) else node.integer("k", 0)
    node.require(0 <= count <= first.shape[axis], f"it wants {count} of {first.shape[axis]}")
    shape = (*first.shape[:axis], count, *first.shape[axis + 1 :])
    return Fact(first.element_type, shape), Fact(ir.DataType.INT64, shape)


def accumulating(node: NodeFacts) -> tuple[Fact, ...]:
    """CumSum."""
    first = node.input(0)
    return (Fact(first.element_type, first.shape),)


def one_hot(node: NodeFacts) -> tuple[Fact, ...]:
    indices, depth = node.input(0), node.constant_integers(1)[0]
    node.require(depth >= 1, "its depth is not positive")
    axis = node.axis(node.integer("axis", -1), indices.rank + 1)
    shape = (*indices.shape[:axis], depth, *indices.shape[axis:])
    return (Fact(node.input(2).element_type, shape),)


def filling(node: NodeFacts) -> tuple[Fact, ...]:
    """ConstantOfShape: float32 zeros unless the attribute holds another element."""
    sizes = node.constant_integers(0)
    node.require(all(0 <= size < _LARGEST for size in sizes), "a size is negative or huge")
    attribute = node.node.attributes.get("value")
    kind = ir.DataType.FLOAT if attribute is None else attribute.as_tensor().dtype
    node.require(
        attribute is None or attribute.as_tensor().size == 1, "it fills with more than one value"
    )
    return (Fact(kind, sizes),)


def counting(node: NodeFacts) -> tuple[Fact, ...]:
    """Range from a start up to a limit."""
    start, limit, step = (node.constant(index).reshape(-1)[0] for index in range(3))
    node.require(bool(step != 0), "its step is 0")
    span = (float(limit) - float(start)) / float(step)
    node.require(bool(np.isfinite(span)), "its ends are not finite")
    return (Fact(node.input(0).element_type, (max(ceil(span), 0),)),)


def constant(node: NodeFacts) -> tuple[Fact, ...]:
    tensor = constant_of(node)
    return (Fact(ir.DataType.from_numpy(tensor.dtype), tensor.shape),)


def constant_of(node: NodeFacts) -> np.ndarray:
    """What a Constant node holds, by whichever attribute."""
    attributes = node.node.attributes
    node.require(len(attributes) == 1, "it needs one attribute")
    name, attribute = next(iter(attributes.items()))
    if name == "value":
        return attribute.as_tensor().numpy()
    kinds = {"value_int": np.int64, "value_ints": np.int64,
             "value_float": np.float32, "value_floats": np.float32}  # fmt: skip
    node.require(name in kinds, f"a constant of {name} is not read")
    return np.array(attribute.value, dtype=kinds[name])


def diagonal(node: NodeFacts) -> tuple[Fact, ...]:
    """EyeLike."""
    first = node.input(0)
    node.require(first.rank == 2, "it makes a matrix")
    number = node.integer("dtype", 0)
    kind = element_type(node, number) if number else first.element_type
    return (Fact(kind, first.shape),)
