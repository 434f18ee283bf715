"""Interval arithmetic over C expressions: between which two integers a value must lie.

An interval is (lowest, highest), both possible; None means that nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of

Interval = tuple[int, int]
# What a name, a field or an array element may hold.
Lookup = Callable[[Node], Interval | None]

NAMED = (
    "identifier",
    "field_expression",
    "subscript_expression",
    "pointer_expression",
    "qualified_identifier",
    "call_expression",
)
_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)[uUlLzZ]*")
_LARGEST = 1 << 63
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=", "&&", "||")


def interval_of(node: Node | None, lookup: Lookup) -> Interval | None:
    """The values an expression can take, given those of what it names."""
    interval = _interval(node, lookup)
    if interval is None or interval[0] > interval[1] or max(map(abs, interval)) >= _LARGEST:
        return None
    return interval


def _interval(node: Node | None, lookup: Lookup) -> Interval | None:
    if node is None:
        return None
    if node.type == "number_literal":
        value = number_of(text_of(node))
        return None if value is None else (value, value)
    if node.type == "char_literal":
        return (0, 255)
    if node.type in ("true", "false"):
        value = int(node.type == "true")
        return (value, value)
    if node.type in NAMED:
        return lookup(node)
    return _compound(node, lookup)


def _compound(node: Node, lookup: Lookup) -> Interval | None:
    match node.type:
        case "binary_expression":
            return _binary(node, lookup)
        case "unary_expression":
            return _unary(node, lookup)
        case "parenthesized_expression":
            return interval_of(next(iter(node.named_children), None), lookup)
        case "cast_expression":
            return interval_of(node.child_by_field_name("value"), lookup)
        case "update_expression":
            return interval_of(node.child_by_field_name("argument"), lookup)
        case "assignment_expression":
            return interval_of(node.child_by_field_name("right"), lookup)
        case "conditional_expression":
            first = interval_of(node.child_by_field_name("consequence"), lookup)
            return union(first, interval_of(node.child_by_field_name("alternative"), lookup))
    return None


def number_of(text: str) -> int | None:
    """The value of an integer literal of C."""
    match = _NUMBER.fullmatch(text.replace("'", ""))
    if match is None:
        return None
    digits = match[1]
    if digits.isdigit() and digits.startswith("0") and len(digits) > 1:
        return int(digits, 8) if set(digits) <= set("01234567") else None
    return int(digits, 0)


def union(first: Interval | None, second: Interval | None) -> Interval | None:
    """The least interval around both; unknown if one of them is."""
    if first is None or second is None:
        return None
    return (min(first[0], second[0]), max(first[1], second[1]))


def _unary(node: Node, lookup: Lookup) -> Interval | None:
    inner = interval_of(node.child_by_field_name("argument"), lookup)
    operator = text_of(node.child_by_field_name("operator"))
    if operator == "!":
        return (0, 1)
    if inner is None:
        return None
    if operator == "-":
        return (-inner[1], -inner[0])
    if operator == "~":
        return (~inner[1], ~inner[0])
    return inner if operator == "+" else None


def _binary(node: Node, lookup: Lookup) -> Interval | None:
    operator = text_of(node.child_by_field_name("operator"))
    if operator in _COMPARISONS:
        return (0, 1)
    left = interval_of(node.child_by_field_name("left"), lookup)
    right = interval_of(node.child_by_field_name("right"), lookup)
    if operator == "&":
        return _masked(left, right)
    if operator == "%" and right is not None and right[0] > 0:
        below = right[1] - 1
        least = 0 if left is not None and left[0] >= 0 else -below
        return (least, below if left is None else min(below, max(left[1], 0)))
    if left is None or right is None:
        return None
    return _arithmetic(operator, left, right)


def _masked(left: Interval | None, right: Interval | None) -> Interval | None:
    """`x & mask` is at most a mask that is not negative."""
    tops = [side[1] for side in (left, right) if side is not None and side[0] >= 0]
    return (0, min(tops)) if tops else None


def _arithmetic(operator: str, left: Interval, right: Interval) -> Interval | None:
    if operator == "+":
        return (left[0] + right[0], left[1] + right[1])
    if operator == "-":
        return (left[0] - right[1], left[1] - right[0])
    if operator == "*":
        return _corners(left, right, lambda a, b: a * b)
    if operator == "/" and right[0] > 0:
        return _corners(left, right, _truncated)
    shifts = right[0] >= 0 and right[1] < 63
    if operator == "<<" and shifts:
        return _corners(left, right, lambda a, b: a << b)
    if operator == ">>" and shifts:
        return _corners(left, right, lambda a, b: a >> b)
    if operator in ("|", "^") and left[0] >= 0 and right[0] >= 0:
        return (0, (1 << max(left[1], right[1]).bit_length()) - 1)
    return None


def _corners(left: Interval, right: Interval, combine: Callable[[int, int], int]) -> Interval:
    values = [combine(a, b) for a in left for b in right]
    return (min(values), max(values))


def _truncated(dividend: int, divisor: int) -> int:
    """Division as C does it, towards zero."""
    quotient = abs(dividend) // abs(divisor)
    return quotient if (dividend < 0) == (divisor < 0) else -quotient
