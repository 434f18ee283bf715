"""Declarations to shapes: typedefs, structures, arrays, pointers and a few standard containers.

A type that the source does not define and whose name says nothing stays unknown, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tree_sitter import Node

from compiler_core.host.running.shapes import (
    Container,
    Field,
    Number,
    Pointer,
    Record,
    Row,
    SelfPointer,
    Shape,
    Unknown,
    parts_of,
)
from compiler_core.host.source_reading.atomic_names import plain_number
from compiler_core.host.source_reading.defined_types import RECORDS, defined_types
from compiler_core.host.source_reading.source_types import FLOAT_NAMES, is_integer_name
from compiler_core.host.source_reading.syntax import (
    declarator_levels,
    declared_name,
    inner_declarator,
    text_of,
)
from compiler_core.source import SourceFile

_ATOMIC_OBJECT = re.compile(r"std::atomic|atomic<")
_SHORT_INTEGER = re.compile(r"u?int\d*")
_RESTRICT = re.compile(r"\b(?:__)?restrict(?:__)?\b")
_COMPLEX = re.compile(r"\b(?:_Complex|complex|__complex__)\b")
_BYTES = Number("unsigned char", floating=False)
_CONTAINERS = {"array": "array", "vector": "vector", "span": "span"}
_TEXTS = ("string", "string_view")
_MAXIMUM_DEPTH = 8
MAXIMUM_FIELDS = 64


@dataclass(frozen=True, slots=True)
class TypeTable:
    """The types a source defines: typedef and alias nodes with their declarators, records, and how
    many names each enumeration has.

    known: records read so far, by the place of their definition; None while one is being read.
    """

    aliases: Mapping[str, tuple[Node, Node | None]]
    records: Mapping[str, Node]
    enumerations: Mapping[str, int]
    known: dict[int, Shape | None]


@lru_cache(maxsize=64)
def type_table(source: SourceFile) -> TypeTable:
    """All types of a source by name."""
    types = defined_types(source)
    return TypeTable(
        {name: nodes[-1] for name, nodes in types.aliases.items()},
        {name: nodes[-1] for name, nodes in types.records.items()},
        {name: _enumerators(nodes[0]) for name, nodes in types.enumerations.items()},
        {},
    )


def _enumerators(node: Node) -> int:
    body = node.child_by_field_name("body")
    return sum(child.type == "enumerator" for child in body.named_children) if body else 0


def shape_of(declaration: Node, declarator: Node | None, table: TypeTable, depth: int = 0) -> Shape:
    """The shape of what a declaration with this declarator declares."""
    shape = _base_shape(declaration, table, depth)
    for level in declarator_levels(declarator):
        shape = _around(level, shape)
    return shape


def result_shape(declaration: Node, declarator: Node | None, table: TypeTable) -> Shape:
    """What a function returns: of `float *f(int)` what stands around `f(int)`."""
    shape = _base_shape(declaration, table, 0)
    for level in declarator_levels(declarator):
        if "function" in level.type:
            break
        shape = _around(level, shape)
    return shape


def parameter_shape(node: Node, table: TypeTable) -> Shape:
    """The same for a parameter: an array is a pointer to its first element."""
    declarator = node.child_by_field_name("declarator")
    if _COMPLEX.search(text_of(node)):
        return Unknown("a complex number", "complex numbers are not supported")
    shape = shape_of(node, declarator, table)
    if isinstance(shape, Row):
        brackets = [level for level in declarator_levels(declarator) if "array" in level.type]
        restricted = bool(brackets) and _is_restricted(brackets[-1])
        return Pointer(target=shape.element, length=shape.length, restricted=restricted)
    return shape


def _around(level: Node, shape: Shape) -> Shape:
    if isinstance(shape, Unknown) and "pointer" not in level.type:
        return shape
    if "function" in level.type:
        return Unknown("a function", "it is a function")
    if "array" in level.type:
        return Row(shape, text_of(level.child_by_field_name("size")))
    if "reference" in level.type:
        return Pointer(target=shape, reference=True)
    if isinstance(shape, Unknown) and shape.name == "a function":
        return Unknown("a function pointer", "a driver cannot invent a function")
    untyped = isinstance(shape, Number) and shape.name == "void"
    target = _pointed_at(shape)
    const = any(
        child.type == "type_qualifier" and text_of(child) == "const" for child in level.children
    )
    return Pointer(target=target, restricted=_is_restricted(level), const=const, untyped=untyped)


def _pointed_at(shape: Shape) -> Shape:
    """`void` stands for bytes."""
    if isinstance(shape, Number) and shape.name == "void":
        return replace(_BYTES, const=shape.const)
    return shape


def _is_restricted(level: Node) -> bool:
    inner = inner_declarator(level)
    end = inner.start_byte if inner is not None and "pointer" in level.type else level.end_byte
    start = inner.end_byte if inner is not None and "array" in level.type else level.start_byte
    raw = (level.text or b"")[start - level.start_byte : end - level.start_byte]
    return _RESTRICT.search(raw.decode("utf-8", "replace")) is not None


def _base_shape(declaration: Node, table: TypeTable, depth: int) -> Shape:
    node = declaration.child_by_field_name("type")
    const = any(
        child.type == "type_qualifier" and text_of(child) in ("const", "constexpr")
        for child in declaration.children
    )
    shape = _named_shape(node, table, depth)
    if isinstance(shape, Number | Record | Container) and const:
        return replace(shape, const=True)
    return shape


def _named_shape(node: Node | None, table: TypeTable, depth: int) -> Shape:
    if node is None:
        return Unknown("no type", "it has no type")
    name = text_of(node)
    if depth > _MAXIMUM_DEPTH:
        return Unknown(name, "its type is nested too deeply")
    if node.type in RECORDS:
        return _record_shape(node, table, depth)
    if node.type == "enum_specifier":
        tag = text_of(node.child_by_field_name("name"))
        labels = _enumerators(node) or table.enumerations.get(tag, 0)
        return Number(f"enum {tag}".strip(), False, labels=labels)
    if node.type == "sized_type_specifier":
        return Number(name, "double" in name)
    if name in table.aliases:
        described, declarator = table.aliases[name]
        return _renamed(shape_of(described, declarator, table, depth + 1), name)
    if name in table.enumerations:
        return Number(name, False, labels=table.enumerations[name])
    if name in table.records:
        return _fields_of(table.records[name], name, table, depth)
    return _known_name(node, name, table, depth)


def _renamed(shape: Shape, name: str) -> Shape:
    """A typedef's own name is the one that always works, also for an unnamed structure."""
    if isinstance(shape, Number | Record):
        return replace(shape, name=name)
    return shape


