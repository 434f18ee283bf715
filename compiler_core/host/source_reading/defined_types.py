"""The types that a source defines, by name: typedefs and aliases, structures, enumerations.

A name may be defined more than once: in two functions, or in the branches of an `#if`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import (
    declarations_and_loops,
    declared_name,
    text_of,
)
from compiler_core.source import SourceFile

RECORDS = ("struct_specifier", "union_specifier", "class_specifier")
Alias = tuple[Node, Node | None]


@dataclass(frozen=True, slots=True)
class DefinedTypes:
    """Definitions in source order, by name; the unnamed are left out.

    aliases: the declaration and the declarator with the new name. records: structures, unions and
    classes with a body. enumerations: with or without one.
    """

    aliases: Mapping[str, tuple[Alias, ...]]
    records: Mapping[str, tuple[Node, ...]]
    enumerations: Mapping[str, tuple[Node, ...]]


@lru_cache(maxsize=64)
def defined_types(source: SourceFile) -> DefinedTypes:
    """All types of a source by name."""
    return types_among(declarations_and_loops(source))


def types_among(nodes: tuple[Node, ...]) -> DefinedTypes:
    """The types that these nodes of one tree define."""
    aliases: dict[str, tuple[Alias, ...]] = {}
    records: dict[str, tuple[Node, ...]] = {}
    enumerations: dict[str, tuple[Node, ...]] = {}
    for node in nodes:
        name = text_of(node.child_by_field_name("name"))
        if node.type in RECORDS and node.child_by_field_name("body") is not None:
            records[name] = (*records.get(name, ()), node)
        elif node.type == "enum_specifier":
            enumerations[name] = (*enumerations.get(name, ()), node)
        for alias_name, alias in _aliases(node):
            aliases[alias_name] = (*aliases.get(alias_name, ()), alias)
    for definitions in (aliases, records, enumerations):
        definitions.pop("", None)
    return DefinedTypes(aliases, records, enumerations)


def _aliases(node: Node) -> list[tuple[str, Alias]]:
    if node.type == "type_definition":
        declarators = node.children_by_field_name("declarator")
        return [(text_of(declared_name(child)), (node, child)) for child in declarators]
    described = node.child_by_field_name("type") if node.type == "alias_declaration" else None
    if described is None:
        return []
    name = text_of(node.child_by_field_name("name"))
    return [(name, (described, described.child_by_field_name("declarator")))]
