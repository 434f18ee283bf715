"""Expressions: each becomes the instructions that compute it, and gives their value."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from compiler_core.loop.front_end.accesses import element_of, read_element, variable_of
from compiler_core.loop.front_end.builder import ArrayName, Builder
from compiler_core.loop.front_end.c_types import common_type, promoted, scalar_type
from compiler_core.loop.front_end.constants import BINARY, UNARY, converted, literal
from compiler_core.loop.ir.intrinsics import INTRINSICS, intrinsic_named
from compiler_core.loop.ir.types import BOOL, I32, VOID, Type
from compiler_core.loop.ir.values import Array, Block, Constant, Slot, Value


def lower_expression(builder: Builder, node: c_ast.Node) -> Value:
    """The value of an expression; a comparison gives a bool. Raises OutsideSubset."""
    lower = _LOWERINGS.get(type(node))
    if lower is None:
        raise builder.outside(
            node,
            f"Found {_DESCRIPTIONS.get(type(node).__name__, type(node).__name__)}.",
            "The subset has arithmetic, comparisons, subscripts, assignments and calls.",
        )
    return lower(builder, node)


def convert_to(builder: Builder, value: Value, type_: Type, node: c_ast.Node) -> Value:
    """The value in another type; constants are converted on the spot."""
    if value.type == type_:
        return value
    if isinstance(value, Constant):
        return converted(value, type_)
    return builder.emit("convert", value, type_=type_, node=node)


def lower_condition(builder: Builder, node: c_ast.Node, yes: Block, no: Block) -> None:
    """Go to `yes` if the expression is not zero, else to `no`; && and || stop early."""
    if isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||"):
        further = builder.new_block("and" if node.op == "&&" else "or")
        lower_condition(builder, node.left, *((further, no) if node.op == "&&" else (yes, further)))
        builder.start(further)
        lower_condition(builder, node.right, yes, no)
    elif isinstance(node, c_ast.UnaryOp) and node.op == "!":
        lower_condition(builder, node.expr, no, yes)
    else:
        condition = truth(builder, lower_expression(builder, node), node)
        builder.emit("branch", condition, targets=(yes, no), node=node)


def truth(builder: Builder, value: Value, node: c_ast.Node) -> Value:
    """Is the value different from zero?"""
    if value.type == BOOL:
        return value
    if isinstance(value, Constant):
        return Constant(BOOL, value.value != 0)
    return builder.emit("ne", value, Constant(value.type, 0), node=node)


def value_in(builder: Builder, node: c_ast.Node) -> Value:
    """An expression that must have a value."""
    value = lower_expression(builder, node)
    if value.type == VOID:
        raise builder.outside(
            node, "Found a call that gives no value.", "Use it as a statement, or return a value."
        )
    return value


def _literal(builder: Builder, node: c_ast.Constant) -> Value:
    value = literal(node)
    if value is None:
        raise builder.outside(
            node,
            f"Found {node.value[:20]}, which is no number of the subset.",
            "Use decimal numbers that fit into 64 bits; texts have no meaning here.",
        )
    return value


def _name(builder: Builder, node: c_ast.ID) -> Value:
    symbol = builder.lookup(node.name)
    if isinstance(symbol, Slot):
        return builder.emit("load", type_=symbol.type, place=symbol, node=node)
    if isinstance(symbol, ArrayName):
        raise builder.outside(
            node,
            f"Found the array {node.name} without a subscript.",
            f"Write {node.name}[i]: pointers cannot be computed with here.",
        )
    if symbol is None:
        raise builder.outside(
            node, f"{node.name} is not known here.", "Declare it before it is used."
        )
    return symbol


def _subscripted(builder: Builder, node: c_ast.ArrayRef | c_ast.UnaryOp) -> Value:
    array, subscript = element_of(builder, node, value_in)
    return read_element(builder, array, subscript, node)


def _binary(builder: Builder, node: c_ast.BinaryOp) -> Value:
    if node.op in ("&&", "||"):
        return _choice(builder, node, lambda: Constant(BOOL, True), lambda: Constant(BOOL, False))
    left, right = value_in(builder, node.left), value_in(builder, node.right)
    return arithmetic(builder, node.op, left, right, node)


def arithmetic(builder: Builder, sign: str, left: Value, right: Value, node: c_ast.Node) -> Value:
    """`left sign right` after C's conversions."""
    opcode = BINARY[sign]
    shifts = opcode in ("shl", "shr")
    type_ = promoted(left.type) if shifts else common_type(left.type, right.type)
    if type_.is_float and opcode in ("rem", "and", "or", "xor", "shl", "shr"):
        raise builder.outside(
            node, f"Found {sign} on {type_.name} values.", "It works on integers only."
        )
    first = convert_to(builder, left, type_, node)
    return builder.emit(opcode, first, convert_to(builder, right, type_, node), node=node)