def _known_name(node: Node, name: str, table: TypeTable, depth: int) -> Shape:
    plain = name.removeprefix("std::").removeprefix("::")
    if "complex" in plain.lower():
        return Unknown(name, "complex numbers are not supported")
    if plain == "void":
        return Number("void", False)
    if plain in FLOAT_NAMES:
        return Number(name, True)
    if _ATOMIC_OBJECT.match(name):
        return Unknown(name, "an atomic object of C++ cannot be filled by copying")
    if plain_number(plain) != plain:
        # An array of plain numbers is laid out alike, and can be filled.
        return Number(plain_number(plain), False, is_text=plain == "atomic_char")
    if is_integer_name(plain) or _SHORT_INTEGER.fullmatch(plain):
        return Number(name, False, is_text=plain == "char")
    if plain in ("auto", "decltype(auto)") or node.type == "placeholder_type_specifier":
        return Unknown(name, "its type is decided by each call")
    container = _container(node, name, table, depth)
    if container is None and node.type == "template_type":
        return Unknown(name, f"{name} is made from a template")
    return container or Unknown(name, f"the type {name} is not defined in this source")


def _container(node: Node, name: str, table: TypeTable, depth: int) -> Shape | None:
    inner = node
    while inner.type == "qualified_identifier":
        inner = inner.child_by_field_name("name") or inner
    plain = name.removeprefix("std::")
    if plain in _TEXTS:
        return Container("string", name, Number("char", False, is_text=True))
    kind = _CONTAINERS.get(text_of(inner.child_by_field_name("name")))
    arguments = inner.child_by_field_name("arguments")
    if inner.type != "template_type" or kind is None or arguments is None:
        return None
    described = next(iter(arguments.named_children), None)
    if described is None or described.type != "type_descriptor":
        return None
    element = shape_of(described, described.child_by_field_name("declarator"), table, depth + 1)
    if kind == "array":
        return Container("array", name, element)
    if kind == "vector":
        return Container("vector", name, element)
    return Container("span", name, element)


