"""Edits that promise something about pointers, arrays and the values of integers."""

from __future__ import annotations

import re

from tree_sitter import Node

from compiler_core.host.source_edits.edit import Edit, EditRequest, insert, statement_above
from compiler_core.host.source_reading.syntax import declared_name, text_of
from compiler_core.host.verdicts.edit_shapes import (
    bound_of,
    local_arrays,
    pointer_parameters,
    unrestricted_parameters,
    variable_step,
)
from compiler_core.host.verdicts.loop_text import walk

ALIGNMENT = 16
_OLD_C = re.compile(r"-ansi|-std=(c|gnu)(89|90)|-std=iso9899:199\d+")


def restrict(request: EditRequest) -> tuple[Edit, ...]:
    """`float *y` becomes `float *restrict y`; C++ and old C spell it `__restrict__`."""
    old = request.is_cpp or any(_OLD_C.fullmatch(flag) for flag in request.flags)
    word = "__restrict__" if old else "restrict"
    edits = []
    for node in unrestricted_parameters(request.text):
        name = declared_name(node.child_by_field_name("declarator"))
        if name is not None:
            edits.append(insert(name.start_byte, f"{word} "))
    return tuple(edits)


def assume_aligned(request: EditRequest) -> tuple[Edit, ...]:
    """`p = __builtin_assume_aligned(p, 16);` before the loop for every pointer it uses."""
    used = {text_of(node) for node in request.text.nodes("identifier")}
    names = [_name(node) for node in pointer_parameters(request.text)]
    indentation = request.indentation()
    lines = [_aligned(request, name) for name in names if name in used]
    return (statement_above(request, f"\n{indentation}".join(lines)),) if lines else ()


def _name(node: Node) -> str:
    return text_of(declared_name(node.child_by_field_name("declarator")))


def _aligned(request: EditRequest, name: str) -> str:
    # C++ converts no `void *` by itself.
    cast = f"(decltype({name}))" if request.is_cpp else ""
    return f"{name} = {cast}__builtin_assume_aligned({name}, {ALIGNMENT});"


def align_arrays(request: EditRequest) -> tuple[Edit, ...]:
    """`_Alignas(16) float t[64];`"""
    word = "alignas" if request.is_cpp else "_Alignas"
    return tuple(
        insert(node.start_byte, f"{word}({ALIGNMENT}) ") for node in local_arrays(request.text)
    )


def multiple_of_eight(request: EditRequest) -> tuple[Edit, ...]:
    """The bound is a multiple of 8, in the words of each compiler."""
    return (
        statement_above(request, _promise(request, f"{text_of(bound_of(request.text))} % 8 == 0")),
    )


def positive_step(request: EditRequest) -> tuple[Edit, ...]:
    """The loop's step is above zero."""
    return (statement_above(request, _promise(request, f"{variable_step(request.text)} > 0")),)


def _promise(request: EditRequest, condition: str) -> str:
    if request.family == "clang":
        return f"__builtin_assume({condition});"
    indentation = request.indentation()
    return f"if (!({condition}))\n{indentation}  __builtin_unreachable();"


def plain_access(request: EditRequest) -> tuple[Edit, ...]:
    """Take `volatile` away from the declarations of names the loop uses."""
    used = {text_of(node) for node in request.text.nodes("identifier")}
    root = request.text.loop
    while root.parent is not None:
        root = root.parent
    edits = []
    for node in walk(root):
        if node.type == "type_qualifier" and text_of(node) == "volatile":
            owner = node.parent
            if owner is not None and used & {text_of(part) for part in walk(owner)}:
                end = node.end_byte
                trailing = 1 if request.source[end : end + 1] == b" " else 0
                edits.append(Edit(node.start_byte, end + trailing, ""))
    return tuple(edits)