def _unary(builder: Builder, node: c_ast.UnaryOp) -> Value:
    if node.op in ("p++", "p--", "++", "--"):
        return _step(builder, node)
    if node.op == "*":
        return _subscripted(builder, node)
    if node.op == "!":
        value = value_in(builder, node.expr)
        return builder.emit("not", truth(builder, value, node), node=node)
    if node.op not in ("-", "+", "~"):
        what = "& (an address)" if node.op == "&" else node.op
        raise builder.outside(
            node, f"Found {what}.", "Addresses and sizes have no meaning here: use subscripts."
        )
    value = value_in(builder, node.expr)
    value = convert_to(builder, value, promoted(value.type), node)
    if node.op == "+":
        return value
    if node.op == "~" and value.type.is_float:
        raise builder.outside(node, "Found ~ on a float.", "It works on integers only.")
    if isinstance(value, Constant) and node.op == "-":
        return (
            Constant(value.type, -value.value) if value.value != 0 or value.type.is_float else value
        )
    return builder.emit(UNARY[node.op], value, node=node)


def _step(builder: Builder, node: c_ast.UnaryOp) -> Value:
    """`i++`: the new value is stored; the old one, or the new one for `++i`, is the result."""
    sign = "+" if "+" in node.op else "-"
    slot = variable_of(builder, node.expr)
    if slot is not None:
        old: Value = builder.emit("load", type_=slot.type, place=slot, node=node)
        stored = _stepped(builder, sign, old, slot.type, node)
        builder.give_name(stored, f"{slot.name}.next")
        builder.emit("store", stored, place=slot, node=node)
    else:
        array, subscript = element_of(builder, node.expr, value_in)
        old = read_element(builder, array, subscript, node)
        stored = _stepped(builder, sign, old, array.element, node)
        _check_writable(builder, array, node)
        builder.emit("store", subscript, stored, place=array, node=node)
    return old if node.op.startswith("p") else stored


def _stepped(builder: Builder, sign: str, old: Value, type_: Type, node: c_ast.Node) -> Value:
    changed = arithmetic(builder, sign, old, Constant(I32, 1), node)
    return convert_to(builder, changed, type_, node)


def _assignment(builder: Builder, node: c_ast.Assignment) -> Value:
    slot = variable_of(builder, node.lvalue)
    if slot is not None:
        return assign_variable(builder, slot, node)
    array, subscript = element_of(builder, node.lvalue, value_in)
    _check_writable(builder, array, node)
    if node.op == "=":
        value = value_in(builder, node.rvalue)
    else:
        old = read_element(builder, array, subscript, node.lvalue)
        value = arithmetic(builder, node.op[:-1], old, value_in(builder, node.rvalue), node)
    stored = convert_to(builder, value, array.element, node)
    builder.emit("store", subscript, stored, place=array, node=node)
    return stored


def assign_variable(builder: Builder, slot: Slot, node: c_ast.Assignment) -> Value:
    """`x = …` and `x += …` for a variable."""
    if node.op == "=":
        value = named_value(builder, node.rvalue, slot.type, f"{slot.name}.next")
    else:
        right = value_in(builder, node.rvalue)
        old = builder.emit("load", type_=slot.type, place=slot, node=node.lvalue)
        changed = arithmetic(builder, node.op[:-1], old, right, node)
        value = convert_to(builder, changed, slot.type, node)
        builder.give_name(value, f"{slot.name}.next")
    builder.emit("store", value, place=slot, node=node)
    return value


def named_value(builder: Builder, node: c_ast.Node, type_: Type, hint: str) -> Value:
    """The value of an expression that a variable will hold; it gets the variable's name.

    A variable that is set to another variable is a copy, so that both names stay visible.
    """
    value = convert_to(builder, value_in(builder, node), type_, node)
    if isinstance(node, c_ast.ID) and not isinstance(value, Constant):
        value = builder.emit("copy", value, node=node)
    builder.give_name(value, hint)
    return value


