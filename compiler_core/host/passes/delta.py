"""The real difference between a program before and after a pass.

Compilers renumber values freely, so two texts may differ in every line though nothing happened.
Lines are aligned twice: by their text without notes (`noise`), then, between those anchors, by
their text with value names blanked. Aligned lines that define a value tell which value took whose
place; a pair counts as the same only if its operands agree under that renaming. What is left is
removed, added or, if the same line stands elsewhere, moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.host.passes.common_lines import common_lines
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.line_facts import LineFacts, facts_of, signature

RowKind = Literal["same", "changed", "removed", "added", "moved"]
Facts = Sequence[LineFacts]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DeltaRow:
    """One row of the comparison: positions in the lines before and after, None where absent.

    For a moved line, `before` and `after` are both known and the row stands at its new place;
    another row of kind moved with `after` None stands at its old one.
    """

    kind: RowKind
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Delta:
    """All rows in order; moves: (position before, position after) of lines that only moved.

    changed: True if anything but names and notes differs.
    """

    rows: tuple[DeltaRow, ...]
    moves: tuple[Pair, ...]
    changed: bool


def compare_dumps(before: Dump, after: Dump) -> Delta:
    """Align two dumps of one function at the same level (at different levels all lines differ)."""
    if before.level != after.level:
        return _replaced(len(before.lines or ()), len(after.lines or ()))
    left = [facts_of(line.text, before.level) for line in before.lines or ()]
    right = [facts_of(line.text, after.level) for line in after.lines or ()]
    if _only_renamed(left, right):
        same_rows = tuple(DeltaRow("same", position, position) for position in range(len(left)))
        return Delta(same_rows, (), changed=False)
    pairs = _aligned(left, right)
    renamed = _renaming(pairs, left, right)
    same = {pair for pair in pairs if _agrees(left[pair[0]], right[pair[1]], renamed)}
    moves = _moves(left, right, pairs, renamed)
    rows = tuple(_rows(len(left), len(right), pairs, same, moves))
    return Delta(rows, tuple(moves), changed=len(same) < max(len(left), len(right)))


def _only_renamed(left: Facts, right: Facts) -> bool:
    """The same lines in the same order, under one renaming: blocks numbered anew, for one."""
    if [facts.blank for facts in left] != [facts.blank for facts in right]:
        return False
    pairs = [(position, position) for position in range(len(left))]
    renamed = _renaming(pairs, left, right)
    # Two names that become one are no renaming.
    unchanged = {facts.defined for facts in left} - renamed.keys()
    if len(set(renamed.values()) - unchanged) < len(renamed):
        return False
    return all(_agrees(line, two, renamed) for line, two in zip(left, right, strict=True))


def _aligned(left: Facts, right: Facts) -> list[Pair]:
    """Anchors first, then blanked text in the gaps between them."""
    anchors = common_lines([facts.compared for facts in left], [facts.compared for facts in right])
    pairs: list[Pair] = []
    start_left = start_right = 0
    for end_left, end_right in [*anchors, (len(left), len(right))]:
        if start_left < end_left and start_right < end_right:
            gap = common_lines(
                [facts.blank for facts in left[start_left:end_left]],
                [facts.blank for facts in right[start_right:end_right]],
            )
            pairs += [(start_left + line, start_right + two) for line, two in gap]
        if end_left < len(left):
            pairs.append((end_left, end_right))
        start_left, start_right = end_left + 1, end_right + 1
    return pairs


def _renaming(pairs: Sequence[Pair], left: Facts, right: Facts) -> dict[str, str]:
    """Names before that are other names after."""
    renamed = {}
    for line, two in pairs:
        old, new = left[line].defined, right[two].defined
        if old and new and old != new:
            renamed[old] = new
    return renamed


def _agrees(line: LineFacts, two: LineFacts, renamed: Mapping[str, str]) -> bool:
    if line.compared == two.compared:
        return not renamed or not any(name in renamed for name in line.names)
    if len(line.names) != len(two.names):
        return False
    return all(
        renamed.get(name, name) == other for name, other in zip(line.names, two.names, strict=True)
    )


def _moves(
    left: Facts, right: Facts, pairs: Sequence[Pair], renamed: Mapping[str, str]
) -> list[Pair]:
    """Lines that left one place and appear, with the same operands, at another."""
    paired_left, paired_right = {line for line, _ in pairs}, {two for _, two in pairs}
    waiting: dict[str, list[int]] = {}
    for two, facts in enumerate(right):
        if two not in paired_right and facts.is_movable:
            waiting.setdefault(signature(facts, {}), []).append(two)
    moves = []
    for left_line, facts in enumerate(left):
        if left_line in paired_left or not facts.is_movable:
            continue
        partners = waiting.get(signature(facts, renamed))
        if partners:
            moves.append((left_line, partners.pop(0)))
    return moves


def _rows(
    left_count: int,
    right_count: int,
    pairs: Sequence[Pair],
    same: set[Pair],
    moves: Sequence[Pair],
) -> Iterator[DeltaRow]:
    gone, come = dict(moves), {two: line for line, two in moves}
    start_left = start_right = 0
    for left_line, two in [*pairs, (left_count, right_count)]:
        for position in range(start_left, left_line):
            yield DeltaRow("moved" if position in gone else "removed", position, None)
        for position in range(start_right, two):
            yield DeltaRow("moved" if position in come else "added", come.get(position), position)
        if left_line < left_count:
            yield DeltaRow("same" if (left_line, two) in same else "changed", left_line, two)
        start_left, start_right = left_line + 1, two + 1


def _replaced(left_count: int, right_count: int) -> Delta:
    removed = tuple(DeltaRow("removed", position, None) for position in range(left_count))
    added = tuple(DeltaRow("added", None, position) for position in range(right_count))
    return Delta((*removed, *added), (), bool(removed or added))
