"""What C computes, as Python of Triton: types, numbers and operations as nodes of a syntax tree.

Triton's own rules for mixed types never apply: the front end has written every conversion of C's,
so that both sides of an operation have one type. Where Triton's operator rounds otherwise than C
(division and square root of floats), the function is taken that rounds to nearest.

Source: Triton documentation, "triton.language", "Triton Semantics"; C11 6.3.1, 6.5.5.
"""

from __future__ import annotations

import ast
import math

from compiler_core.loop.ir.types import BOOL, F32, I32, Type, integer_range
from compiler_core.loop.ir.values import Constant, Instruction

_OPERATORS: dict[str, ast.operator] = {
    "add": ast.Add(), "sub": ast.Sub(), "mul": ast.Mult(), "rem": ast.Mod(), "and": ast.BitAnd(),
    "or": ast.BitOr(), "xor": ast.BitXor(), "shl": ast.LShift(), "shr": ast.RShift(),
}  # fmt: skip
_COMPARISONS: dict[str, ast.cmpop] = {
    "eq": ast.Eq(), "ne": ast.NotEq(), "lt": ast.Lt(), "le": ast.LtE(), "gt": ast.Gt(),
    "ge": ast.GtE(),
}  # fmt: skip
_FUNCTIONS = {
    "fabs": "abs", "abs": "abs", "labs": "abs", "fmin": "minimum", "fmax": "maximum",
    "floor": "floor", "ceil": "ceil",
}  # fmt: skip


def parameter_text(type_: Type) -> str:
    """As a kernel's signature has it: `i32`, `fp32`."""
    letter = {"signed": "i", "unsigned": "u", "float": "fp"}[type_.kind]
    return f"{letter}{type_.bits}"


def type_node(type_: Type) -> ast.expr:
    """`tl.int32`."""
    word = {"signed": "int", "unsigned": "uint", "float": "float", "bool": "int"}[type_.kind]
    return attribute(f"{word}{type_.bits}")


def attribute(name: str) -> ast.expr:
    """`tl.name`."""
    return ast.Attribute(ast.Name("tl"), name)


def call(name: str, *arguments: ast.expr, **keywords: ast.expr) -> ast.expr:
    """`tl.name(…)`."""
    named = [ast.keyword(key, value) for key, value in keywords.items()]
    return ast.Call(attribute(name), list(arguments), named)


def cast(value: ast.expr, type_: Type) -> ast.expr:
    """`value.to(tl.int8)`."""
    return ast.Call(ast.Attribute(value, "to"), [type_node(type_)], [])


def joined(operator: ast.operator, left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.BinOp(left, operator, right)


def turned(condition: ast.expr) -> ast.expr:
    """`~condition`; twice is none."""
    if isinstance(condition, ast.UnaryOp):
        return condition.operand
    return ast.UnaryOp(ast.Invert(), condition)


def number(value: int | float | bool) -> ast.expr:
    """As Python writes it; infinity and what is no number by their names."""
    if isinstance(value, float) and not math.isfinite(value):
        return ast.Call(ast.Name("float"), [ast.Constant(str(value))], [])
    if value < 0 or (isinstance(value, float) and math.copysign(1.0, value) < 0):
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def typed_number(constant: Constant) -> ast.expr:
    """With its type, where nothing beside it has that type."""
    value = int(constant.value) if constant.type == BOOL else constant.value
    return call("full", ast.Tuple([]), number(value), type_node(constant.type))


def operation(instruction: Instruction, operands: list[ast.expr]) -> ast.expr:
    """Of an instruction that touches no memory."""
    type_ = instruction.operands[0].type
    if instruction.opcode in _COMPARISONS:
        return ast.Compare(operands[0], [_COMPARISONS[instruction.opcode]], [operands[1]])
    if instruction.opcode == "call":
        return _library(instruction, operands)
    if instruction.opcode == "convert":
        return _converted(type_, instruction.type, operands[0])
    if instruction.opcode == "neg":
        # 0 - x has another sign than -x where x is 0.
        if type_.is_float:
            return joined(ast.Mult(), operands[0], number(-1.0))
        return joined(ast.Sub(), number(0), operands[0])
    if instruction.opcode == "not":
        return turned(operands[0])
    if instruction.opcode == "select":
        return call("where", *operands)
    if instruction.opcode == "div":
        if type_ == F32:
            return call("div_rn", *operands)
        return joined(ast.Div() if type_.is_float else ast.FloorDiv(), *operands)
    return joined(_OPERATORS[instruction.opcode], *operands)


def _library(instruction: Instruction, operands: list[ast.expr]) -> ast.expr:
    name = instruction.callee.removesuffix("f") if instruction.type == F32 else instruction.callee
    if name == "sqrt":
        return call("sqrt_rn", *operands)
    return call(_FUNCTIONS[name], *operands)


def _converted(source: Type, target: Type, value: ast.expr) -> ast.expr:
    if target == BOOL:
        zero = 0.0 if source.is_float else 0
        return ast.Compare(value, [ast.NotEq()], [number(zero)])
    return cast(value, target)


def is_usual(type_: Type) -> bool:
    """Whether a plain number in the kernel's text has this type where nothing beside it has one."""
    return type_ in (I32, F32)


def neutral_of(kind: str, type_: Type) -> int | float:
    """What changes nothing in a `sum`, `min` or `max`."""
    if kind == "sum":
        return 0.0 if type_.is_float else 0
    if type_.is_float:
        return float("inf") if kind == "min" else float("-inf")
    least, greatest = integer_range(type_)
    return greatest if kind == "min" else least


def neutral_node(neutral: ast.expr, kind: str, type_: Type) -> ast.expr:
    """A small number takes the type of the value beside it."""
    return (
        neutral
        if kind == "sum" or type_.is_float
        else call("full", ast.Tuple([]), neutral, type_node(type_))
    )
