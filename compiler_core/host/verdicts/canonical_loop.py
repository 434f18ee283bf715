"""What OpenMP's pragmas ask of a loop, and whether a loop calculates in floating point.

The canonical loop form is that of OpenMP 5.0, section 2.9.1: a `for` that sets its counter,
compares it with a bound that stays, and changes it by an amount that stays. Compilers reject the
pragma above any other loop.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import declared_name, text_of
from compiler_core.host.verdicts.edit_shapes import bound_of
from compiler_core.host.verdicts.loop_text import LoopText, walk

_FLOAT_WORD = re.compile(r"\b(?:float|double|_Float16|__fp16|float\d+_t|double_t)\b")
_FLOAT_LITERAL = re.compile(r"(?:\d+\.\d*|\.\d+|\d+[eE][+-]?\d+)(?:[eE][+-]?\d+)?[fFlL]?")
_INTEGER_WORD = re.compile(
    r"\b(?:int|long|short|char|unsigned|signed|_Bool|bool|u?int\d+_t|size_t)\b"
)


def is_canonical(text: LoopText) -> bool:
    """A `for` in the form that OpenMP asks for."""
    bound = bound_of(text)
    if bound is None or text.loop.type != "for_statement":
        return False
    if not _starts(text) or not _steps(text) or _mentions(bound, text.variable):
        return False
    if any(_is_floating(text, part) for part in (text.variable, text_of(bound))):
        return False
    return not _changed_in_body(text) and not _stands_in_lambda(text)


def _is_floating(text: LoopText, written: str) -> bool:
    name = text.names.get(written)
    return name is not None and name.floating and not name.pointer


def _stands_in_lambda(text: LoopText) -> bool:
    """GCC 12 takes what a lambda declares for another function's as soon as a pragma names it."""
    current = text.loop.parent
    while current is not None and current != text.function:
        if current.type == "lambda_expression":
            return True
        current = current.parent
    return False


def _starts(text: LoopText) -> bool:
    """`int i = 0` or `i = 0`, one counter only."""
    start = text.loop.child_by_field_name("initializer")
    if start is None:
        return False
    if start.type == "declaration":
        declarators = start.children_by_field_name("declarator")
        return (
            len(declarators) == 1
            and declarators[0].type == "init_declarator"
            and any(part.type == "=" for part in declarators[0].children)
            and text_of(declared_name(declarators[0])) == text.variable
        )
    if start.type != "assignment_expression":
        return False
    is_counter = text_of(start.child_by_field_name("left")) == text.variable
    value = start.child_by_field_name("right")
    chained = value is not None and value.type == "assignment_expression"
    return is_counter and text_of(start.child_by_field_name("operator")) == "=" and not chained


def _steps(text: LoopText) -> bool:
    """`i++`, `i += c`, `i = i + c`, and downwards; with `!=` by one only."""
    update = text.loop.child_by_field_name("update")
    condition = text.condition
    if update is None or condition is None:
        return False
    if update.type == "update_expression":
        return True
    if update.type != "assignment_expression":
        return False
    if text_of(condition.child_by_field_name("operator")) == "!=":
        return False
    operator = text_of(update.child_by_field_name("operator"))
    value = update.child_by_field_name("right")
    if operator in ("+=", "-="):
        return value is not None and not _mentions(value, text.variable)
    written = re.sub(r"\s+", "", text_of(value))
    counter = re.escape(text.variable)
    forms = rf"{counter}[-+]\w+|\w+\+{counter}"
    return operator == "=" and re.fullmatch(forms, written) is not None


def _mentions(node: Node, name: str) -> bool:
    return any(part.type == "identifier" and text_of(part) == name for part in walk(node))


def _changed_in_body(text: LoopText) -> bool:
    return any(text_of(assignment.target) == text.variable for assignment in text.assignments())


def calculates_in_floating_point(text: LoopText) -> bool:
    """A name or literal of the loop is floating point; names of types that are not known to be
    integers count where the file has such types at all."""
    names = [text.names.get(text_of(node)) for node in text.nodes("identifier")]
    if any(name is not None and name.floating for name in names):
        return True
    if any(_FLOAT_LITERAL.fullmatch(text_of(node)) for node in text.nodes("number_literal")):
        return True
    unknown = any(name is None or not _INTEGER_WORD.search(name.type_text) for name in names)
    fields = any(text.nodes("field_expression", "cast_expression"))
    return (unknown or fields) and _FLOAT_WORD.search(text.source.text) is not None
