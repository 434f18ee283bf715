"""Marks of a network from its representation, made by whoever may read the file: a jailed worker,
or the command line for the user's own."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from math import prod

import numpy as np
import onnx_ir as ir
from onnx import AttributeProto, helper

from compiler_core.graph.importing.operator_forms import OPERATORS_KEPT, schema_of
from compiler_core.graph.importing.tensors import type_text
from compiler_core.graph.model_text import shape_text
from compiler_core.graph.pairing.inner_graphs import graph_text, inner_constants
from compiler_core.graph.pairing.marks import ConstantMark, NetworkMarks, NodeMark

# Of a digest that processors compute by instructions of their own: all weights go through it.
_DIGITS = 16
_LONGEST_TEXT = 60
_FILLING = ("ConstantOfShape", "Expand")


def marks_of(model: ir.Model) -> NetworkMarks:
    """All nodes of the graph, in its order, but for those that hold a constant: that is a constant
    of whoever reads it, as if the file listed it among the weights."""
    version = model.opset_imports.get("", 1)
    marks: dict[int, ConstantMark] = {}
    return NetworkMarks(
        tuple(
            _node_mark(node, version, marks) for node in model.graph if node.op_type != "Constant"
        ),
        tuple(value.name or "" for value in model.graph.inputs),
        tuple(value.name or "" for value in model.graph.outputs),
    )


def _node_mark(node: ir.Node, version: int, marks: dict[int, ConstantMark]) -> NodeMark:
    shown = [value for value in node.outputs if value.name]
    held = [_constant(value, marks) for value in node.inputs]
    inside = [_constant(value, marks) for value in inner_constants(node)]
    names = [value.name or "" if value else "" for value in node.inputs]
    return NodeMark(
        name=node.name or "",
        operator=f"{node.domain}.{node.op_type}" if node.domain else node.op_type,
        inputs=tuple("" if constant else name for name, constant in zip(names, held, strict=True)),
        outputs=tuple(value.name or "" for value in node.outputs),
        shapes=tuple(map(shape_text, shown)),
        attributes=_attributes(node, version),
        constants=tuple(
            replace(mark, place=at) for at, mark in enumerate((*held, *inside)) if mark is not None
        ),
        made=_made_bytes(node),
    )


def _made_bytes(node: ir.Node) -> int:
    """Of a constant that the file gives by its shape and one element alone; 0 where an input is
    computed. Constants that other operators compute from constants are not counted."""
    if node.domain or node.op_type not in _FILLING or not node.outputs:
        return 0
    tensors = [ir.convenience.get_const_tensor(value) if value else None for value in node.inputs]
    if any(tensor is None for tensor in tensors):
        return 0
    element = node.attributes["value"].value if "value" in node.attributes else None
    kind = element.dtype if isinstance(element, ir.TensorProtocol) else ir.DataType.FLOAT
    shape = [int(number) for number in tensors[-1].numpy().reshape(-1)] if tensors[-1] else []
    if node.op_type == "Expand" and tensors[0] is not None:
        kind = tensors[0].dtype
        shape = _broadcast(tuple(map(int, tensors[0].shape.numpy())), shape)
    return -(-prod(shape) * kind.bitwidth // 8) if kind != ir.DataType.STRING else 0


def _broadcast(shape: Sequence[int], other: Sequence[int]) -> list[int]:
    """Sides from the last on; a 1 gives way."""
    pairs = zip_longest(reversed(shape), reversed(other), fillvalue=1)
    return [second if first == 1 else first for first, second in pairs]


def _constant(value: ir.Value | None, marks: dict[int, ConstantMark]) -> ConstantMark | None:
    """None for what is computed. marks: those met before, since several nodes may read one."""
    tensor = None if value is None else ir.convenience.get_const_tensor(value)
    if value is None or tensor is None:
        return None
    if id(value) not in marks:
        shape = tuple(int(size) for size in tensor.shape.numpy())
        kind = type_text(int(tensor.dtype))
        marks[id(value)] = ConstantMark(0, kind, shape, tensor.nbytes, _tensor_digest(tensor))
    return marks[id(value)]


def _tensor_digest(tensor: ir.TensorProtocol) -> str:
    """Of the elements in their order; nothing large is copied."""
    if tensor.dtype == ir.DataType.STRING:
        return _digest(repr(tensor.numpy().tolist()).encode())
    content = np.ascontiguousarray(tensor.numpy()).reshape(-1).view(np.uint8)
    return _digest(content.data)


def _digest(content: bytes | memoryview) -> str:
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def _attributes(node: ir.Node, version: int) -> tuple[tuple[str, str], ...]:
    usual = _defaults(node.op_type, version) if not node.domain else {}
    given = (
        (name, _attribute_text(attribute, version)) for name, attribute in node.attributes.items()
    )
    return tuple(sorted((name, text) for name, text in given if usual.get(name) != text))


def _attribute_text(attribute: ir.Attr, version: int) -> str:
    value = attribute.value
    if attribute.type == ir.AttributeType.TENSOR and value is not None:
        return f"tensor {_tensor_digest(value)}"
    if isinstance(value, ir.Graph):
        inside = graph_text(value, lambda node: _attributes(node, version))
        return f"graph {_digest(inside.encode())}"
    return _plain_text(list(value) if isinstance(value, (list, tuple)) else value)


def _plain_text(value: object) -> str:
    """Short values as they are, long ones by their digest."""
    text = _written(value)
    return text if len(text) <= _LONGEST_TEXT else f"{len(text)} letters {_digest(text.encode())}"


def _written(value: object) -> str:
    """Numbers with a fraction as ONNX keeps them, in single precision: 0.1, not what a double makes
    of it."""
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return str(np.float32(value)) if isinstance(value, float) else repr(value)


@lru_cache(maxsize=OPERATORS_KEPT)
def _defaults(operator: str, version: int) -> dict[str, str]:
    """What an attribute is where a node does not say it."""
    schema = schema_of(operator, version)
    if schema is None:
        return {}
    given = {name: attribute.default_value for name, attribute in schema.attributes.items()}
    return {
        name: _plain_text(_default(value))
        for name, value in given.items()
        if value.type != AttributeProto.UNDEFINED
    }


def _default(value: AttributeProto) -> object:
    default = helper.get_attribute_value(value)
    return default.decode() if isinstance(default, bytes) else default