def _check_writable(builder: Builder, array: Array, node: c_ast.Node) -> None:
    if array.const:
        raise builder.outside(
            node, f"Found a store into {array.name}, which is const.", "Remove const or the store."
        )


def _ternary(builder: Builder, node: c_ast.TernaryOp) -> Value:
    return _choice(
        builder,
        node.cond,
        lambda: value_in(builder, node.iftrue),
        lambda: value_in(builder, node.iffalse),
        node,
    )


def _choice(
    builder: Builder,
    condition: c_ast.Node,
    if_true: Callable[[], Value],
    if_false: Callable[[], Value],
    node: c_ast.Node | None = None,
) -> Value:
    """Two ways that each give a value; only the one taken is computed."""
    node = node or condition
    then, otherwise, join = (builder.new_block(name) for name in ("then", "otherwise", "join"))
    lower_condition(builder, condition, then, otherwise)
    builder.start(then)
    first, end_of_first = if_true(), builder.block
    builder.start(otherwise)
    second, end_of_second = if_false(), builder.block
    type_ = first.type
    if first.type != second.type or first.type != BOOL:
        type_ = common_type(first.type, second.type)
    slot = Slot(builder.function.fresh_slot_name("choice"), type_)
    builder.function.slots.append(slot)
    for value, block in ((first, end_of_first), (second, end_of_second)):
        builder.block = block
        builder.emit("store", convert_to(builder, value, type_, node), place=slot, node=node)
        builder.jump(join, node)
    builder.start(join)
    return builder.emit("load", type_=type_, place=slot, node=node)


def _cast(builder: Builder, node: c_ast.Cast) -> Value:
    type_ = scalar_type(node.to_type)
    if type_ is None or type_ == VOID:
        raise builder.outside(
            node, "Found a cast to a type outside the subset.", "Cast to a number type only."
        )
    value = value_in(builder, node.expr)
    return truth(builder, value, node) if type_ == BOOL else convert_to(builder, value, type_, node)


def _call(builder: Builder, node: c_ast.FuncCall) -> Value:
    name = node.name.name if isinstance(node.name, c_ast.ID) else ""
    given = node.args.exprs if node.args is not None else []
    intrinsic, defined = intrinsic_named(name), builder.signatures.get(name)
    if defined is None and intrinsic is None:
        known = ", ".join(function.name for function in INTRINSICS)
        raise builder.outside(
            node,
            f"Found a call of {name or 'a computed function'}, whose body is not known here.",
            f"Define it above in this file, or use one of: {known}.",
        )
    if defined is not None and defined.arrays != defined.local_arrays:
        raise builder.outside(
            node,
            f"Found a call of {name}, which takes arrays.",
            "Only functions of numbers can be called: write its loop here.",
        )
    types = [scalar.type for scalar in defined.scalars] if defined else intrinsic.parameters  # type: ignore[union-attr]
    result = defined.result if defined else intrinsic.result  # type: ignore[union-attr]
    if len(types) != len(given):
        raise builder.outside(
            node, f"{name} takes {len(types)} values, found {len(given)}.", "Give as many."
        )
    values = [
        convert_to(builder, value_in(builder, expression), type_, expression)
        for expression, type_ in zip(given, types, strict=True)
    ]
    return builder.emit("call", *values, type_=result, callee=name, node=node)


def _sequence(builder: Builder, node: c_ast.ExprList) -> Value:
    values = [lower_expression(builder, expression) for expression in node.exprs]
    return values[-1]


_LOWERINGS: dict[type, Callable[[Builder, c_ast.Node], Value]] = {
    c_ast.Constant: _literal,
    c_ast.ID: _name,
    c_ast.ArrayRef: _subscripted,
    c_ast.BinaryOp: _binary,
    c_ast.UnaryOp: _unary,
    c_ast.Assignment: _assignment,
    c_ast.TernaryOp: _ternary,
    c_ast.Cast: _cast,
    c_ast.FuncCall: _call,
    c_ast.ExprList: _sequence,
}  # type: ignore[assignment]
_DESCRIPTIONS = {
    "StructRef": "a member of a structure",
    "CompoundLiteral": "a compound literal",
    "InitList": "an initialiser in braces",
    "Typename": "a type where a value belongs",
}
