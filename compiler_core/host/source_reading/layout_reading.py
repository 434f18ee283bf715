"""From a declaration to the layout of its type, as far as the source itself defines it.

What cannot be told for certain is refused with the reason: bit-fields, packing, base classes,
templates, a length that a macro of an `#if` decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tree_sitter import Node

from compiler_core.host.source_reading.atomic_names import plain_number
from compiler_core.host.source_reading.copying import is_nontrivial
from compiler_core.host.source_reading.defined_types import RECORDS, DefinedTypes, types_among
from compiler_core.host.source_reading.layouts import (
    POINTER,
    Layout,
    MemberType,
    UnknownLayout,
    is_empty,
    named_scalar,
    record_of,
    repeated,
    scalar,
    sized_scalar,
    union_of,
    vector_of,
)
from compiler_core.host.source_reading.lengths import length_of, lengths_named
from compiler_core.host.source_reading.syntax import (
    declarator_levels,
    declared_name,
    text_of,
)

_MAXIMUM_DEPTH = 16
_MAXIMUM_LEVELS = 32
_PACKING = re.compile(rb'#\s*pragma\s+(?:pack|ms_struct)|_Pragma\s*\(\s*"\s*pack')
_VECTOR_SIZE = re.compile(r"vector_size(?:__)?\s*\(\s*(\d+)\s*\)")
_ALIGNED = re.compile(r"\(?\s*\(?(?:__)?aligned(?:__)?\s*\(\s*(\d+)\s*\)\s*\)?\s*\)?")
_LARGE_ENUMERATOR = re.compile(r"<<|[lL]\b|0[xX][0-9a-fA-F]{8,}|\d{10,}")


@dataclass(frozen=True, slots=True)
class TypeLayouts:
    """The types of one source, and the layouts of its records read so far, by where they begin."""

    types: DefinedTypes
    lengths: Mapping[str, int]
    is_cpp: bool
    is_packed: bool
    known: dict[int, Layout | UnknownLayout | None] = field(default_factory=dict)

    def of(self, declaration: Node, declarator: Node | None) -> Layout | UnknownLayout:
        """The layout of what a declaration with this declarator declares, were it a member."""
        return _declared(self, declaration, declarator, 0)


def layouts_among(nodes: tuple[Node, ...], *, is_cpp: bool) -> TypeLayouts:
    """The reader for a source, from its definitions."""
    root = nodes[0] if nodes else None
    while root is not None and root.parent is not None:
        root = root.parent
    packed = root is not None and _PACKING.search(root.text or b"") is not None
    lengths = lengths_named(root) if root is not None else {}
    return TypeLayouts(types_among(nodes), lengths, is_cpp, packed)


def _declared(
    layouts: TypeLayouts, declaration: Node, declarator: Node | None, depth: int
) -> Layout | UnknownLayout:
    levels = declarator_levels(declarator)
    if depth > _MAXIMUM_DEPTH or len(levels) > _MAXIMUM_LEVELS:
        return UnknownLayout("its type is nested too deeply")
    return _around(layouts, declaration, levels, depth)


def _around(
    layouts: TypeLayouts, declaration: Node, levels: list[Node], depth: int
) -> Layout | UnknownLayout:
    """The level next to the name says what it is; the others belong to what that leads to."""
    if not levels:
        return _base(layouts, declaration, depth)
    nearest = levels[-1]
    if "pointer" in nearest.type or "reference" in nearest.type:
        return POINTER
    if "function" in nearest.type:
        return UnknownLayout("it is a function")
    element = _around(layouts, declaration, levels[:-1], depth)
    if isinstance(element, UnknownLayout):
        return element
    size = nearest.child_by_field_name("size")
    length = length_of(size, layouts.lengths) if size is not None else None
    if not length:
        return UnknownLayout(f"the length of {text_of(declared_name(nearest))} is not certain")
    return repeated(element, length)


def _base(layouts: TypeLayouts, declaration: Node, depth: int) -> Layout | UnknownLayout:
    node = declaration.child_by_field_name("type")
    if node is None:
        return UnknownLayout("it has no type")
    if node.type in RECORDS:
        return _record_named(layouts, node, depth)
    if node.type == "enum_specifier":
        return _enumeration(layouts, node)
    if node.type == "sized_type_specifier":
        return sized_scalar(text_of(node).split())
    name = text_of(node)
    if "<" in name:
        return UnknownLayout(f"{name} is a template")
    return _named(layouts, name.rpartition("::")[2], depth)


def _named(layouts: TypeLayouts, name: str, depth: int) -> Layout | UnknownLayout:
    types = layouts.types
    if name in types.aliases:
        return _alias(layouts, name, depth)
    if name in types.records:
        return _one_record(layouts, types.records[name], name, depth)
    if name in types.enumerations:
        return _enumeration(layouts, types.enumerations[name][0])
    plain = plain_number(name)
    if " " in plain:
        return sized_scalar(plain.split())
    return named_scalar(plain) or UnknownLayout(f"the type {name} is not defined in this source")


def _alias(layouts: TypeLayouts, name: str, depth: int) -> Layout | UnknownLayout:
    aliases = layouts.types.aliases[name]
    if len({text_of(declaration) for declaration, _ in aliases}) > 1:
        return UnknownLayout(f"{name} is defined more than once")
    declaration, declarator = aliases[0]
    if declaration.has_error:
        return UnknownLayout(f"the definition of {name} cannot be read")
    text = " ".join(text_of(child) for child in _attributes(declaration))
    sized = _VECTOR_SIZE.search(text)
    if sized:
        short = vector_of(int(sized[1]))
        return short or UnknownLayout(f"{name} is a vector of {sized[1]} bytes")
    if text:
        return UnknownLayout(f"an attribute of {name} changes its layout")
    return _declared(layouts, declaration, declarator, depth + 1)


def _attributes(node: Node) -> Iterator[Node]:
    kinds = ("attribute_specifier", "attribute_declaration", "alignas_qualifier")
    for child in node.children:
        if child.type in kinds:
            yield child
        elif child.type == "type_qualifier":
            yield from (inner for inner in child.children if inner.type in kinds)


def _enumeration(layouts: TypeLayouts, node: Node) -> Layout | UnknownLayout:
    """`int`, unless a C++ base says otherwise or a value may need more (AAPCS64, 10.1.3)."""
    name = text_of(node.child_by_field_name("name"))
    definitions = layouts.types.enumerations.get(name, (node,))
    for definition in definitions:
        base = definition.child_by_field_name("base")
        if base is not None:
            words = text_of(base).removeprefix("std::").split()
            known = named_scalar(words[0]) if len(words) == 1 else sized_scalar(words)
            return known or UnknownLayout(f"the base of {name} is not known")
        if _LARGE_ENUMERATOR.search(text_of(definition.child_by_field_name("body"))):
            return UnknownLayout(f"the values of {name} may need 8 bytes")
    return scalar("integer", 4)


def _record_named(layouts: TypeLayouts, node: Node, depth: int) -> Layout | UnknownLayout:
    if node.child_by_field_name("body") is not None:
        return _record(layouts, node, depth)
    name = text_of(node.child_by_field_name("name"))
    return _one_record(layouts, layouts.types.records.get(name, ()), text_of(node), depth)


def _one_record(
    layouts: TypeLayouts, definitions: tuple[Node, ...], name: str, depth: int
) -> Layout | UnknownLayout:
    match definitions:
        case ():
            return UnknownLayout(f"{name} is not defined in this source")
        case (only,):
            return _record(layouts, only, depth)
        case _:
            return UnknownLayout(f"{name} is defined more than once")


def _record(layouts: TypeLayouts, node: Node, depth: int) -> Layout | UnknownLayout:
    """Each record is read once: types inside types would multiply otherwise."""
    start = node.start_byte
    if start not in layouts.known:
        layouts.known[start] = None
        layouts.known[start] = _read_record(layouts, node, depth)
    layout = layouts.known[start]
    return UnknownLayout("it leads back to itself") if layout is None else layout


def _read_record(layouts: TypeLayouts, node: Node, depth: int) -> Layout | UnknownLayout:
    name = text_of(node.child_by_field_name("name")) or "the structure"
    if _is_in_template(node):
        return UnknownLayout(f"{name} is a template")
    if depth > _MAXIMUM_DEPTH:
        return UnknownLayout("its type is nested too deeply")
    body = node.child_by_field_name("body")
    if body is None or body.has_error:
        return UnknownLayout(f"the definition of {name} cannot be read")
    if layouts.is_cpp and is_nontrivial(node):
        return Layout(
            kind="record", size=8, alignment=8, natural_alignment=8, members=(), is_nontrivial=True
        )
    if any(child.type == "base_class_clause" for child in node.children):
        return UnknownLayout(f"{name} inherits from another class")
    alignment = _asked_alignment(node)
    if layouts.is_packed or alignment is None:
        return UnknownLayout(f"the layout of {name} is changed by an attribute or pragma")
    members: list[MemberType] = []
    for child in body.named_children:
        declared_members = _members(layouts, child, depth)
        if isinstance(declared_members, UnknownLayout):
            return declared_members
        members += declared_members
    return _joined(layouts, node, name, members, alignment)


def _is_in_template(node: Node) -> bool:
    around = node.parent
    while around is not None and around.type != "template_declaration":
        around = around.parent
    return around is not None


def _joined(
    layouts: TypeLayouts, node: Node, name: str, members: list[MemberType], alignment: int
) -> Layout | UnknownLayout:
    if layouts.is_cpp and any(is_empty(member.layout) for member in members):
        return UnknownLayout(f"{name} has an empty member")
    if layouts.is_cpp and not members:
        # An empty class still has an address of its own (C++20, 6.7.2).
        return Layout(
            kind="record",
            size=max(1, alignment),
            alignment=max(1, alignment),
            natural_alignment=1,
            members=(),
        )
    join = union_of if node.type == "union_specifier" else record_of
    return join(members, alignment)


def _asked_alignment(node: Node) -> int | None:
    """0 without one, None for an attribute that is anything else."""
    alignment = 0
    for child in _attributes(node):
        if child.type == "attribute_declaration":
            return None
        inner = text_of(child).partition("(")[2].removesuffix(")")
        if child.type == "attribute_specifier":
            match = _ALIGNED.fullmatch(inner)
            inner = match[1] if match else ""
        if not inner.isdecimal():
            return None
        alignment = max(alignment, int(inner))
    return alignment


def _members(layouts: TypeLayouts, node: Node, depth: int) -> list[MemberType] | UnknownLayout:
    """The members that one part of a record's body declares."""
    if node.type.startswith("preproc"):
        return UnknownLayout("a member depends on the preprocessor")
    if node.type == "declaration" and not _is_maker(node):
        return UnknownLayout("a member cannot be read")
    if node.type != "field_declaration" or _is_static(node):
        return []
    if any(child.type == "bitfield_clause" for child in node.children):
        return UnknownLayout("it has bit-fields")
    alignment = _asked_alignment(node)
    if alignment is None:
        return UnknownLayout("an attribute changes where a member lies")
    declarators = node.children_by_field_name("declarator")
    if not declarators:
        return _anonymous(layouts, node, alignment, depth)
    return _declared_members(layouts, node, declarators, alignment, depth)


