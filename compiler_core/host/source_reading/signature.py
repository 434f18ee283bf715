"""Functions as the user declared them: names, parameters and their classes, for the register map.

Types are read from the syntax, with the source's own typedefs and the common names of stdint and
stddef; a type that stays unknown (from another header, a template parameter) is said to be so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tree_sitter import Node

from compiler_core.host.source_reading.layout_reading import TypeLayouts, layouts_among
from compiler_core.host.source_reading.layouts import POINTER, Layout, UnknownLayout
from compiler_core.host.source_reading.source_types import (
    TypeClass,
    TypeNames,
    class_of_declaration,
    pointee_of_declaration,
    type_names,
    type_text,
)
from compiler_core.host.source_reading.syntax import (
    declarations_and_loops,
    declared_name,
    inner_declarator,
    text_of,
    tree_text,
)
from compiler_core.host.source_reading.written_names import name_by_macro
from compiler_core.source import SourceFile

_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")
_UNREADABLE = UnknownLayout("the list of parameters cannot be read")
_LAYOUT_FLAG = re.compile(r"-fpack-struct(?:=\d+)?|-fshort-(?:enums|wchar)")
_COMPLEX = re.compile(rb"\b(?:_Complex|complex|__complex__)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceParameter:
    """One parameter; arrays and references are pointers, as they are passed.

    type_text is as written, without the name. pointee is what a pointer points to, else empty.
    """

    name: str
    """As written; empty if it has none."""
    type_text: str
    """The type as written, without the name."""
    type_class: TypeClass
    """How it is passed; arrays and references are pointers."""
    pointee: str
    """The type that a pointer points to; empty for other types."""
    is_const: bool
    """The value, or what the pointer points to, is const. name is empty if it has none."""
    layout: Layout | UnknownLayout
    """How it lies in memory, which decides where it is passed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """One function definition; name is qualified in C++ (`shapes::Circle::area`).

    Lines count from 1: line where the definition starts, end_line where its body ends. A method's
    `this` is its first parameter. return_layout is None for void.
    """

    name: str
    """In C++ qualified (`shapes::Circle::area`)."""
    parameters: tuple[SourceParameter, ...]
    """In order, a method's `this` first."""
    return_type: str
    """As written."""
    return_class: TypeClass
    """How it is returned; `void` for none."""
    return_layout: Layout | UnknownLayout | None
    """How the result lies in memory; None for void."""
    line: int
    """Where the definition starts, from 1."""
    end_line: int
    """Where its body ends, from 1."""
    file: str
    """Name of the source file."""


@dataclass(frozen=True, slots=True)
class _Types:
    """What is known of the types of one source."""

    names: TypeNames
    layouts: TypeLayouts


@lru_cache(maxsize=256)
def signatures_of(source: SourceFile) -> tuple[Signature, ...]:
    """Every function defined in the source, in order. Errors in it cost only what they hide."""
    nodes = declarations_and_loops(source)
    names = type_names(nodes)
    types = _Types(names, layouts_among(nodes, is_cpp=source.language == "c++"))
    static_members = frozenset(_static_members(nodes))
    return tuple(
        _signature(source.name, node, types, static_members)
        for node in nodes
        if node.type == "function_definition" and function_declarator(node) is not None
    )


def under_flags(signature: Signature, flags: Sequence[str]) -> Signature:
    """The signature where these flags hold: some give structures and enumerations other layouts."""
    flag = next((option for option in flags if _LAYOUT_FLAG.fullmatch(option)), "")
    if not flag:
        return signature
    parameters = tuple(
        replace(parameter, layout=_unless_scalar(parameter.layout, flag))
        for parameter in signature.parameters
    )
    returned = signature.return_layout
    returned = returned if returned is None else _unless_scalar(returned, flag)
    return replace(signature, parameters=parameters, return_layout=returned)


def _unless_scalar(layout: Layout | UnknownLayout, flag: str) -> Layout | UnknownLayout:
    if isinstance(layout, Layout) and layout.kind == "record":
        return UnknownLayout(f"{flag} changes layouts")
    return layout


def _signature(file: str, node: Node, types: _Types, static_members: frozenset[str]) -> Signature:
    declarator = function_declarator(node)
    assert declarator is not None
    name = qualified_name(node)
    parameters = _parameters(declarator, types)
    if name.rpartition("::")[2] != text_of(declared_name(declarator)).rpartition("::")[2]:
        # A macro wrote the list: what stands in the parentheses are its arguments.
        parameters = [replace(parameter, layout=_UNREADABLE) for parameter in parameters]
    if _is_method(node, types.names) and name not in static_members:
        parameters.insert(0, _this(name))
    return_type, return_class, return_layout = _result(node, declarator, types)
    return Signature(
        name=name,
        parameters=tuple(parameters),
        return_type=return_type,
        return_class=return_class,
        return_layout=return_layout,
        line=node.start_point[0] + 1,
        end_line=node.end_point[0] + 1,
        file=file,
    )


