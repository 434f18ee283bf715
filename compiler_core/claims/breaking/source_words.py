"""Edits of words: types, qualifiers, attributes and pragmas, each wherever it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from tree_sitter import Node

from compiler_core.claims.breaking.change import Change, SourceRule
from compiler_core.host.source_edits.edit import Edit, replace_node
from compiler_core.host.source_reading.syntax import text_of, tree_of
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

_TYPE_NODES = ("primitive_type", "sized_type_specifier", "type_identifier")
OTHER_TYPES: dict[str, tuple[str, ...]] = {
    "float": ("double", "int"),
    "double": ("float", "long"),
    "int": ("unsigned", "float", "short", "long", "signed char"),
    "unsigned": ("int", "unsigned char", "unsigned long"),
    "unsigned int": ("int", "unsigned char", "unsigned long"),
    "long": ("int", "unsigned long"),
    "unsigned long": ("long", "unsigned"),
    "short": ("int", "unsigned short"),
    "unsigned short": ("int", "short"),
    "char": ("int", "unsigned char"),
    "signed char": ("int", "unsigned char"),
    "unsigned char": ("int", "signed char"),
    "uint8_t": ("int8_t", "uint32_t"),
    "int8_t": ("uint8_t", "int32_t"),
    "int16_t": ("int32_t", "uint16_t"),
    "uint16_t": ("uint32_t", "int16_t"),
    "int32_t": ("uint32_t", "int16_t", "int64_t"),
    "uint32_t": ("int32_t", "uint8_t", "uint64_t"),
    "int64_t": ("int32_t", "uint64_t"),
    "uint64_t": ("int64_t", "uint32_t"),
    "size_t": ("int", "unsigned"),
}
"""What each type is tried as: nearest relatives by width, sign and kind."""
_QUALIFIERS = ("restrict", "__restrict", "__restrict__", "const", "volatile")
_SPECIFIERS = ("static", "inline", "register")
_WORDS = ("type_qualifier", "storage_class_specifier")
_WHOLE_WORDS = ("attribute_specifier", "alignas_qualifier", "alignas_specifier")


def type_changes(source: SourceFile) -> Iterator[Change]:
    """Other types, in arrays, outside them, and everywhere."""
    nodes = walk(tree_of(source))
    for name in dict.fromkeys(text_of(node) for node in nodes if node.type in _TYPE_NODES):
        yield from _type_changes(name)


def word_changes(source: SourceFile) -> Iterator[Change]:
    """Words left out; and one added, which forbids nearly everything."""
    for word in dict.fromkeys(_words(list(walk(tree_of(source))))):
        title = f"{word} left out"
        yield _change(title, partial(_word_edits, word=word), word)
    yield Change(
        group="switched off",
        title="volatile on what pointers lead to",
        edit=_volatile_edits,
        everywhere=True,
        touches=("volatile",),
    )


def _change(title: str, rule: SourceRule, *touches: str) -> Change:
    return Change(group="source", title=title, edit=rule, everywhere=True, touches=touches)


def _type_changes(name: str) -> Iterator[Change]:
    for other in OTHER_TYPES.get(name, ()):
        for role, words in _ROLES:
            title = f"{other} instead of {name}{words}"
            rule = partial(_type_edits, name=name, other=other, role=role)
            yield _change(title, rule, *name.split())


_ROLES = (
    ("all", " everywhere"),
    ("data", " in data, not in counters"),
    ("elements", " in arrays"),
    ("scalars", " outside arrays"),
)


def _type_edits(
    source: SourceFile,
    compiler: Compiler,
    flags: tuple[str, ...],
    *,
    name: str,
    other: str,
    role: str,
) -> tuple[Edit, ...]:
    """Roles that come to the same have one change: the first."""
    tree = tree_of(source)
    named = [node for node in walk(tree) if node.type in _TYPE_NODES and text_of(node) == name]
    counting = set(counters(tree))
    elements = [node for node in named if _is_of_elements(node)]
    scalars = [node for node in named if not _is_of_elements(node)]
    data = [*elements, *(node for node in scalars if not counting & set(_declared(node)))]
    if role != "all" and not (elements and scalars):
        return ()
    chosen = {"elements": elements, "scalars": scalars, "all": named, "data": data}[role]
    return tuple(replace_node(node, other) for node in chosen)


def counters(tree: Node) -> Iterator[str]:
    """Names by which elements are found or rounds counted: what stands between the brackets of an
    element or in the head of a `for`."""
    for node in walk(tree):
        if node.type == "subscript_expression":
            yield from _identifiers(node.children[1:])
        if node.type == "for_statement":
            head = (
                node.child_by_field_name(part) for part in ("initializer", "condition", "update")
            )
            yield from _identifiers(part for part in head if part is not None)


def _identifiers(nodes: Iterable[Node]) -> Iterator[str]:
    return (text_of(inner) for node in nodes for inner in walk(node) if inner.type == "identifier")


def _declared(node: Node) -> Iterator[str]:
    """The names that the declaration which the type begins declares."""
    owner = node.parent
    for declarator in owner.children_by_field_name("declarator") if owner is not None else ():
        inner: Node | None = declarator
        while inner is not None and inner.type != "identifier":
            inner = inner.child_by_field_name("declarator")
        if inner is not None:
            yield text_of(inner)


def _is_of_elements(node: Node) -> bool:
    """Whether the declaration that the type begins declares a pointer or an array."""
    owner = node.parent
    if owner is None:
        return False
    kinds = ("pointer_declarator", "array_declarator")
    return any(
        child.type in kinds or (child.type == "init_declarator" and child.children[0].type in kinds)
        for child in owner.children
    )


def _words(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        text = text_of(node)
        is_word = node.type in _WORDS and text in (*_QUALIFIERS, *_SPECIFIERS)
        is_pragma = node.type == "preproc_call" and "#pragma" in text
        if is_word or is_pragma or node.type in _WHOLE_WORDS:
            yield text


def _word_edits(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...], *, word: str
) -> tuple[Edit, ...]:
    nodes = [node for node in walk(tree_of(source)) if text_of(node) == word]
    outermost = {(node.start_byte, node.end_byte): node for node in reversed(nodes)}
    return tuple(replace_node(node, _left_of(node)) for node in outermost.values())


def _left_of(node: Node) -> str:
    """A pragma takes the end of its line with it; its line stays."""
    return "\n" if node.type == "preproc_call" else ""


def _volatile_edits(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...]
) -> tuple[Edit, ...]:
    return tuple(
        Edit(node.start_byte, node.start_byte, "volatile ")
        for node in walk(tree_of(source))
        if node.type in _TYPE_NODES
        and _is_of_elements(node)
        and node.parent is not None
        and node.parent.type == "parameter_declaration"
        and "volatile" not in text_of(node.parent)
    )
