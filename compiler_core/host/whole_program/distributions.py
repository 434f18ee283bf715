"""Two kinds of input that take a comparison in the source opposite ways.

The comparison is one of an element of an array with a constant or with a plain parameter, which is
then given a value. Where the source has none, the elements of the first array lie above or below 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.errors import InputError
from compiler_core.host.running.accesses import Origins
from compiler_core.host.running.constants import value_of
from compiler_core.host.running.integer_types import range_of
from compiler_core.host.running.layout import Leaf
from compiler_core.host.running.planner import Planner
from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.host.source_reading.syntax import declarations_and_loops, text_of
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.host.whole_program.profile_record import Distribution
from compiler_core.source import SourceFile

USUAL_SHARE = 0.95
PARAMETER_VALUE = 10
_SPREAD = 50
_ORDER = ("<", "<=", ">", ">=")
_EQUALITY = ("==", "!=")
_LEAVING = ("break_statement", "return_statement", "goto_statement")
_STATEMENTS = (*KINDS, "if_statement", "compound_statement", "expression_statement")
# The outcome in which more elements lie above the threshold comes first.
_OUTCOMES = {
    ">": (">", "<="), "<=": (">", "<="), ">=": (">=", "<"), "<": (">=", "<"),
    "==": ("==", "!="), "!=": ("==", "!="),
}  # fmt: skip
# With the operands exchanged.
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class ArrayComparison:
    """`array OPERATOR value`; parameter names what holds the value, empty for a constant."""

    array: str
    operator: str
    value: float
    parameter: str = ""


def default_distributions(
    planner: Planner, source: SourceFile
) -> tuple[Distribution, Distribution]:
    """Mostly one outcome of the comparison, mostly the other.

    Raises InputError for a function without an array of numbers.
    """
    arrays = {
        leaf.path.removesuffix("[]"): leaf
        for leaf in planner.driver.leaves
        if (leaf.buffer is not None or leaf.many) and not leaf.bits
    }
    if not arrays:
        raise InputError(
            f"{planner.target.name} takes no array, so its input has no distribution.",
            "Choose a function that goes through an array.",
        )
    possible = (
        candidate
        for candidate in _comparisons(planner, source, arrays)
        if _is_possible(candidate, arrays[candidate.array])
    )
    comparison = next(possible, None) or ArrayComparison(_first_input(arrays), ">", 0)
    return _pair(comparison, arrays[comparison.array])


def _first_input(arrays: Mapping[str, Leaf]) -> str:
    """An array that the function only reads, if there is one."""
    read = (name for name, leaf in arrays.items() if leaf.buffer and leaf.buffer.constant)
    return next(read, next(iter(arrays)))


def _is_possible(comparison: ArrayComparison, leaf: Leaf) -> bool:
    """Whether elements can lie on both sides: a sum of bytes may pass 255, a byte cannot."""
    limits = range_of(leaf.number)
    return limits is None or limits[0] <= _threshold(comparison, leaf) < limits[1]


def _comparisons(
    planner: Planner, source: SourceFile, arrays: Mapping[str, Leaf]
) -> Iterator[ArrayComparison]:
    """Of the function itself, then of others it may call, whose arguments come from an array.

    A comparison that ends a loop is no choice between two ways through it.
    """
    origins = Origins(planner.target.body)
    for node in _binary(planner.target.body):
        if not _ends_loop(node):
            yield from _own(node, origins, planner, arrays)
    first = _first_input(arrays)
    for definition in declarations_and_loops(source):
        if definition.type == "function_definition":
            for node in _binary(definition):
                if not _is_loop_condition(node):
                    yield from _of_callee(node, planner, first)


def _ends_loop(node: Node) -> bool:
    if _is_loop_condition(node):
        return True
    guarded = _enclosing(node, "if_statement")
    consequence = guarded.child_by_field_name("consequence") if guarded is not None else None
    return consequence is not None and any(
        child.type in _LEAVING for child in (consequence, *consequence.named_children)
    )


def _is_loop_condition(node: Node) -> bool:
    inner, outer = node, node.parent
    while outer is not None and outer.type not in _STATEMENTS:
        inner, outer = outer, outer.parent
    return (
        outer is not None
        and outer.type in KINDS
        and inner == outer.child_by_field_name("condition")
    )


def _enclosing(node: Node, kind: str) -> Node | None:
    """The statement of this kind whose condition the node is part of."""
    outer = node.parent
    while outer is not None and outer.type not in _STATEMENTS:
        outer = outer.parent
    return outer if outer is not None and outer.type == kind else None


def _binary(node: Node) -> Iterator[Node]:
    return (
        part
        for part in walk(node)
        if part.type == "binary_expression"
        and text_of(part.child_by_field_name("operator")) in (*_ORDER, *_EQUALITY)
    )


def _own(
    node: Node, origins: Origins, planner: Planner, arrays: Mapping[str, Leaf]
) -> Iterator[ArrayComparison]:
    operator = text_of(node.child_by_field_name("operator"))
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    for element, other, turned in (
        (left, right, operator),
        (right, left, _MIRRORED.get(operator, operator)),
    ):
        paths = sorted(origins.elements(element) & arrays.keys())
        if not paths or origins.elements(other):
            continue
        value = _constant(other, planner)
        if value is not None:
            yield ArrayComparison(paths[0], turned, value)
        elif text_of(other) in _plain_parameters(planner):
            yield ArrayComparison(paths[0], turned, PARAMETER_VALUE, text_of(other))


def _of_callee(node: Node, planner: Planner, array: str) -> Iterator[ArrayComparison]:
    """A plain name against a constant, in a function that loops do not run in."""
    left = node.child_by_field_name("left")
    value = _constant(node.child_by_field_name("right"), planner)
    if left is not None and left.type == "identifier" and value is not None:
        yield ArrayComparison(array, text_of(node.child_by_field_name("operator")), value)


def _constant(node: Node | None, planner: Planner) -> float | None:
    text = text_of(node)
    whole = value_of(text, planner.constants)
    if whole is not None:
        return whole
    try:
        return float(text.rstrip("fFlL"))
    except ValueError:
        return None


def _plain_parameters(planner: Planner) -> frozenset[str]:
    """Parameters that are no bounds: a bound decides how much runs, and stays n."""
    return frozenset(
        leaf.path
        for leaf in planner.driver.leaves
        if leaf.buffer is None and planner.roles.scalars.get(leaf.path) not in ("bound", "last")
    )


def _pair(comparison: ArrayComparison, leaf: Leaf) -> tuple[Distribution, Distribution]:
    fixed = (f"{comparison.parameter}={PARAMETER_VALUE}",) if comparison.parameter else ()
    limit = comparison.parameter or f"{comparison.value:g}"
    names = [
        f"mostly {comparison.array} {operator} {limit}"
        for operator in _OUTCOMES[comparison.operator]
    ]
    shares = (USUAL_SHARE, 1 - USUAL_SHARE)
    # Of two values next to each other, the lower one is the one that is equal.
    if comparison.operator in _EQUALITY:
        shares = shares[::-1]
    first, second = (
        Distribution(name, (*fixed, _setting(comparison, leaf, share)))
        for name, share in zip(names, shares, strict=True)
    )
    return first, second


def _threshold(comparison: ArrayComparison, leaf: Leaf) -> float:
    """The driver's `above` is strict, so `x >= 10` of integers has its threshold at 9."""
    is_whole = range_of(leaf.number) is not None
    return comparison.value - (is_whole and comparison.operator in ("<", ">="))


def _setting(comparison: ArrayComparison, leaf: Leaf, share: float) -> str:
    threshold = _threshold(comparison, leaf)
    spread = 1 if comparison.operator in _EQUALITY else _SPREAD
    limits = range_of(leaf.number)
    if limits is not None:
        room = min(threshold - limits[0], limits[1] - threshold, spread)
        spread = max(int(room), 1)
    return f"{leaf.path}.above={threshold:g}:{share:.2f}:{spread}"
