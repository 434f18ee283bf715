"""What the passes over a block share: finding neighbours, new nodes, constants computed late."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.graph.provenance import inherit_sources
from compiler_core.llm.block_graph.kernels import set_kernel
from compiler_core.llm.block_graph.writer import lazy_tensor

Shape = tuple[int, ...]


def shape_of(value: ir.Value) -> Shape:
    """The value's static sizes."""
    assert value.shape is not None
    return tuple(int(size) for size in value.shape.numpy())


def readers(value: ir.Value) -> tuple[ir.Node, ...]:
    """The nodes that read the value, each once."""
    return tuple(dict.fromkeys(use.node for use in value.uses()))


def only_reader(node: ir.Node) -> ir.Node | None:
    """The one node that reads this one's result; None if others do, or it leaves the model."""
    value, consumers = node.outputs[0], readers(node.outputs[0])
    return consumers[0] if len(consumers) == 1 and not value.is_graph_output() else None


def weight_product(node: ir.Node | None) -> bool:
    """Is it a product with a constant matrix on the right?"""
    if node is None or node.op_type != "MatMul":
        return False
    right = node.inputs[1]
    return right is not None and right.const_value is not None


def given(node: ir.Node, index: int) -> ir.Value:
    """An input that is there."""
    value = node.inputs[index]
    assert value is not None
    return value


def array_of(value: ir.Value) -> np.ndarray:
    """A constant's elements, computed now."""
    assert value.const_value is not None
    return value.const_value.numpy()


def constant(
    model: ir.Model, name: str, shape: Shape, values: Callable[[], np.ndarray]
) -> ir.Value:
    """A float32 constant of the model whose values are computed when asked for."""
    value = ir.Value(name=name, shape=ir.Shape(shape), type=ir.TensorType(ir.DataType.FLOAT))
    value.const_value = lazy_tensor(name, shape, values)
    model.graph.register_initializer(value)
    return value


def integers(model: ir.Model, name: str, values: Sequence[int]) -> ir.Value:
    """Sizes or axes as a constant of the model."""
    array = np.array(values, np.int64)
    value = ir.Value(name=name, const_value=ir.Tensor(array, name=name))
    value.shape, value.dtype = ir.Shape(array.shape), ir.DataType.INT64
    model.graph.register_initializer(value)
    return value


def new_node(
    anchor: ir.Node,
    operator: str,
    name: str,
    inputs: Sequence[ir.Value],
    shapes: Sequence[Shape],
    kernel: str,
    origins: Sequence[ir.Node],
    **attributes: int,
) -> ir.Node:
    """A node in front of `anchor`, one output for each shape, with the sources of its origins."""
    many = len(shapes) > 1
    outputs = [
        ir.Value(
            name=f"{name}_out_{at}" if many else f"{name}_out",
            shape=ir.Shape(shape),
            type=ir.TensorType(ir.DataType.FLOAT),
        )
        for at, shape in enumerate(shapes)
    ]
    made = ir.Node(
        "",
        operator,
        inputs,
        ir.convenience.convert_attributes(attributes),
        outputs=outputs,
        name=name,
    )
    inherit_sources(made, *origins)
    set_kernel(made, kernel)
    assert isinstance(anchor.graph, ir.Graph)
    anchor.graph.insert_before(anchor, made)
    return made


def take_over(old: ir.Value, new: ir.Value) -> None:
    """Readers of the old value read the new one, which gets its name."""
    name = old.name
    old.name, new.name = f"{name}_before", name
    ir.convenience.replace_all_uses_with(old, new, replace_graph_outputs=True)


def replace_node(old: ir.Node, value: ir.Value) -> None:
    """The value stands for the node's result; the node goes."""
    take_over(old.outputs[0], value)
    assert isinstance(old.graph, ir.Graph)
    old.graph.remove(old, safe=True)


def drop_unread_constants(model: ir.Model) -> None:
    """Constants that no node reads any more leave the model."""
    unread = [name for name, value in model.graph.initializers.items() if not value.uses()]
    for name in unread:
        del model.graph.initializers[name]


def common_stem(names: Sequence[str], fallback: str) -> str:
    """`attn` of attn_q, attn_k and attn_v."""
    stems = {name.rpartition("_")[0] for name in names}
    return stems.pop() if len(stems) == 1 else fallback
