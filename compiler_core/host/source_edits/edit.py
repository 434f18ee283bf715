"""Byte-exact edits of a source: everything outside an edit stays as the user wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.host.verdicts.loop_text import LoopText
from compiler_core.host.verdicts.statement_rules import pragmas_above
from compiler_core.toolchain.outcome import Family


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace bytes [start, end) by text.

    loop_at: where in the new text the loop of interest now begins, in bytes; None if the edit does
    not move it.
    """

    start: int
    end: int
    text: str
    loop_at: int | None = None


@dataclass(frozen=True, slots=True)
class EditRequest:
    """The loop to edit, and for which compiler: its family and flags decide spellings."""

    text: LoopText
    family: Family
    flags: tuple[str, ...]

    @property
    def source(self) -> bytes:
        """The whole source."""
        return self.text.source.text.encode("utf-8", "replace")

    @property
    def is_cpp(self) -> bool:
        """True for C++."""
        return self.text.source.language == "c++"

    def slice(self, start: int, end: int) -> str:
        """A part of the source as text."""
        return self.source[start:end].decode("utf-8", "replace")

    def indentation(self) -> str:
        """White space before the loop on its line."""
        before = self.source[: self.text.loop.start_byte].rpartition(b"\n")[2]
        return before.decode() if not before.strip() else ""


def apply_edits(source: bytes, edits: Sequence[Edit]) -> bytes:
    """The edited source; edits may not overlap."""
    parts: list[bytes] = []
    position = 0
    for edit in sorted(edits, key=lambda change: (change.start, change.end)):
        if edit.start < position:
            raise ValueError("Edits overlap.")
        parts += [source[position : edit.start], edit.text.encode()]
        position = edit.end
    return b"".join([*parts, source[position:]])


def moved_place(edits: Sequence[Edit], position: int) -> int:
    """Where a byte position of the source is after the edits."""
    for edit in edits:
        if edit.loop_at is not None:
            return _shifted(edits, edit.start, before=True) + edit.loop_at
    return _shifted(edits, position, before=False)


def _shifted(edits: Sequence[Edit], position: int, *, before: bool) -> int:
    """Edits at the place itself count as standing in front of it, unless `before`."""
    moved = position
    for edit in edits:
        if edit.start < position or (edit.start == position == edit.end and not before):
            moved += len(edit.text.encode()) - (min(edit.end, position) - edit.start)
    return moved


def insert(position: int, text: str) -> Edit:
    """Put text in front of a byte position."""
    return Edit(position, position, text)


def replace_node(node: Node, text: str) -> Edit:
    """Put text in a node's place."""
    return Edit(node.start_byte, node.end_byte, text)


def pragma_above(request: EditRequest, text: str) -> Edit:
    """A pragma on a line of its own directly above the loop, indented like it."""
    return _line_before(request, request.text.loop.start_byte, text)


def statement_above(request: EditRequest, text: str) -> Edit:
    """A statement above the loop and above the pragmas that belong to it."""
    loop = request.text.loop
    lines = request.source.split(b"\n")
    row = loop.start_point[0] - len(pragmas_above(request.text))
    if row == loop.start_point[0]:
        return _line_before(request, loop.start_byte, text)
    start = sum(len(line) + 1 for line in lines[:row])
    return insert(start, f"{request.indentation()}{text}\n")


def _line_before(request: EditRequest, start: int, text: str) -> Edit:
    before = request.source[:start].rpartition(b"\n")[2]
    if before.strip():
        return insert(start, f"\n{text}\n")
    return insert(start, f"{text}\n{request.indentation()}")
