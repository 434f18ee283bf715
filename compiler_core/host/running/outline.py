"""The source without its functions' bodies: what a driver in a unit of its own can include.

Types, macros, enumerators and prototypes stay as written, so that the driver is compiled against
the very declarations of the source; nothing is defined twice when both are linked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_edits.edit import Edit, apply_edits
from compiler_core.host.source_reading.syntax import (
    declarations_and_loops,
    declared_name,
    inner_declarator,
    text_of,
)
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile

_CONTAINERS = (
    "translation_unit",
    "namespace_definition",
    "declaration_list",
    "linkage_specification",
    "template_declaration",
)
_NO_PROTOTYPE = ("field_initializer_list", "default_method_clause", "delete_method_clause")
_CONSTANT = re.compile(r"\b(static|constexpr|extern|thread_local|_Thread_local|typedef|using)\b")


def root_of(source: SourceFile) -> Node | None:
    """The root of the syntax tree; None for a source without functions, types and loops."""
    nodes = declarations_and_loops(source)
    if not nodes:
        return None
    node = nodes[0]
    while node.parent is not None:
        node = node.parent
    return node


def outline_of(source: SourceFile) -> str:
    """Declarations only. Raises nothing: what cannot be cut cleanly is left out."""
    root = root_of(source)
    if root is None:
        return source.text
    functions = {
        text_of(declared_name(node.child_by_field_name("declarator")))
        for node in declarations_and_loops(source)
        if node.type == "function_definition"
    }
    edits = tuple(_edits(root, source, functions))
    return apply_edits(source.text.encode("utf-8", "replace"), edits).decode("utf-8", "replace")


def top_level(node: Node) -> Iterator[Node]:
    """Everything at file or namespace level, also under `#if` and templates."""
    for child in node.children:
        if (
            child.type in _CONTAINERS
            or child.type.startswith("preproc_if")
            or (child.type in ("preproc_else", "preproc_elif"))
        ):
            yield from top_level(child)
        else:
            yield child


def _edits(root: Node, source: SourceFile, functions: set[str]) -> Iterator[Edit]:
    for node in top_level(root):
        if node.type == "function_definition":
            yield _without_body(node)
        elif node.type == "template_instantiation":
            yield Edit(node.start_byte, node.end_byte, "")
        elif node.type == "declaration":
            yield from _declared_only(node, source, functions)


def _without_body(node: Node) -> Edit:
    body = node.child_by_field_name("body")
    declarator = node.child_by_field_name("declarator")
    name = text_of(declared_name(declarator))
    words = {text_of(child) for child in node.children}
    kinds = {child.type for child in node.children}
    if words & {"constexpr", "consteval"}:
        return Edit(node.start_byte, node.start_byte, "")
    unwanted = kinds & {*_NO_PROTOTYPE, "declaration"} or name == "main" or "::" in name
    deduced = text_of(node.child_by_field_name("type")) == "auto" and "->" not in text_of(
        declarator
    )
    if unwanted or deduced or body is None:
        start = node.parent.start_byte if _is_template(node) and node.parent else node.start_byte
        return Edit(start, node.end_byte, "")
    return Edit(body.start_byte, body.end_byte, ";")


def _is_template(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "template_declaration"


def _declared_only(node: Node, source: SourceFile, functions: set[str]) -> Iterator[Edit]:
    """`int a[4] = {1};` becomes `extern int a[4];`; constants with names keep their values."""
    text = text_of(node)
    declarators = node.children_by_field_name("declarator")
    if any(is_function(declarator) for declarator in declarators) or not declarators:
        return
    own = _CONSTANT.search(text.partition("=")[0].partition("{")[0])
    keeps = own or (source.language == "c++" and _is_const(node))
    mentions = {text_of(part) for part in walk(node) if part.type == "identifier"}
    if keeps and not mentions & functions:
        return
    if own is None:
        yield Edit(node.start_byte, node.start_byte, "extern ")
    for declarator in declarators:
        value = declarator.child_by_field_name("value")
        inner = declarator.child_by_field_name("declarator")
        if declarator.type == "init_declarator" and value is not None and inner is not None:
            yield Edit(inner.end_byte, value.end_byte, "")


def is_function(declarator: Node) -> bool:
    """True for `f(int)`, not for a pointer to a function."""
    current: Node | None = declarator
    while current is not None:
        if current.type == "function_declarator":
            inner = current.child_by_field_name("declarator")
            return inner is None or inner.type != "parenthesized_declarator"
        current = inner_declarator(current)
    return False


def _is_const(node: Node) -> bool:
    return any(
        child.type == "type_qualifier" and text_of(child) == "const" for child in node.children
    )
