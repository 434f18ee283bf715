"""Arithmetic, comparison and logic, as C expressions of one element.

Integers narrower than `int` are computed as `int` and cut back, which is what numpy's wrap-around
gives; unsigned division and remainder follow C, signed remainder the ONNX attribute `fmod`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import onnx_ir as ir

from compiler_core.graph.emission.element_types import BY_NAME, ElementType
from compiler_core.graph.emission.facts import attribute, type_of
from compiler_core.graph.emission.index_arithmetic import atom

Elements = Sequence[str]
Types = Sequence[ElementType]
Expression = Callable[[ir.Node, Elements, Types], str]


def cut(kind: ElementType, expression: str) -> str:
    """The expression in its own type where C would have widened it."""
    narrow = (not kind.is_float and kind.bytes < 4) or kind.name == "FLOAT16"
    return f"({kind.c})({expression})" if narrow else expression


def _joined(sign: str) -> Expression:
    def expression(node: ir.Node, elements: Elements, kinds: Types) -> str:
        result = elements[0]
        for element in elements[1:]:
            result = cut(kinds[0], f"{atom(result)} {sign} {atom(element)}")
        return result

    return expression


def _wrapping(sign: str) -> Expression:
    """Signed overflow is undefined in C: computed unsigned, as two's complement wraps."""

    def expression(node: ir.Node, elements: Elements, kinds: Types) -> str:
        kind = kinds[0]
        if kind.kind != "signed" or kind.bytes < 4:
            return _joined(sign)(node, elements, kinds)
        wide = f"uint{8 * kind.bytes}_t"
        first, *rest = elements
        for element in rest:
            first = f"({kind.c})(({wide}){atom(first)} {sign} ({wide}){atom(element)})"
        return first

    return expression


def _extreme(sign: str) -> Expression:
    """Largest or smallest; a float that is no number wins, as in numpy."""

    def expression(node: ir.Node, elements: Elements, kinds: Types) -> str:
        result = elements[0]
        for element in elements[1:]:
            result = extreme(kinds[0], sign, result, element)
        return result

    return expression


def extreme(kind: ElementType, sign: str, first: str, second: str) -> str:
    """The larger (`>`) or smaller (`<`) of two."""
    first, second = atom(first), atom(second)
    no_number = f" || {first} != {first}" if kind.is_float else ""
    return f"({first} {sign} {second}{no_number} ? {first} : {second})"


def _mean(node: ir.Node, elements: Elements, kinds: Types) -> str:
    return f"({' + '.join(map(atom, elements))}) / {kinds[0].literal(len(elements))}"


def _compared(sign: str) -> Expression:
    def expression(node: ir.Node, elements: Elements, kinds: Types) -> str:
        return f"{atom(elements[0])} {sign} {atom(elements[1])}"

    return expression


def _called(function: str) -> Expression:
    """A function of the C library; half precision is computed in single."""

    def expression(node: ir.Node, elements: Elements, kinds: Types) -> str:
        return cut(kinds[0], f"{kinds[0].function(function)}({elements[0]})")

    return expression


def _power(node: ir.Node, elements: Elements, kinds: Types) -> str:
    base, exponent = kinds
    wide = base if base.is_float and not exponent.bytes > base.bytes else BY_NAME["DOUBLE"]
    return f"({base.c}){wide.function('pow')}({elements[0]}, {elements[1]})"


def _remainder(node: ir.Node, elements: Elements, kinds: Types) -> str:
    kind = kinds[0]
    first, second = map(atom, elements)
    if kind.is_float and attribute(node, "fmod", 0):
        return cut(kind, f"{kind.function('fmod')}({first}, {second})")
    if kind.is_float:
        # The sign is the divisor's; what is left of a division by infinity may become infinite.
        left = f"{kind.function('fmod')}({first}, {second})"
        turned = f"{left} != 0 && ({left} < 0) != ({second} < 0)"
        return cut(kind, f"{turned} ? {left} + {second} : {left}")
    if attribute(node, "fmod", 0) or kind.kind == "unsigned":
        return cut(kind, f"{first} % {second}")
    # The sign is the divisor's: C's remainder has the dividend's.
    return cut(kind, f"({first} % {second} + {second}) % {second}")


