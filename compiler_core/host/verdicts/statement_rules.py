"""Rules about the statements of a loop: exits, branches, stores, pragmas, its bound."""

from __future__ import annotations

import re

from tree_sitter import Node

from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText, is_memory, walk

_LEAVES = ("return_statement", "throw_statement")
_BREAKABLE = (
    "switch_statement",
    "for_statement",
    "while_statement",
    "do_statement",
    "for_range_loop",
)
DISABLED = re.compile(
    r"#pragma\s+clang\s+loop\s+.*vectorize(?:\(disable\)|_width\(\s*1\s*\))"
    r"|#pragma\s+GCC\s+novector"
)
_SLOWING = {
    "gcc": re.compile(r"\b_*optimize_*\s*\(|\b_*cold_*\b"),
    "clang": re.compile(r"\b_*(?:optnone|cold|minsize)_*\b"),
}
_OPTIMIZE_PRAGMA = re.compile(
    r"^[ \t]*#[ \t]*pragma[ \t]+(?:clang[ \t]+optimize|GCC[ \t]+optimize"
    r"|GCC[ \t]+(?:pop|reset)_options).*$",
    re.MULTILINE,
)
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
        labels = (
            text_of(statement.child_by_field_name("label"))
            for statement in walk(text.body)
            if statement.type == "labeled_statement"
        )
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
    return any(is_memory(assignment.target) for assignment in text.assignments())


def has_guarded_store(text: LoopText) -> bool:
    return any(write.guarded and is_memory(write.target) for write in text.assignments())


def has_compacting_store(text: LoopText) -> bool:
    """`out[k++] = …` under a condition: where an element goes depends on all earlier ones."""
    return any(
        assignment.guarded
        and assignment.target.type == "subscript_expression"
        and any(part.type == "update_expression" for part in walk(assignment.target))
        for assignment in text.assignments()
    )


def has_inline_assembly(text: LoopText) -> bool:
    return any(text.nodes("gnu_asm_expression", "asm_expression"))


def has_bound_in_memory(text: LoopText) -> bool:
    """`i < *n`, `i < b->length`, a member, a global: a store of the loop might change it."""
    condition = text.condition
    if condition is None:
        return False
    kinds = ("pointer_expression", "field_expression", "subscript_expression")
    if any(part.type in kinds for part in walk(condition)):
        return True
    names = [text_of(part) for part in walk(condition) if part.type == "identifier"]
    return any(name not in text.names or _is_global(text, name) for name in names)


def _is_global(text: LoopText, name: str) -> bool:
    """A variable declared outside the function, and not for good."""
    declared = text.names[name]
    if text.function is None or declared.function or "const" in declared.type_text:
        return False
    return not text.function.start_byte <= declared.start_byte < text.function.end_byte


def has_compound_condition(text: LoopText) -> bool:
    """`i < n && a[i]`: several conditions end the loop."""
    return text.condition is not None and any(
        part.type == "binary_expression"
        and text_of(part.child_by_field_name("operator")) in ("&&", "||", "and", "or")
        for part in walk(text.condition)
    )


def has_data_condition(text: LoopText) -> bool:
    """The condition looks at an element, a field, or what a pointer points to."""
    kinds = ("pointer_expression", "field_expression", "subscript_expression")
    return text.condition is None or any(part.type in kinds for part in walk(text.condition))


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


def has_novector(text: LoopText) -> bool:
    """GCC's own pragma, which its versions before 14 ignore."""
    return any("novector" in line for line in pragmas_above(text))


def is_slowed_for_gcc(text: LoopText) -> bool:
    return _has_slowing_attribute(text, "gcc")


def is_slowed_for_clang(text: LoopText) -> bool:
    return _has_slowing_attribute(text, "clang")


def _has_slowing_attribute(text: LoopText, family: str) -> bool:
    """The function's head, or a pragma above it, asks for less, for smaller code, or for none."""
    if text.function is None:
        return False
    body = text.function.child_by_field_name("body")
    end = body.start_byte if body is not None else text.function.end_byte
    head = (text.function.text or b"")[: end - text.function.start_byte].decode("utf-8", "replace")
    source = text.source.text
    macros = re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(.*)$", source, re.MULTILINE)
    words = " ".join(meaning for name, meaning in macros if re.search(rf"\b{name}\b", head))
    above = "\n".join(source.split("\n")[: text.function.start_point[0]])
    return _SLOWING[family].search(f"{head} {words}") is not None or _is_slowed(above, family)


def _is_slowed(above: str, family: str) -> bool:
    """The last pragma about optimisation before a function switches something off."""
    last = ""
    for match in _OPTIMIZE_PRAGMA.finditer(above):
        if ("clang" in match[0]) == (family == "clang"):
            last = match[0]
    return re.search(r"\boff\b|no-|-fno|\bO[01sgz]\b|-O[01sgz]", last) is not None


def pragmas_above(text: LoopText) -> list[str]:
    """The `#pragma` lines directly above a loop, nearest first."""
    lines = text.source.text.split("\n")[: text.loop.start_point[0]]
    pragmas: list[str] = []
    for line in reversed(lines):
        if not line.strip().startswith("#pragma"):
            break
        pragmas.append(line.strip())
    return pragmas
