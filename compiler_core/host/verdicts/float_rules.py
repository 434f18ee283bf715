"""Rules about what a loop computes in floating point: what leave to compute otherwise can change.

They decide offers, so where the text leaves open what happens (a macro, a function of the file),
they hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.call_rules import called
from compiler_core.host.verdicts.loop_text import LoopText, is_loop, read_loop, walk

_INTEGER_WORD = re.compile(
    r"\b(?:int|long|short|char|unsigned|signed|_Bool|bool|u?int\d+_t|size_t)\b"
)
_FLOAT_LITERAL = re.compile(r"(?:\d+\.\d*|\.\d+|\d+[eE][+-]?\d+)(?:[eE][+-]?\d+)?[fFlL]?")
# Functions of the library that form no sum of what they are given and of earlier results.
_CHOOSES = re.compile(r"(?:std::|__builtin_)?(?:f?max|f?min|fabs|abs|copysign)[fl]?")
_SUMS = ("+", "-", "*")
_TRAPS = ("+", "-", "*", "/", "<", ">", "<=", ">=", "==", "!=")
_LEAVES = ("continue_statement", "break_statement", "goto_statement", "return_statement")
_BRANCHES = ("if_statement", "conditional_expression")


def forms_float_sum(text: LoopText) -> bool:
    """This loop, or one inside it, adds or multiplies floating-point values into one result."""
    return any(_sums_itself(inner) for inner in _with_inner(text))


def _with_inner(text: LoopText) -> Iterator[LoopText]:
    for node in walk(text.loop):
        if node == text.loop:
            yield text
        elif is_loop(node):
            yield read_loop(node, text.function, text.names, text.source)


def _sums_itself(text: LoopText) -> bool:
    if any(_may_hide_sum(text, name) for name in called(text)) or _sums_in_header(text):
        return True
    return any(
        _may_float(text, write.target)
        and not _is_made_anew(text, write.target)
        and (write.operator in ("+=", "-=", "*=") or _is_fed_back(text, text_of(write.target)))
        for write in text.assignments()
        if write.target.type != "update_expression"
    )


def _sums_in_header(text: LoopText) -> bool:
    """A loop without a body of its own may do its work where others step their counter."""
    return any(
        _operator(node) in ("+=", "-=", "*=") and _is_float_number(text, node)
        for node in text.nodes("assignment_expression")
        if node.start_byte < text.body.start_byte
    )


def _is_float_number(text: LoopText, assignment: Node) -> bool:
    """No pointer to one, which a header may step."""
    target = assignment.child_by_field_name("left")
    name = text.names.get(text_of(target))
    return target is not None and _may_float(text, target) and not (name and name.pointer)


def _may_hide_sum(text: LoopText, name: str) -> bool:
    """A macro or function of the file, a lambda, a method: its text may hold the addition."""
    if name in text.names and not text.names[name].function:
        return True
    written = re.escape(name)
    shape = rf"#\s*define\s+{written}\b|\b{written}\s*\([^;{{}}]*\)\s*\{{"
    return re.search(shape, text.source.text) is not None


def _may_float(text: LoopText, target: Node) -> bool:
    base = next((node for node in walk(target) if node.type == "identifier"), None)
    name = text.names.get(text_of(base))
    return name is None or name.floating or _INTEGER_WORD.search(name.type_text) is None


def _is_made_anew(text: LoopText, target: Node) -> bool:
    """Another place, or a fresh variable, in every iteration of this loop."""
    if target.type == "identifier":
        return text.declared_inside(text_of(target))
    return text.varies(target)


def _is_fed_back(text: LoopText, own: str) -> bool:
    """Some value that the loop computes takes the variable and adds or multiplies it."""
    return any(
        text_of(part) == own and _is_in_sum(part, text.loop)
        for part in text.body_nodes(
            "identifier", "subscript_expression", "pointer_expression", "field_expression"
        )
    )


def _is_in_sum(node: Node, loop: Node) -> bool:
    current = node.parent
    while current is not None and current != loop:
        if current.type == "binary_expression" and _operator(current) in _SUMS:
            return True
        if current.type == "call_expression":
            name = text_of(current.child_by_field_name("function"))
            return _CHOOSES.fullmatch(name) is None
        if current.type in ("subscript_expression", "compound_statement"):
            return False
        current = current.parent
    return False


def guards_float_operation(text: LoopText) -> bool:
    """Some floating-point calculation is done only where a condition of the loop says so."""
    leaves = any(text.body_nodes(*_LEAVES))
    if any(_may_hide_sum(text, name) for name in called(text)):
        return True
    return any(leaves or _is_guarded(text, node) for node in _float_operations(text))


def _float_operations(text: LoopText) -> Iterator[Node]:
    """Arithmetic, comparisons, calls and conversions with a floating-point operand."""
    for node in text.body_nodes("binary_expression"):
        if _operator(node) in _TRAPS and _computes_floats(text, node):
            yield node
    for node in text.body_nodes("call_expression", "cast_expression"):
        if _computes_floats(text, node):
            yield node
    for node in text.body_nodes("assignment_expression"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            continue
        computes = _operator(node) != "=" and _computes_floats(text, node)
        if computes or _value_floats(text, left) != _value_floats(text, right):
            yield node


def _computes_floats(text: LoopText, node: Node) -> bool:
    return any(_value_floats(text, part) for part in node.named_children)


def _value_floats(text: LoopText, node: Node) -> bool:
    """The value may be a floating-point number; an index inside it says nothing about that."""
    if node.type == "number_literal":
        return _FLOAT_LITERAL.fullmatch(text_of(node)) is not None
    if node.type == "subscript_expression":
        node = node.child_by_field_name("argument") or node
    if node.type == "identifier":
        return _may_float(text, node)
    return any(_value_floats(text, child) for child in node.named_children)


def _is_guarded(text: LoopText, node: Node) -> bool:
    current, parent = node, node.parent
    while parent is not None and current != text.loop:
        if parent.type in _BRANCHES and current != parent.child_by_field_name("condition"):
            return True
        if parent.type == "switch_statement":
            return True
        is_second = current == parent.child_by_field_name("right")
        if parent.type == "binary_expression" and _operator(parent) in ("&&", "||") and is_second:
            return True
        current, parent = parent, parent.parent
    return False


def _operator(node: Node) -> str:
    return text_of(node.child_by_field_name("operator"))