def _declared_members(
    layouts: TypeLayouts, node: Node, declarators: list[Node], alignment: int, depth: int
) -> list[MemberType] | UnknownLayout:
    """The members of one declaration; its functions are none."""
    members: list[MemberType] = []
    for declarator in declarators:
        levels = declarator_levels(declarator)
        if levels and "function" in levels[-1].type:
            continue
        layout = _declared(layouts, node, declarator, depth + 1)
        if isinstance(layout, UnknownLayout):
            return layout
        if layout.kind in ("scalable", "predicate"):
            return UnknownLayout("it has a member of scalable size")
        members.append(MemberType(text_of(declared_name(declarator)), layout, alignment))
    return members


def _is_maker(node: Node) -> bool:
    """True for a constructor or destructor; anything else of this form may be a macro."""
    record = node.parent.parent if node.parent is not None else None
    name = text_of(record.child_by_field_name("name")) if record is not None else ""
    called = text_of(declared_name(node.child_by_field_name("declarator")))
    return called.lstrip("~ ") == name


def _anonymous(
    layouts: TypeLayouts, node: Node, alignment: int, depth: int
) -> list[MemberType] | UnknownLayout:
    """`struct { int x; };` inside another: its members are those of the outer one.

    With a name, it only defines a type.
    """
    inner = node.child_by_field_name("type")
    if inner is None or inner.type not in RECORDS or inner.child_by_field_name("name") is not None:
        return []
    layout = _record_named(layouts, inner, depth + 1)
    if isinstance(layout, UnknownLayout):
        return layout
    return [MemberType("", layout, alignment)]


def _is_static(node: Node) -> bool:
    return any(
        child.type == "storage_class_specifier" and text_of(child) == "static"
        for child in node.children
    )