def _absolute(node: ir.Node, elements: Elements, kinds: Types) -> str:
    kind, x = kinds[0], atom(elements[0])
    if kind.is_float:
        return cut(kind, f"{kind.function('fabs')}({x})")
    return x if kind.kind == "unsigned" else cut(kind, f"{x} < 0 ? -{x} : {x}")


def _sign(node: ir.Node, elements: Elements, kinds: Types) -> str:
    x, kind = atom(elements[0]), kinds[0]
    sign = f"({kind.c})(({x} > 0) - ({x} < 0))"
    return f"{x} != {x} ? {x} : {sign}" if kind.is_float else sign


def _not(node: ir.Node, elements: Elements, kinds: Types) -> str:
    return f"!{atom(elements[0])}"


def _negated(node: ir.Node, elements: Elements, kinds: Types) -> str:
    return cut(kinds[0], f"-{atom(elements[0])}")


def _inverted(node: ir.Node, elements: Elements, kinds: Types) -> str:
    return cut(kinds[0], f"~{atom(elements[0])}")


def _shifted(node: ir.Node, elements: Elements, kinds: Types) -> str:
    """A distance outside 0 to width - 1, undefined in C, shifts every bit out."""
    kind, x, distance = kinds[0], *map(atom, elements)
    inside = f"{distance} < {8 * kind.bytes}" + f" && {distance} >= 0" * (kind.kind == "signed")
    if attribute(node, "direction", "") == "LEFT":
        moved = f"({kind.c})((uint{8 * kind.bytes}_t){x} << {distance})"
        return f"{inside} ? {moved} : 0"
    sign = f"-({x} < 0)" if kind.kind == "signed" else "0"
    return f"{inside} ? {cut(kind, f'{x} >> {distance}')} : {sign}"


def _reciprocal(node: ir.Node, elements: Elements, kinds: Types) -> str:
    return cut(kinds[0], f"{kinds[0].literal(1)} / {atom(elements[0])}")


def _infinite(node: ir.Node, elements: Elements, kinds: Types) -> str:
    x = atom(elements[0])
    wanted = [f"{x} == INFINITY"] * bool(attribute(node, "detect_positive", 1))
    wanted += [f"{x} == -INFINITY"] * bool(attribute(node, "detect_negative", 1))
    return " || ".join(wanted) or "0"


def _no_number(node: ir.Node, elements: Elements, kinds: Types) -> str:
    return f"{atom(elements[0])} != {atom(elements[0])}"


def _error_function(node: ir.Node, elements: Elements, kinds: Types) -> str:
    if kinds[0].is_float:
        return _called("erf")(node, elements, kinds)
    return f"({type_of(node.outputs[0]).c})erf((double){atom(elements[0])})"


_FUNCTIONS = {
    "Exp": "exp", "Log": "log", "Sqrt": "sqrt", "Floor": "floor", "Ceil": "ceil", "Round": "rint",
    "Sin": "sin", "Cos": "cos", "Tan": "tan", "Asin": "asin", "Acos": "acos", "Atan": "atan",
    "Sinh": "sinh", "Cosh": "cosh", "Tanh": "tanh", "Asinh": "asinh", "Acosh": "acosh",
    "Atanh": "atanh",
}  # fmt: skip

ARITHMETIC: dict[str, Expression] = {
    "Add": _wrapping("+"), "Sub": _wrapping("-"), "Mul": _wrapping("*"), "Div": _joined("/"),
    "Sum": _wrapping("+"), "Mean": _mean, "Max": _extreme(">"), "Min": _extreme("<"),
    "Pow": _power, "Mod": _remainder, "Abs": _absolute, "Neg": _negated, "Sign": _sign,
    "Reciprocal": _reciprocal, "Erf": _error_function,
    "Equal": _compared("=="), "Less": _compared("<"), "Greater": _compared(">"),
    "LessOrEqual": _compared("<="), "GreaterOrEqual": _compared(">="),
    "And": _compared("&&"), "Or": _compared("||"), "Xor": _compared("!="), "Not": _not,
    "BitwiseAnd": _joined("&"), "BitwiseOr": _joined("|"), "BitwiseXor": _joined("^"),
    "BitwiseNot": _inverted, "BitShift": _shifted, "IsInf": _infinite, "IsNaN": _no_number,
    **{operator: _called(function) for operator, function in _FUNCTIONS.items()},
}  # fmt: skip