def _record_shape(node: Node, table: TypeTable, depth: int) -> Shape:
    """`struct point`, with its body here or elsewhere in the source."""
    tag = text_of(node.child_by_field_name("name"))
    keyword = node.type.partition("_")[0]
    name = f"{keyword} {tag}".strip()
    if node.child_by_field_name("body") is not None:
        return _fields_of(node, name, table, depth)
    if tag in table.records:
        return _fields_of(table.records[tag], name, table, depth)
    return Unknown(name, f"{name} is not defined in this source")


def _fields_of(node: Node, name: str, table: TypeTable, depth: int) -> Shape:
    """Each record is read once: types inside types would multiply otherwise."""
    start = node.start_byte
    if start not in table.known:
        table.known[start] = None
        table.known[start] = _read_fields(node, name, table, depth)
    shape = table.known[start]
    if shape is None:
        return Unknown(name, f"{name} leads back to itself through another type")
    return replace(shape, name=name) if isinstance(shape, Record) else shape


def _read_fields(node: Node, name: str, table: TypeTable, depth: int) -> Shape:
    body = node.child_by_field_name("body")
    if node.type == "class_specifier" or _has_bases(node):
        return Unknown(name, f"{name} is a class, and only its constructors can make one")
    fields: list[Field] = []
    for child in body.named_children if body is not None else ():
        if child.type == "access_specifier":
            return Unknown(name, f"{name} is a class, and only its constructors can make one")
        if any(part.type == "virtual" for part in child.children):
            return Unknown(name, f"{name} has virtual functions: only constructors set them")
        if child.type == "field_declaration":
            fields += _fields(child, text_of(node.child_by_field_name("name")), table, depth)
    if node.type == "union_specifier":
        fields = fields[:1]
    if sum(_numbers_in(field.shape) for field in fields) > MAXIMUM_FIELDS:
        return Unknown(name, f"{name} has more than {MAXIMUM_FIELDS} fields")
    nameless = any(map(_is_nameless_record, body.named_children if body is not None else ()))
    return Record(name, tuple(fields), nameless=nameless)


def _is_nameless_record(member: Node) -> bool:
    """`struct { int a; };` within another. A bit-field without a name is none."""
    kind = member.child_by_field_name("type")
    return (
        member.type == "field_declaration"
        and kind is not None
        and kind.type in ("struct_specifier", "union_specifier")
        and not member.children_by_field_name("declarator")
    )


def _numbers_in(shape: Shape) -> int:
    """Fields of a shape; those of a record are at most MAXIMUM_FIELDS already."""
    if isinstance(shape, Record):
        return sum(_numbers_in(field.shape) for field in shape.fields)
    return sum(map(_numbers_in, parts_of(shape))) if isinstance(shape, Pointer | Row) else 1


def _has_bases(node: Node) -> bool:
    return any(child.type == "base_class_clause" for child in node.children)


def _fields(node: Node, tag: str, table: TypeTable, depth: int) -> list[Field]:
    fields: list[Field] = []
    if any(child.type == "storage_class_specifier" for child in node.children):
        return fields
    bits = any(child.type == "bitfield_clause" for child in node.children)
    for declarator in node.children_by_field_name("declarator"):
        name = text_of(declared_name(declarator))
        levels = declarator_levels(declarator)
        is_method = bool(levels) and "function" in levels[-1].type
        if is_method or not name:
            continue
        kind = node.child_by_field_name("type")
        if _names_record(kind, tag, table) and [level.type for level in levels] == [
            "pointer_declarator"
        ]:
            fields.append(Field(name, SelfPointer(text_of(kind))))
            continue
        fields.append(Field(name, shape_of(node, declarator, table, depth + 1), bits))
    return fields


def _names_record(node: Node | None, tag: str, table: TypeTable) -> bool:
    """True if a member's type is the record it stands in, also by a typedef of it."""
    if node is None or not tag:
        return False
    name = text_of(node)
    if name in (tag, f"struct {tag}"):
        return True
    described = table.aliases.get(name)
    return described is not None and text_of(described[0].child_by_field_name("type")).startswith(
        f"struct {tag}"
    )
