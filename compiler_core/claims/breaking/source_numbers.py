"""Edits of numbers: constants, distances between elements, strides and steps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from tree_sitter import Node

from compiler_core.claims.breaking.change import Change, SourceRule
from compiler_core.host.source_edits.edit import Edit, replace_node
from compiler_core.host.source_reading.syntax import LOOPS, text_of, tree_of
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

MOST_CONSTANTS = 8
STRIDES = (2, 7)
_FLOATING = re.compile(r"(?P<digits>\d+\.\d*)(?P<suffix>[fF]?)")
# Where a number is no quantity of the program, or has to agree with what stands elsewhere.
_FIXED = (
    "array_declarator",
    "preproc_def",
    "case_statement",
    "attribute_specifier",
    "enumerator",
    "bitfield_clause",
    "alignas_qualifier",
)


def number_changes(source: SourceFile) -> Iterator[Change]:
    """Each constant by its place, each array that a loop walks through, each counted step."""
    for index, node in enumerate(_constants(source)):
        for other in _other_values(node):
            number = f"{text_of(node)} in line {node.start_point[0] + 1}"
            title = f"{other} instead of {number}"
            rule = partial(_constant_edits, index=index, other=other)
            yield _change(title, rule, text_of(node), f"the {number}")
    for array in dict.fromkeys(
        text_of(node.child_by_field_name("argument")) for node in _walked(source)
    ):
        for stride in STRIDES:
            title = f"{array} read and written at every {_ORDINALS[stride]} element"
            rule = partial(_stride_edits, array=array, stride=stride)
            yield _change(title, rule, "stride", "the stride of accesses")


_ORDINALS = {2: "second", 7: "seventh"}


def _change(title: str, rule: SourceRule, touched: str, keeps: str) -> Change:
    return Change(group="source", title=title, edit=rule, touches=(touched,), keeps=keeps)


def _constants(source: SourceFile) -> list[Node]:
    constants = [
        node
        for node in walk(tree_of(source))
        if node.type == "number_literal" and not _is_fixed(node)
    ]
    return constants[:MOST_CONSTANTS]


def _is_fixed(node: Node) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.type in _FIXED:
            return parent.type != "case_statement" or _is_label(node, parent)
        parent = parent.parent
    return False


def _is_label(node: Node, case: Node) -> bool:
    return case.child_by_field_name("value") == node


def _other_values(node: Node) -> tuple[str, ...]:
    """Neighbours in kind: a power of two where there is none, none where there is one, the sign."""
    text = text_of(node)
    floating = _FLOATING.fullmatch(text)
    if floating:
        value = float(floating["digits"])
        others = (3.0,) if value != 3.0 else (4.0,)
        if value not in (0.0, 1.0):
            others = (*others, 0.1)
        return tuple(f"{other:.1f}{floating['suffix']}" for other in others)
    digits = re.fullmatch(r"(\d+)([uUlL]*)", text)
    if digits is None:
        return ()
    return tuple(f"{number}{digits[2]}" for number in _other_whole(int(digits[1]), node))


def _other_whole(value: int, node: Node) -> tuple[int, ...]:
    if _is_bound(node):
        return tuple(number for number in (value - 1, 7, 2) if 0 < number < value)
    if value < 2:
        return (value + 1,) if value == 0 else (2, 4, 16)
    if value & (value - 1):
        return (1 << value.bit_length(), value + 4)
    return (value + 1, 7) if value != 7 else (8,)


def _is_bound(node: Node) -> bool:
    """Whether a loop's condition compares with it: a larger one could leave the arrays."""
    comparison = node.parent
    return (
        comparison is not None
        and comparison.parent is not None
        and (
            comparison.parent.type in LOOPS
            and comparison.parent.child_by_field_name("condition") == comparison
        )
    )


def _constant_edits(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...], *, index: int, other: str
) -> tuple[Edit, ...]:
    constants = _constants(source)
    return (replace_node(constants[index], other),) if index < len(constants) else ()


def _walked(source: SourceFile) -> Iterator[Node]:
    """Elements `p[i]` of pointer parameters, by a plain counter."""
    tree = tree_of(source)
    pointers = set(_pointers(tree))
    for node in walk(tree):
        if node.type == "subscript_expression" and _index_of(node) is not None:
            argument = text_of(node.child_by_field_name("argument"))
            if argument in pointers:
                yield node


def _pointers(tree: Node) -> Iterator[str]:
    for node in walk(tree):
        if node.type == "parameter_declaration":
            declarator = node.child_by_field_name("declarator")
            if declarator is not None and declarator.type == "pointer_declarator":
                yield text_of(declarator).rpartition("*")[2].split()[-1]


def _index_of(node: Node) -> Node | None:
    index = node.child_by_field_name("index")
    if index is None:
        listed = node.child_by_field_name("indices")
        index = listed.named_children[0] if listed is not None and listed.named_children else None
    return index if index is not None and index.type == "identifier" else None


def _stride_edits(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...], *, array: str, stride: int
) -> tuple[Edit, ...]:
    indices = [
        _index_of(node)
        for node in _walked(source)
        if text_of(node.child_by_field_name("argument")) == array
    ]
    return tuple(replace_node(index, f"{stride} * {text_of(index)}") for index in indices if index)
