"""Edits of bit-fields: other widths, whole bytes, and fields that are no bit-fields any more.

Whether a compiler treats a field as bits of a word or as a number of its own hangs on its width:
one that fills whole bytes is read and written like any other number.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tree_sitter import Node

from compiler_core.amounts import count
from compiler_core.claims.breaking.change import Change, SourceRule
from compiler_core.host.running.integer_types import range_of
from compiler_core.host.running.shapes import Number
from compiler_core.host.source_edits.edit import Edit, replace_node
from compiler_core.host.source_reading.syntax import text_of, tree_of
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

MOST_FIELDS = 6
_WHOLE_BYTES = (8, 16, 32, 64)
_UNKNOWN_WIDTH = 32
_NO_FIELD = "bit-field"


def field_changes(source: SourceFile) -> Iterator[Change]:
    """All of them at once, then each by its place."""
    clauses = _clauses(source)
    if not clauses:
        return
    # "All" of a single one is that one: it comes below.
    if len(clauses) > 1:
        yield _change("every bit-field widened to whole bytes", _all_whole_bytes, everywhere=True)
        yield _change("every bit-field as wide as the widest", _all_alike, everywhere=True)
        yield _change(
            "every bit-field a number of its own, without a width",
            _all_without,
            _NO_FIELD,
            everywhere=True,
        )
    for index, clause in enumerate(clauses[:MOST_FIELDS]):
        name, line = _name(clause), clause.start_point[0] + 1
        for width in _other_widths(clause):
            title = f"{count(width, 'bit')} instead of {_width(clause)} for {name} in line {line}"
            yield _change(title, partial(_width_edits, index=index, width=width))
        title = f"{name} in line {line} a number of its own, without a width"
        yield _change(title, partial(_without_edits, index=index), _NO_FIELD)


def _change(title: str, rule: SourceRule, *touches: str, everywhere: bool = False) -> Change:
    return Change(group="source", title=title, edit=rule, everywhere=everywhere, touches=touches)


def _clauses(source: SourceFile) -> list[Node]:
    """The widths of bit-fields that have a name, in the order of the source."""
    nodes = walk(tree_of(source))
    return [node for node in nodes if node.type == "bitfield_clause" and _name(node)]


def _name(clause: Node) -> str:
    before = clause.prev_named_sibling
    while before is not None and before.type == "comment":
        before = before.prev_named_sibling
    return text_of(before)


def _width(clause: Node) -> int:
    """As written; 0 for anything but a plain number."""
    written = text_of(clause).removeprefix(":").strip()
    return int(written) if written.isdigit() and len(written) < 4 else 0


def _declared_width(clause: Node) -> int:
    """Bits of the type that the field is declared with."""
    declaration = clause.parent
    kind = declaration.child_by_field_name("type") if declaration is not None else None
    limits = range_of(Number(text_of(kind), False)) if kind is not None else None
    return (limits[1] - limits[0]).bit_length() if limits is not None else _UNKNOWN_WIDTH


def _other_widths(clause: Node) -> tuple[int, ...]:
    """The next whole bytes, all that the type has, and one bit less."""
    width, most = _width(clause), _declared_width(clause)
    if not width:
        return ()
    widths = (_in_whole_bytes(width, most), most, width - 1)
    return tuple(dict.fromkeys(other for other in widths if other not in (0, width)))


def _in_whole_bytes(width: int, most: int) -> int:
    """The least whole bytes that hold it; the width itself where the type has not so many."""
    return next((bits for bits in _WHOLE_BYTES if width <= bits <= most), width)


def _all_whole_bytes(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...]
) -> tuple[Edit, ...]:
    pairs = [
        (clause, _in_whole_bytes(_width(clause), _declared_width(clause)))
        for clause in _clauses(source)
        if _width(clause)
    ]
    return tuple(_widened(clause, width) for clause, width in pairs if width != _width(clause))


def _all_alike(source: SourceFile, compiler: Compiler, flags: tuple[str, ...]) -> tuple[Edit, ...]:
    """In whole bytes: then each lies where a number of its own would."""
    clauses = [clause for clause in _clauses(source) if _width(clause)]
    widest = max(map(_width, clauses), default=0)
    width = _in_whole_bytes(widest, min(map(_declared_width, clauses), default=0))
    return tuple(_widened(clause, width) for clause in clauses if _width(clause) != width)


def _all_without(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...]
) -> tuple[Edit, ...]:
    return tuple(map(_without, _clauses(source)))


def _width_edits(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...], *, index: int, width: int
) -> tuple[Edit, ...]:
    clauses = _clauses(source)
    return (_widened(clauses[index], width),) if index < len(clauses) else ()


def _without_edits(
    source: SourceFile, compiler: Compiler, flags: tuple[str, ...], *, index: int
) -> tuple[Edit, ...]:
    clauses = _clauses(source)
    return (_without(clauses[index]),) if index < len(clauses) else ()


def _without(clause: Node) -> Edit:
    before = clause.prev_named_sibling
    if before is None or before.type == "comment":
        # A comment to the end of its line keeps that end.
        return replace_node(clause, "")
    return Edit(before.end_byte, clause.end_byte, "")


def _widened(clause: Node, width: int) -> Edit:
    return replace_node(clause, f": {width}")