def _parameters(declarator: Node, types: _Types) -> list[SourceParameter]:
    """In order; from the one before a part that does not parse on, none is certain."""
    listed = declarator.child_by_field_name("parameters")
    parameters: list[SourceParameter] = []
    certain = True
    for child in listed.named_children if listed is not None else []:
        if child.type == "ERROR":
            certain = False
            parameters[-1:] = [replace(last, layout=_UNREADABLE) for last in parameters[-1:]]
        elif child.type in _PARAMETERS and text_of(child) != "void":
            parameter = _parameter(child, types)
            parameters.append(parameter if certain else replace(parameter, layout=_UNREADABLE))
    return parameters


def function_declarator(node: Node) -> Node | None:
    """The declarator that holds the parameters: of `int (*f(int a))(long)` the one with `a`."""
    holder = None
    declarator = node.child_by_field_name("declarator")
    while declarator is not None:
        if declarator.type == "function_declarator":
            holder = declarator
        declarator = inner_declarator(declarator)
    return holder


def qualified_name(node: Node) -> str:
    """Name of a function definition with its namespaces and classes."""
    declarator = function_declarator(node)
    name = text_of(declared_name(declarator))
    name = name_by_macro(name, text_of(declarator), tree_text(node))
    scopes = [text_of(scope.child_by_field_name("name")) for scope in _scopes(node)]
    return "::".join([*(scope for scope in reversed(scopes) if scope), name])


def _scopes(node: Node) -> Iterator[Node]:
    parent = node.parent
    while parent is not None:
        if parent.type in ("namespace_definition", "class_specifier", "struct_specifier"):
            yield parent
        parent = parent.parent


def _is_method(node: Node, names: TypeNames) -> bool:
    if _is_static(node):
        return False
    if any(scope.type != "namespace_definition" for scope in _scopes(node)):
        return True
    name = text_of(declared_name(function_declarator(node)))
    scope = name.rpartition("::")[0].rpartition("::")[2].partition("<")[0]
    return scope in names.classes


def _is_static(node: Node) -> bool:
    return any(
        child.type == "storage_class_specifier" and text_of(child) == "static"
        for child in node.children
    )


def _static_members(nodes: tuple[Node, ...]) -> Iterator[str]:
    """Qualified names of methods that a class body declares static and defines elsewhere."""
    for node in nodes:
        if node.type == "field_declaration" and _is_static(node):
            yield qualified_name(node)


def _this(name: str) -> SourceParameter:
    owner = name.rpartition("::")[0].rpartition("::")[2]
    return SourceParameter(
        name="this",
        type_text=f"{owner} *",
        type_class="pointer",
        pointee=owner,
        is_const=False,
        layout=POINTER,
    )


def _parameter(node: Node, types: _Types) -> SourceParameter:
    declarator = node.child_by_field_name("declarator")
    name = declared_name(declarator)
    type_class = class_of_declaration(node, declarator, types.names)
    return SourceParameter(
        name=text_of(name),
        type_text=type_text(node, name),
        type_class=type_class,
        pointee=pointee_of_declaration(node, declarator, types.names),
        is_const=any(
            child.type == "type_qualifier" and text_of(child) == "const" for child in node.children
        ),
        layout=POINTER if type_class == "pointer" else types.layouts.of(node, declarator),
    )


def _result(
    node: Node, declarator: Node, types: _Types
) -> tuple[str, TypeClass, Layout | UnknownLayout | None]:
    trailing = next(
        (child for child in declarator.named_children if child.type == "trailing_return_type"), None
    )
    if trailing is not None:
        described = trailing.named_children[0]
        inner = described.child_by_field_name("declarator")
        return text_of(described), *_passed_back(described, inner, types)
    if node.child_by_field_name("type") is None:
        return "", "void", None
    outer = node.child_by_field_name("declarator")
    stars = "*" if outer is not None and outer.type == "pointer_declarator" else ""
    text = f"{text_of(node.child_by_field_name('type'))} {stars}".strip()
    if _COMPLEX.search((node.text or b"")[: declarator.start_byte - node.start_byte]):
        return text, "unknown", UnknownLayout("complex numbers are not worked out here")
    return text, *_passed_back(node, _around(outer, declarator), types)


def _passed_back(
    node: Node, declarator: Node | None, types: _Types
) -> tuple[TypeClass, Layout | UnknownLayout | None]:
    type_class = class_of_declaration(node, declarator, types.names)
    if type_class == "void":
        return type_class, None
    if type_class == "pointer":
        return type_class, POINTER
    return type_class, types.layouts.of(node, declarator)


def _around(outer: Node | None, function: Node) -> Node | None:
    """What a function's declarator puts around its name and parameters: `*` of `float *f(int)`."""
    return None if outer == function else outer
