"""Literals, and expressions that have a value before the program runs."""

from __future__ import annotations

import re

from pycparser import c_ast

from compiler_core.loop.front_end.c_types import (
    common_type,
    promoted,
    scalar_type,
    type_of_integer_literal,
)
from compiler_core.loop.interpreter.arithmetic import (
    Trap,
    convert,
    operation_function,
    round_float,
)
from compiler_core.loop.ir.operations import COMPARISONS
from compiler_core.loop.ir.types import F32, F64, I32, Type
from compiler_core.loop.ir.values import Constant

_INTEGER = re.compile(r"(?P<digits>0[xX][\da-fA-F]+|0[bB][01]+|\d+)(?P<suffix>[uUlL]*)")
_ESCAPES = {"n": 10, "t": 9, "0": 0, "r": 13, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8}
BINARY = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "%": "rem", "&": "and", "|": "or", "^": "xor",
    "<<": "shl", ">>": "shr", "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}  # fmt: skip
UNARY = {"-": "neg", "~": "not"}


def literal(node: c_ast.Constant) -> Constant | None:
    """The value of a number or character; None for texts and what does not fit any type."""
    if node.type == "char":
        return _character(node.value)
    if node.type in ("float", "double"):
        single = node.value[-1] in "fF"
        value = _real(node.value.rstrip("fF") if single else node.value)
        if value is None:
            return None
        return Constant(F32, round_float(value, F32)) if single else Constant(F64, value)
    match = _INTEGER.fullmatch(node.value)
    if match is None or len(node.value) > 80:
        return None
    digits = match["digits"]
    octal = digits.startswith("0") and digits.isdigit()
    value = int(digits, 8 if octal else 0)
    type_ = type_of_integer_literal(value, match["suffix"], digits.isdigit() and not octal)
    return Constant(type_, value) if type_ is not None else None


def _real(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _character(text: str) -> Constant | None:
    inside = text[1:-1]
    if len(inside) == 1 and inside.isascii():
        return Constant(I32, ord(inside))
    if len(inside) == 2 and inside[0] == "\\" and inside[1] in _ESCAPES:
        return Constant(I32, _ESCAPES[inside[1]])
    return None


def constant_value(node: c_ast.Node, names: dict[str, Constant]) -> Constant | None:
    """The value of a constant expression; None if it is not one. names: constants in scope."""
    if isinstance(node, c_ast.Constant):
        return literal(node)
    if isinstance(node, c_ast.ID):
        return names.get(node.name)
    if isinstance(node, c_ast.Cast):
        inner, type_ = constant_value(node.expr, names), scalar_type(node.to_type)
        return converted(inner, type_) if inner is not None and type_ is not None else None
    if isinstance(node, c_ast.UnaryOp) and node.op in ("-", "~", "+"):
        return _unary(node, names)
    if isinstance(node, c_ast.BinaryOp) and node.op in BINARY:
        return _binary(node, names)
    return None


def converted(constant: Constant, type_: Type) -> Constant:
    """The same value in another type."""
    return Constant(type_, convert(constant.value, constant.type, type_))


def _unary(node: c_ast.UnaryOp, names: dict[str, Constant]) -> Constant | None:
    inner = constant_value(node.expr, names)
    if inner is None:
        return None
    inner = converted(inner, promoted(inner.type))
    if node.op == "+":
        return inner
    if node.op == "~" and inner.type.is_float:
        return None
    return Constant(inner.type, operation_function(UNARY[node.op], inner.type)(inner.value))


def _binary(node: c_ast.BinaryOp, names: dict[str, Constant]) -> Constant | None:
    left, right = constant_value(node.left, names), constant_value(node.right, names)
    if left is None or right is None:
        return None
    opcode = BINARY[node.op]
    type_ = common_type(left.type, right.type)
    if opcode in ("shl", "shr"):
        type_ = promoted(left.type)
    if type_.is_float and opcode in ("rem", "and", "or", "xor", "shl", "shr"):
        return None
    first, second = converted(left, type_), converted(right, type_)
    try:
        value = operation_function(opcode, type_)(first.value, second.value)
    except Trap:
        return None
    if opcode in COMPARISONS:
        return Constant(I32, int(value))
    return Constant(type_, value)
