"""Whether a C++ class can be copied as bytes, or only by its own functions.

A class that is "non-trivial for the purposes of calls" is handed over by the address of a copy:
C++ ABI for the Arm 64-bit Architecture, section 3, and Itanium C++ ABI, 3.1.2.3: it has a copy or
move constructor or destructor of its own making, or all its copy and move constructors are deleted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import declared_name, inner_declarator, text_of

_VIRTUAL = re.compile(r"\bvirtual\b")
_FUNCTIONS = ("function_definition", "declaration", "field_declaration")
Maker = Literal["own", "default", "deleted"]


@dataclass(frozen=True, slots=True)
class _Special:
    """A function of a class that its copying depends on."""

    kind: Literal["destructor", "copy", "move", "move assignment"]
    maker: Maker


def is_nontrivial(record: Node) -> bool:
    """True if the class itself says so; its members may make it so too."""
    body = record.child_by_field_name("body")
    children = body.named_children if body is not None else []
    if any(_is_virtual(child) for child in children):
        return True
    name = text_of(record.child_by_field_name("name"))
    specials = [special for child in children for special in _special(child, name)]
    if any(member.maker == "own" and member.kind != "move assignment" for member in specials):
        return True
    return _cannot_be_copied(specials)


def _is_virtual(node: Node) -> bool:
    """A table of virtual functions is set by the constructors: its class is never plain bytes."""
    head = text_of(node.child_by_field_name("declarator"))
    before = text_of(node).partition(head)[0] if head else ""
    return node.type in _FUNCTIONS and _VIRTUAL.search(before) is not None


def _cannot_be_copied(specials: list[_Special]) -> bool:
    copies = [special.maker for special in specials if special.kind in ("copy", "move")]
    if copies:
        return all(maker == "deleted" for maker in copies)
    # Declared, it leaves no copy constructor (C++20, 11.4.5.3).
    return any(member.kind == "move assignment" for member in specials)


def _special(node: Node, name: str) -> Iterator[_Special]:
    function = _function(node)
    if node.type not in _FUNCTIONS or function is None:
        return
    called = declared_name(function)
    parameter = _only_parameter(function)
    maker = _maker(node)
    if called is not None and called.type == "destructor_name":
        yield _Special("destructor", maker)
    elif text_of(called) == name and _refers_to(parameter, name, "&&"):
        yield _Special("move", maker)
    elif text_of(called) == name and _refers_to(parameter, name, "&"):
        yield _Special("copy", maker)
    elif text_of(called) == "operator=" and _refers_to(parameter, name, "&&"):
        yield _Special("move assignment", maker)


def _function(node: Node) -> Node | None:
    declarator = node.child_by_field_name("declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = inner_declarator(declarator)
    return declarator


def _only_parameter(function: Node) -> Node | None:
    """The first parameter, if any others have default values."""
    listed = function.child_by_field_name("parameters")
    parameters = listed.named_children if listed is not None else []
    if any(other.type != "optional_parameter_declaration" for other in parameters[1:]):
        return None
    return parameters[0] if parameters else None


def _refers_to(parameter: Node | None, name: str, reference: str) -> bool:
    if parameter is None or text_of(parameter.child_by_field_name("type")) != name:
        return False
    declarator = parameter.child_by_field_name("declarator")
    if declarator is None or "reference" not in declarator.type:
        return False
    return text_of(declarator).startswith("&&") == (reference == "&&")


def _maker(node: Node) -> Maker:
    kinds = {child.type for child in node.children}
    if "default_method_clause" in kinds:
        return "default"
    return "deleted" if "delete_method_clause" in kinds else "own"
