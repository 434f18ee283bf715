"""Variables and array elements: what stands to the left of an assignment, or is read."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from compiler_core.loop.front_end.builder import ArrayName, Builder
from compiler_core.loop.front_end.constants import converted
from compiler_core.loop.ir.types import I32, I64, Type
from compiler_core.loop.ir.values import Array, Constant, Instruction, Slot, Value

Lower = Callable[[Builder, c_ast.Node], Value]


def variable_of(builder: Builder, node: c_ast.Node) -> Slot | None:
    """The variable that a name stands for; None for an element. Raises OutsideSubset."""
    if not isinstance(node, c_ast.ID):
        return None
    symbol = builder.lookup(node.name)
    if isinstance(symbol, Slot):
        return symbol
    what = "an array" if isinstance(symbol, ArrayName) else "not a variable"
    raise builder.outside(
        node,
        f"Found an assignment to {node.name}, which is {what if symbol else 'not known'}.",
        "Only variables and elements such as a[i] can be assigned.",
    )


def element_of(builder: Builder, node: c_ast.Node, lower: Lower) -> tuple[Array, Value]:
    """The array and the subscript of `a[i]`, `a[i][j]`, `*a`, `*(a + i)`."""
    name, subscripts = _parts(builder, node)
    symbol = builder.lookup(name.name)
    if not isinstance(symbol, ArrayName):
        raise builder.outside(
            name,
            f"Found a subscript on {name.name}, which is no array here.",
            "Declare it as a parameter such as float *a, or as a local array.",
        )
    if len(subscripts) != 1 + len(symbol.dimensions):
        raise builder.outside(
            node,
            f"{name.name} has {1 + len(symbol.dimensions)} dimensions, "
            f"found {len(subscripts)} subscripts.",
            "Give one subscript for each dimension.",
        )
    values = [lower(builder, subscript) for subscript in subscripts]
    for value, subscript in zip(values, subscripts, strict=True):
        if not (value.type.is_integer or value.type.kind == "bool"):
            raise builder.outside(subscript, "A subscript must be an integer.", "Cast it to int.")
    return symbol.array, _linear(builder, values, symbol.dimensions, node)


def _parts(builder: Builder, node: c_ast.Node) -> tuple[c_ast.ID, list[c_ast.Node]]:
    """The name of an array and its subscripts, outermost first."""
    subscripts: list[c_ast.Node] = []
    while isinstance(node, c_ast.ArrayRef):
        subscripts.insert(0, node.subscript)
        node = node.name
    if isinstance(node, c_ast.UnaryOp) and node.op == "*":
        inner, zero = node.expr, c_ast.Constant("int", "0", node.coord)
        if isinstance(inner, c_ast.BinaryOp) and inner.op == "+":
            inner, zero = inner.left, inner.right
        node, subscripts = inner, [zero, *subscripts]
    if not isinstance(node, c_ast.ID) or not subscripts:
        raise builder.outside(
            node,
            "Found an access that is no array element.",
            "Write it as a[i]: members and computed pointers are outside the subset.",
        )
    return node, subscripts


def _linear(
    builder: Builder, values: list[Value], dimensions: tuple[Value, ...], node: c_ast.Node
) -> Value:
    """Row-major: `a[i][j]` of an array with rows of N elements is element i * N + j."""
    if not dimensions:
        return _as_integer(builder, values[0], node)
    type_ = I64 if any(_wide(value) for value in (*values, *dimensions)) else I32
    subscript = _as(builder, values[0], type_, node)
    for value, dimension in zip(values[1:], dimensions, strict=True):
        row = builder.emit("mul", subscript, _as(builder, dimension, type_, node), node=node)
        subscript = builder.emit("add", row, _as(builder, value, type_, node), node=node)
    return subscript


def _wide(value: Value) -> bool:
    """Does a subscript need 64 bits, because its own type has more values than int?"""
    return value.type.bits > 32 or value.type.name == "u32"


def _as_integer(builder: Builder, value: Value, node: c_ast.Node) -> Value:
    return _as(builder, value, I32, node) if value.type.kind == "bool" else value


def _as(builder: Builder, value: Value, type_: Type, node: c_ast.Node) -> Value:
    if value.type == type_:
        return value
    if isinstance(value, Constant):
        return converted(value, type_)
    return builder.emit("convert", value, type_=type_, node=node)


def read_element(builder: Builder, array: Array, subscript: Value, node: c_ast.Node) -> Instruction:
    """A load of one element."""
    return builder.emit("load", subscript, type_=array.element, place=array, node=node)
