"""How a declared type is passed: integer, pointer, float, vector, aggregate, void or unknown.

Classes as in the Procedure Call Standard for the Arm 64-bit Architecture (AAPCS64), section 5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tree_sitter import Node

from compiler_core.host.source_reading.atomic_names import plain_number
from compiler_core.host.source_reading.syntax import declarator_levels, declared_name, text_of

TypeClass = Literal["integer", "pointer", "float", "vector", "aggregate", "void", "unknown"]

INTEGER_NAMES = frozenset(
    ("int", "char", "bool", "_Bool", "short", "long", "unsigned", "signed", "size_t", "ssize_t",
     "ptrdiff_t", "intptr_t", "uintptr_t", "intmax_t", "uintmax_t", "wchar_t", "char8_t",
     "char16_t", "char32_t", "off_t", "uint", "ulong", "ushort", "byte", "time_t", "wint_t")
)  # fmt: skip
FLOAT_NAMES = frozenset(
    ("float", "double", "_Float16", "__fp16", "__bf16", "float16_t", "float32_t", "float64_t",
     "bfloat16_t", "_Float32", "_Float64", "_Float128", "__float128", "float_t", "double_t")
)  # fmt: skip
_STANDARD_INTEGER = re.compile(r"u?int(?:_least|_fast)?(?:8|16|32|64)_t")
_VECTOR = re.compile(r"(?:u?int|float|poly|bfloat)\d+x\d+_t|__(?:Int|Uint|Float)\d+x\d+_t")
_SCALABLE = re.compile(r"__SV\w+_t|sv(?:u?int|float|bfloat)\d+_t|svbool_t")
_VECTOR_ATTRIBUTE = re.compile(r"vector_size__?\s*\(\s*(\d+)|vector_size\s*\(\s*(\d+)")
_AGGREGATE_NODES = ("struct_specifier", "union_specifier", "class_specifier")


@dataclass(frozen=True, slots=True)
class TypeNames:
    """Names the source itself defines: typedefs with class and pointee, and classes."""

    classes: frozenset[str]
    aliases: dict[str, tuple[TypeClass, str]]


def type_names(nodes: Iterable[Node]) -> TypeNames:
    """Collect typedefs, `using` aliases, enumerations and classes, in source order."""
    classes: set[str] = set()
    names = TypeNames(frozenset(), {})
    for node in nodes:
        if node.type in _AGGREGATE_NODES and node.child_by_field_name("body") is not None:
            name = text_of(node.child_by_field_name("name"))
            classes.add(name)
            names.aliases.setdefault(name, ("aggregate", ""))
        elif node.type == "enum_specifier":
            names.aliases[text_of(node.child_by_field_name("name"))] = ("integer", "")
        elif node.type == "type_definition":
            _add_typedef(node, names)
        elif node.type == "alias_declaration":
            described = node.child_by_field_name("type")
            name = text_of(node.child_by_field_name("name"))
            if described is not None:
                names.aliases[name] = _class_and_pointee(described, names)
    names.aliases.pop("", None)
    return TypeNames(frozenset(classes - {""}), names.aliases)


def _add_typedef(node: Node, names: TypeNames) -> None:
    sized = _VECTOR_ATTRIBUTE.search(text_of(node))
    for declarator in node.children_by_field_name("declarator"):
        name = text_of(declared_name(declarator))
        if sized is not None:
            width = int(sized[1] or sized[2])
            names.aliases[name] = ("vector" if width in (8, 16) else "aggregate", "")
            continue
        names.aliases[name] = (
            class_of_declaration(node, declarator, names),
            pointee_of_declaration(node, declarator, names),
        )


def _class_and_pointee(described: Node, names: TypeNames) -> tuple[TypeClass, str]:
    declarator = described.child_by_field_name("declarator")
    return (
        class_of_declaration(described, declarator, names),
        pointee_of_declaration(described, declarator, names),
    )


def class_of_declaration(declaration: Node, declarator: Node | None, names: TypeNames) -> TypeClass:
    """Class of what a declaration with this declarator declares, as a parameter would be passed."""
    if declarator_levels(declarator):
        return "pointer"
    return _class_of_type(declaration.child_by_field_name("type"), names)


def _class_of_type(node: Node | None, names: TypeNames) -> TypeClass:
    if node is None:
        return "unknown"
    if node.type in _AGGREGATE_NODES:
        return "aggregate"
    if node.type == "enum_specifier":
        return "integer"
    if node.type == "sized_type_specifier":
        return "float" if "double" in text_of(node) else "integer"
    return _class_of_name(text_of(node), names)


def is_integer_name(name: str) -> bool:
    """Of one word or of one that stdatomic.h names, without `std::`."""
    plain = plain_number(name).partition(" ")[0]
    return plain in INTEGER_NAMES or bool(_STANDARD_INTEGER.fullmatch(plain))


def _class_of_name(name: str, names: TypeNames) -> TypeClass:
    if name in names.aliases:
        return names.aliases[name][0]
    name = name.removeprefix("std::")
    if name in names.aliases:
        return names.aliases[name][0]
    if name == "void":
        return "void"
    if is_integer_name(name):
        return "integer"
    if name in FLOAT_NAMES:
        return "float"
    return "vector" if _VECTOR.fullmatch(name) or _SCALABLE.fullmatch(name) else "unknown"


def pointee_of_declaration(declaration: Node, declarator: Node | None, names: TypeNames) -> str:
    """What a pointer, array or reference leads to, as text; empty for anything else."""
    levels = declarator_levels(declarator)
    node = declaration.child_by_field_name("type")
    name = text_of(node)
    if not levels:
        return names.aliases[name][1] if name in names.aliases else ""
    if any("function" in level.type for level in levels):
        return "function"
    # The level next to the name is the pointer itself; those around it belong to what it leads to.
    around = "".join(_level_text(level) for level in reversed(levels[:-1]))
    return f"{name} {around}".strip()


def _level_text(level: Node) -> str:
    if "array" in level.type:
        return f"[{text_of(level.child_by_field_name('size'))}]"
    return "&" if "reference" in level.type else "*"


def type_text(declaration: Node, name: Node | None) -> str:
    """A parameter's type as written, its name and default value cut out."""
    raw = declaration.text or b""
    start = declaration.start_byte
    default = declaration.child_by_field_name("default_value")
    if default is not None:
        raw = raw[: default.start_byte - start].rstrip(b" =")
    if name is not None:
        raw = raw[: name.start_byte - start] + raw[name.end_byte - start :]
    return " ".join(raw.decode("utf-8", "replace").split())
