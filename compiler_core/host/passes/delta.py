"""The real difference between a program before and after a pass.

Compilers renumber values freely, so two texts may differ in every line though nothing happened.
Lines are aligned twice: by their exact text, then, between those anchors, by their text with value
names blanked. Aligned lines that define a value tell which value took whose place; a pair counts as
the same only if its operands agree under that renaming. What is left is removed, added or, if the
same line stands elsewhere, moved.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.host.longest_common import longest_common
from compiler_core.host.passes.dump import Dump, Level

RowKind = Literal["same", "changed", "removed", "added", "moved"]

_VALUES: Mapping[Level, re.Pattern[str]] = {
    "LLVM IR": re.compile(r"%[\w.$-]+|^[\w.$-]+(?=:)"),
    "machine IR": re.compile(r"%bb\.\d+(?:\.[\w.$-]+)?|%\d+|^bb\.\d+(?:\.[\w.$-]+)?"),
    "GIMPLE": re.compile(
        r"\.MEM_\d+|\b[A-Za-z_][\w.]*_\d+(?:\(D\))?|\b_\d+|<bb \d+>|<?[DL]\.?\d+>?"
    ),
    "RTL": re.compile(r"\br\d+\b|\bL\d+\b|<bb \d+>|^\s*\d+(?=: )"),
    "IPA": re.compile(r"\b\w+/\d+"),
}
_DEFINITION: Mapping[Level, re.Pattern[str]] = {
    "LLVM IR": re.compile(r"^\s*(%[\w.$-]+) = |^([\w.$-]+):"),
    "machine IR": re.compile(r"^\s*(%\d+):|^(bb\.\d+(?:\.[\w.$-]+)?)"),
    "GIMPLE": re.compile(r"^\s*(?:# )?([A-Za-z_][\w.]*_\d+|_\d+|\.MEM_\d+) = |^(<bb \d+>):"),
    "RTL": re.compile(r"^\s*\d+: (r\d+):\w+=|^(<bb \d+>):|^\s*\d+: (L\d+):"),
    "IPA": re.compile(r"(?!)"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the comparison: positions in the lines before and after, None where absent.

    For a moved line, `before` and `after` are both known and the row stands at its new place;
    another row of kind moved with `after` None stands at its old one.
    """

    kind: RowKind
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Delta:
    """All rows in order; moves: (position before, position after) of lines that only moved."""

    rows: tuple[Row, ...]
    moves: tuple[tuple[int, int], ...]

    @property
    def changed(self) -> bool:
        """True if anything but names differs."""
        return any(row.kind != "same" for row in self.rows)


def compare_dumps(before: Dump, after: Dump) -> Delta:
    """Align two dumps of one function at the same level (at different levels all lines differ)."""
    left = [line.text for line in before.lines or ()]
    right = [line.text for line in after.lines or ()]
    if before.level != after.level:
        return Delta(tuple(_replaced(range(len(left)), range(len(right)))), ())
    level = after.level
    pairs = _aligned(left, right, level)
    renamed = _renaming(pairs, left, right, level)
    same = {pair for pair in pairs if _agrees(left[pair[0]], right[pair[1]], renamed, level)}
    moves = _moves(left, right, pairs, renamed, level)
    return Delta(tuple(_rows(len(left), len(right), pairs, same, moves)), tuple(moves))


def _aligned(left: Sequence[str], right: Sequence[str], level: Level) -> list[tuple[int, int]]:
    """Exact anchors first, then blanked text between them."""
    anchors = longest_common(left, right)
    blank_left = [_VALUES[level].sub("%", text) for text in left]
    blank_right = [_VALUES[level].sub("%", text) for text in right]
    pairs: list[tuple[int, int]] = []
    start_left = start_right = 0
    for end_left, end_right in [*anchors, (len(left), len(right))]:
        gap = longest_common(blank_left[start_left:end_left], blank_right[start_right:end_right])
        pairs += [(start_left + one, start_right + two) for one, two in gap]
        if end_left < len(left):
            pairs.append((end_left, end_right))
        start_left, start_right = end_left + 1, end_right + 1
    return pairs


def _renaming(
    pairs: Sequence[tuple[int, int]], left: Sequence[str], right: Sequence[str], level: Level
) -> dict[str, str]:
    renamed = {}
    for one, two in pairs:
        defined_left, defined_right = defined(left[one], level), defined(right[two], level)
        if defined_left and defined_right:
            renamed[defined_left] = defined_right
    return renamed


def defined(text: str, level: Level) -> str:
    """The value or block a line defines; empty if none."""
    match = _DEFINITION[level].match(text)
    return next((group for group in match.groups() if group), "") if match else ""


def values_in(text: str, level: Level) -> list[str]:
    """All value and block names of a line, as the level spells them."""
    return _VALUES[level].findall(text)


def _agrees(one: str, two: str, renamed: Mapping[str, str], level: Level) -> bool:
    if one == two and not renamed:
        return True
    names_left, names_right = values_in(one, level), values_in(two, level)
    if len(names_left) != len(names_right):
        return False
    return all(
        renamed.get(name, name) == other
        for name, other in zip(names_left, names_right, strict=True)
        if not _is_numbering(name, level)
    )


def _is_numbering(name: str, level: Level) -> bool:
    """RTL instruction numbers and memory states say nothing about the program."""
    return name.startswith(".MEM_") or (level == "RTL" and name.strip().isdigit())


def _moves(
    left: Sequence[str],
    right: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    renamed: Mapping[str, str],
    level: Level,
) -> list[tuple[int, int]]:
    """Lines that left one place and appear, with the same operands, at another."""
    paired_left, paired_right = {one for one, _ in pairs}, {two for _, two in pairs}
    waiting: dict[str, list[int]] = {}
    for two, text in enumerate(right):
        if two not in paired_right and _is_statement(text):
            waiting.setdefault(_signature(text, {}, level), []).append(two)
    moves = []
    for one, text in enumerate(left):
        if one in paired_left or not _is_statement(text):
            continue
        found = waiting.get(_signature(text, renamed, level))
        if found:
            moves.append((one, found.pop(0)))
    return moves


def _is_statement(text: str) -> bool:
    stripped = text.strip()
    return bool(stripped) and not stripped.endswith((":", "{", "}")) and stripped != "else"


def _signature(text: str, renamed: Mapping[str, str], level: Level) -> str:
    """The line with its own result blanked and its operands renamed."""
    result = defined(text, level)

    def name_of(match: re.Match[str]) -> str:
        name = match[0]
        if name == result or _is_numbering(name, level):
            return "%"
        return renamed.get(name, name)

    return _VALUES[level].sub(name_of, text).strip()


def _rows(
    left_count: int,
    right_count: int,
    pairs: Sequence[tuple[int, int]],
    same: set[tuple[int, int]],
    moves: Sequence[tuple[int, int]],
) -> list[Row]:
    gone, come = dict(moves), {two: one for one, two in moves}
    rows: list[Row] = []
    start_left = start_right = 0
    for one, two in [*pairs, (left_count, right_count)]:
        rows += [
            Row("moved" if position in gone else "removed", position, None)
            for position in range(start_left, one)
        ]
        rows += [
            Row("moved" if position in come else "added", come.get(position), position)
            for position in range(start_right, two)
        ]
        if one < left_count:
            rows.append(Row("same" if (one, two) in same else "changed", one, two))
        start_left, start_right = one + 1, two + 1
    return rows


def _replaced(left: Sequence[int], right: Sequence[int]) -> list[Row]:
    removed = [Row("removed", position, None) for position in left]
    return [*removed, *(Row("added", None, position) for position in right)]
