"""Rules about values that a loop carries from one iteration to the next."""

from __future__ import annotations

import re

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import Assignment, LoopText, is_local, is_memory, walk


def accumulates(text: LoopText, assignment: Assignment) -> bool:
    """`s += …`, `s = s + …` with s from outside the loop."""
    if assignment.operator in ("+=", "-=", "*="):
        return True
    if assignment.operator != "=" or assignment.value is None:
        return False
    own = text_of(assignment.target)
    value = text_of(assignment.value)
    return re.match(rf"{re.escape(own)}\s*[-+*]", value) is not None or (
        re.search(rf"[+*]\s*{re.escape(own)}$", value) is not None
    )


def float_reductions(text: LoopText) -> list[tuple[str, str]]:
    """Floating-point variables that collect something from every iteration: (name, operator)."""
    return [
        (text_of(assignment.target), _operator(assignment))
        for assignment in text.assignments()
        if accumulates(text, assignment) and _is_float_outside(text, assignment.target)
    ]


def _operator(assignment: Assignment) -> str:
    """`+=`, or for `s = s * x` the operator after the name."""
    if assignment.operator != "=" or assignment.value is None:
        return assignment.operator
    own = re.escape(text_of(assignment.target))
    match = re.match(rf"{own}\s*([-+*])", text_of(assignment.value))
    return f"{match[1]}=" if match else "+="


def has_float_reduction(text: LoopText) -> bool:
    """One floating-point value collects something from every iteration, in order."""
    return bool(float_reductions(text))


def _is_float_outside(text: LoopText, target: Node) -> bool:
    if target.type == "identifier":
        name = text.names.get(text_of(target))
        outside = not text.declared_inside(text_of(target))
        return name is not None and name.floating and not name.pointer and outside
    return is_memory(target) and not text.varies(target) and _element_is_float(text, target)


def _element_is_float(text: LoopText, target: Node) -> bool:
    base = next((node for node in walk(target) if node.type == "identifier"), None)
    name = text.names.get(text_of(base))
    return name is not None and name.floating


def memory_reductions(text: LoopText) -> list[Node]:
    """Places in memory that the loop adds to: `*total`, `this->total`, a global."""
    return [
        assignment.target
        for assignment in text.assignments()
        if assignment.operator not in ("=", "") and _is_fixed_memory(text, assignment.target)
    ]


def has_memory_reduction(text: LoopText) -> bool:
    """The sum lives in memory, not in a variable."""
    return bool(memory_reductions(text))


def _is_fixed_memory(text: LoopText, target: Node) -> bool:
    if is_memory(target):
        return not text.varies(target)
    name = text.names.get(text_of(target))
    if target.type != "identifier" or _is_element(text, target):
        return False
    return name is None or not is_local(text, name.start_byte)


def _is_element(text: LoopText, target: Node) -> bool:
    """`for (auto &v : x)` gives another place in every iteration."""
    declarator = text.loop.child_by_field_name("declarator")
    return declarator is not None and any(
        text_of(part) == text_of(target) for part in walk(declarator)
    )


def has_float_minimum(text: LoopText) -> bool:
    """`if (x > best) best = x;` on floating-point numbers."""
    return any(
        assignment.operator == "="
        and assignment.target.type == "identifier"
        and _is_float_outside(text, assignment.target)
        and (
            assignment.guarded
            or (assignment.value is not None and assignment.value.type == "conditional_expression")
        )
        for assignment in text.assignments()
    )


def has_index_reduction(text: LoopText) -> bool:
    """`if (…) best = i;`: the place of the extreme value is kept, not only the value."""
    return bool(text.variable) and any(
        assignment.guarded
        and assignment.operator == "="
        and assignment.target.type == "identifier"
        and assignment.value is not None
        and text_of(assignment.value) == text.variable
        for assignment in text.assignments()
    )


def chases_pointers(text: LoopText) -> bool:
    """`p = p->next`: where the next element is stands in the element before."""
    assigned = list(text.assignments())
    update = text.loop.child_by_field_name("update")
    texts = [f"{text_of(assignment.target)}={text_of(assignment.value)}" for assignment in assigned]
    texts.append(text_of(update).replace(" ", ""))
    return any(re.match(r"(\w+)=(\1->|\*\1\b)", statement) for statement in texts)
