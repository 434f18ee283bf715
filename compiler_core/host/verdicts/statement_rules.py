"""Rules about the statements of a loop: exits, branches, stores, pragmas, its bound."""

from __future__ import annotations

import re

from tree_sitter import Node

from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText, is_memory, walk

_LEAVES = ("return_statement", "throw_statement")
_BREAKABLE = ("switch_statement", "for_statement", "while_statement", "do_statement",
              "for_range_loop")  # fmt: skip
DISABLED = re.compile(r"#pragma\s+clang\s+loop\s+.*vectorize\(disable\)|#pragma\s+GCC\s+novector")
_CONSTANT = re.compile(r"\d+[uUlL]*|[A-Z_][A-Z0-9_]*|0[xX][0-9a-fA-F]+[uUlL]*")


def has_inner_loop(text: LoopText) -> bool:
    return any(text.body_nodes(*KINDS))


def has_early_exit(text: LoopText) -> bool:
    """`return`, a `break` of this loop, or a `goto` out of it."""
    kinds = (*_LEAVES, "goto_statement", "break_statement")
    return any(_leaves(text, node) for node in text.body_nodes(*kinds))


def _leaves(text: LoopText, node: Node) -> bool:
    if node.type in _LEAVES:
        return True
    if node.type == "goto_statement":
        label = text_of(node.child_by_field_name("label"))
        labels = (text_of(found.child_by_field_name("label")) for found in walk(text.body)
                  if found.type == "labeled_statement")  # fmt: skip
        return label not in labels
    return node.type == "break_statement" and _broken(node) == text.loop


def _broken(node: Node) -> Node | None:
    current = node.parent
    while current is not None and current.type not in _BREAKABLE:
        current = current.parent
    return current


def throws(text: LoopText) -> bool:
    return any(text.nodes("throw_statement", "throw_expression"))


def has_switch(text: LoopText) -> bool:
    return any(text.nodes("switch_statement"))


def has_condition(text: LoopText) -> bool:
    return any(text.body_nodes("if_statement", "conditional_expression"))


def stores_to_memory(text: LoopText) -> bool:
    return any(is_memory(found.target) for found in text.assignments())


def has_guarded_store(text: LoopText) -> bool:
    return any(found.guarded and is_memory(found.target) for found in text.assignments())


def has_compacting_store(text: LoopText) -> bool:
    """`out[k++] = …` under a condition: where an element goes depends on all earlier ones."""
    return any(
        found.guarded
        and found.target.type == "subscript_expression"
        and any(part.type == "update_expression" for part in walk(found.target))
        for found in text.assignments()
    )


def has_inline_assembly(text: LoopText) -> bool:
    return any(text.nodes("gnu_asm_expression", "asm_expression"))


def has_bound_in_memory(text: LoopText) -> bool:
    """`i < *n`, `i < b->length`, a member: a store of the loop might change it."""
    condition = text.condition
    if condition is None:
        return False
    kinds = ("pointer_expression", "field_expression", "subscript_expression")
    if any(part.type in kinds for part in walk(condition)):
        return True
    names = [text_of(part) for part in walk(condition) if part.type == "identifier"]
    return any(name not in text.names for name in names)


def has_float_counter(text: LoopText) -> bool:
    name = text.names.get(text.variable)
    return name is not None and name.floating and not name.pointer


def has_constant_bound(text: LoopText) -> bool:
    """`i = 0; i < 17`: the number of iterations stands in the source."""
    right = text.condition.child_by_field_name("right") if text.condition is not None else None
    start = text_of(text.loop.child_by_field_name("initializer"))
    fixed_start = re.search(r"=\s*-?\d+\s*;?$", start) is not None
    return fixed_start and right is not None and _CONSTANT.fullmatch(text_of(right)) is not None


def result_is_used(text: LoopText) -> bool:
    """A variable that the loop changes is named again after it."""
    if text.function is None:
        return False
    changed = {name for name in text.changed_names() if not text.declared_inside(name)}
    changed.discard(text.variable)
    return any(
        node.type == "identifier" and text_of(node) in changed
        for node in walk(text.function)
        if node.start_byte >= text.loop.end_byte
    )


def has_disabling_pragma(text: LoopText) -> bool:
    """A pragma directly above the loop says not to vectorise."""
    return any(DISABLED.search(line) for line in pragmas_above(text))


def pragmas_above(text: LoopText) -> list[str]:
    """The `#pragma` lines directly above a loop, nearest first."""
    lines = text.source.text.split("\n")[: text.loop.start_point[0]]
    found: list[str] = []
    for line in reversed(lines):
        if not line.strip().startswith("#pragma"):
            break
        found.append(line.strip())
    return found
