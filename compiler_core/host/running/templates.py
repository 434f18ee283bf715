"""Function templates: which types the source instantiates them for, and their text with those."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from compiler_core.host.running.outline import top_level
from compiler_core.host.source_reading.syntax import (
    declarations_and_loops,
    declared_name,
    inner_declarator,
    text_of,
)
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile


def is_template(node: Node) -> bool:
    """True if a function definition stands under `template <…>`."""
    return node.parent is not None and node.parent.type == "template_declaration"


def instantiations_of(source: SourceFile, node: Node) -> list[tuple[str, ...]]:
    """The arguments of every `template … name<float>(…);` of this template, in order."""
    if not is_template(node):
        return []
    root = node
    while root.parent is not None:
        root = root.parent
    name = text_of(_plain_name(node))
    instances = []
    for child in top_level(root):
        if child.type == "template_instantiation":
            called = _template_function(child)
            if called is not None and text_of(called.child_by_field_name("name")) == name:
                arguments = called.child_by_field_name("arguments")
                assert arguments is not None
                instances.append(tuple(text_of(argument) for argument in arguments.named_children))
    return instances


def specialised(source: SourceFile, node: Node, arguments: tuple[str, ...]) -> Node:
    """The definition with the arguments in place of the template's parameters.

    The node belongs to another tree; blanks keep every other place of the source where it was
    whenever the argument is not longer than the parameter's name. Where the text with the
    arguments is no definition, as in one that is half typed, the template's own node.
    """
    declaration = node.parent
    assert declaration is not None
    parameters = declaration.child_by_field_name("parameters")
    assert parameters is not None
    names = [_parameter_name(child) for child in parameters.named_children]
    values = dict(zip(names, arguments, strict=False))
    content = source.text.encode("utf-8", "replace")
    edits = [
        (part.start_byte, part.end_byte, values[text_of(part)].encode())
        for part in walk(node)
        if part.child_count == 0 and text_of(part) in values
    ]
    for start, end, text in sorted(edits, reverse=True):
        content = content[:start] + text + content[end:]
    head = content[declaration.start_byte : node.start_byte]
    blank = bytes(10 if byte == 10 else 32 for byte in head)
    content = content[: declaration.start_byte] + blank + content[node.start_byte :]
    edited = replace(source, text=content.decode("utf-8", "replace"))
    definitions = (
        loop
        for loop in declarations_and_loops(edited)
        if loop.type == "function_definition" and loop.start_byte == node.start_byte
    )
    return next(definitions, node)


def _plain_name(node: Node) -> Node | None:
    return declared_name(node.child_by_field_name("declarator"))


def _template_function(node: Node) -> Node | None:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None:
        if declarator.type == "template_function":
            return declarator
        declarator = inner_declarator(declarator)
    return None


def _parameter_name(node: Node) -> str:
    """`typename Number` and `int count = 4`: the name."""
    names = [part for part in walk(node) if part.type in ("type_identifier", "identifier")]
    return text_of(names[0]) if names else ""
