"""The rows of a comparison: every line of both sides, in order, each with what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.host.canonical import instruction_of, register_slots
from compiler_core.host.comparison.alignment import Alignment
from compiler_core.host.compilation import FunctionListing, ListingLine
from compiler_core.host.instruction import (
    Immediate,
    Instruction,
    Keyword,
    Memory,
    Register,
    Symbol,
)

SWAPPED_FREELY = "Two operands have changed places; their order does not matter here."

RowKind = Literal["same", "changed", "removed", "added", "moved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRow:
    """One line of the left side, of the right side, or both.

    Ids are `ListingLine.id`; a missing side has id None and empty text. same: equal once labels and
    registers are renamed. moved: the line stands on the other side too, elsewhere; `partner` is its
    id there. note says what changed, in plain words; it may be empty.
    """

    function: str
    """The one that the line belongs to, named as in `functions` of the comparison."""
    kind: RowKind
    """One of `same` (but for labels and registers), `changed`, `removed` (left only), `added`
    (right only) and `moved` (stands elsewhere on the other side)."""
    left_id: int | None
    """The line's `id` in the left listing; null where the row has no left line."""
    left_text: str
    """The left line of assembly; empty where the row has none."""
    right_id: int | None
    """The line's `id` in the right listing; null where the row has no right line."""
    right_text: str
    """The right line of assembly; empty where the row has none."""
    note: str
    """What changed, in words, as `Now fmla instead of fmul.`; may be empty."""
    partner: int | None = None
    """The `id` of the same line on the other side where `kind` is `moved`; else null."""


def paired_rows(
    left: FunctionListing, right: FunctionListing, alignment: Alignment
) -> tuple[ComparedRow, ...]:
    """Rows of a function on both sides; left before right where neither answers the other."""
    return tuple(_walk(left.name, left.lines, right.lines, alignment))


def lone_rows(
    function: FunctionListing, kind: Literal["removed", "added"]
) -> tuple[ComparedRow, ...]:
    """Rows of a function that one side lacks."""
    if kind == "removed":
        return tuple(_left_row(function.name, line, (), None) for line in function.lines)
    return tuple(_right_row(function.name, line, (), None) for line in function.lines)


def _walk(
    name: str, lefts: Sequence[ListingLine], rights: Sequence[ListingLine], alignment: Alignment
) -> Iterator[ComparedRow]:
    to_right = dict(alignment.moved)
    to_left = {j: i for i, j in alignment.moved}
    same = frozenset(alignment.same)
    i = j = 0
    ordered = sorted((*alignment.same, *alignment.changed))
    for pair in [*ordered, (len(lefts), len(rights))]:
        for position in range(i, pair[0]):
            yield _left_row(name, lefts[position], rights, to_right.get(position))
        for position in range(j, pair[1]):
            yield _right_row(name, rights[position], lefts, to_left.get(position))
        if pair[0] < len(lefts):
            yield _paired_row(name, lefts[pair[0]], rights[pair[1]], pair in same, alignment, pair)
        i, j = pair[0] + 1, pair[1] + 1


def _left_row(
    name: str, line: ListingLine, rights: Sequence[ListingLine], target: int | None
) -> ComparedRow:
    row = ComparedRow(
        function=name,
        kind="removed",
        left_id=line.id,
        left_text=line.text,
        right_id=None,
        right_text="",
        note="",
    )
    if target is None:
        return row
    note, partner = "Stands elsewhere on the right.", rights[target].id
    return replace(row, kind="moved", note=note, partner=partner)


def _right_row(
    name: str, line: ListingLine, lefts: Sequence[ListingLine], origin: int | None
) -> ComparedRow:
    row = ComparedRow(
        function=name,
        kind="added",
        left_id=None,
        left_text="",
        right_id=line.id,
        right_text=line.text,
        note="",
    )
    if origin is None:
        return row
    note, partner = "Stands elsewhere on the left.", lefts[origin].id
    return replace(row, kind="moved", note=note, partner=partner)


def _paired_row(
    name: str,
    left: ListingLine,
    right: ListingLine,
    is_same: bool,
    alignment: Alignment,
    pair: tuple[int, int],
) -> ComparedRow:
    kind: RowKind = "same" if is_same else "changed"
    if is_same:
        note = SWAPPED_FREELY if pair[0] in alignment.swapped else ""
    else:
        note = alignment.conflicts.get(pair[0]) or change_note(left, right)
    return ComparedRow(
        function=name,
        kind=kind,
        left_id=left.id,
        left_text=left.text,
        right_id=right.id,
        right_text=right.text,
        note=note,
    )


def change_note(left: ListingLine, right: ListingLine) -> str:
    """What differs between two lines that face each other."""
    if left.kind != "instruction" or right.kind != "instruction":
        return ""
    old, other = instruction_of(left), instruction_of(right)
    replaced = [
        f"{after} instead of {before}"
        for before, after in (*_names(old, other), *_views(old, other), *_numbers(old, other))
    ]
    sentences = [f"Now {', '.join(replaced)}."] if replaced else []
    if old.mnemonic == other.mnemonic and _addressing(old) != _addressing(other):
        sentences.append("The address is formed in another way.")
    return " ".join(sentences) or "Other operands."


def _names(instruction: Instruction, other: Instruction) -> list[tuple[str, str]]:
    """Mnemonics, then symbols and conditions, that differ."""
    pairs = [(instruction.mnemonic, other.mnemonic)]
    words, opposite = _words(instruction), _words(other)
    if len(words) == len(opposite):
        pairs += zip(words, opposite, strict=True)
    return [(before, after) for before, after in pairs if before != after]


def _words(instruction: Instruction) -> list[str]:
    return [
        operand.name
        for operand in instruction.operands
        if isinstance(operand, Keyword)
        or (isinstance(operand, Symbol) and not operand.name.startswith(".L"))
    ]


def _views(instruction: Instruction, other: Instruction) -> list[tuple[str, str]]:
    """Only the first register: what the result, or the data of a load, is."""
    views, opposite = register_slots(instruction)[:1], register_slots(other)[:1]
    pairs = [(_view(a), _view(b)) for a, b in zip(views, opposite, strict=False)]
    return [(before, after) for before, after in pairs if before != after]


def _view(register: Register) -> str:
    if register.kind == "v" and register.lane is None:
        return f"vectors of {register.arrangement}"
    return _VIEW_NAMES.get(register.kind, register.kind)


_VIEW_NAMES = {
    "x": "64-bit registers", "w": "32-bit registers", "b": "single bytes",
    "h": "single 16-bit values", "s": "single 32-bit values", "d": "single 64-bit values",
    "q": "whole 16-byte vectors", "z": "scalable vectors", "p": "predicates", "pn": "predicates",
    "v": "vectors",
}  # fmt: skip


def _numbers(instruction: Instruction, other: Instruction) -> list[tuple[str, str]]:
    numbers, opposite = _immediates(instruction), _immediates(other)
    if len(numbers) != len(opposite):
        return []
    return [
        (str(before), str(after))
        for before, after in zip(numbers, opposite, strict=True)
        if before != after
    ]


def _immediates(instruction: Instruction) -> list[int | float]:
    immediates: list[int | float] = []
    for operand in instruction.operands:
        if isinstance(operand, Immediate):
            immediates.append(operand.value)
        elif isinstance(operand, Memory) and isinstance(operand.offset, Immediate):
            immediates.append(operand.offset.value)
    return immediates


def _addressing(instruction: Instruction) -> list[tuple[str, str, str]]:
    return [
        (
            operand.mode,
            type(operand.offset).__name__,
            operand.modifier.text if operand.modifier is not None else "",
        )
        for operand in instruction.operands
        if isinstance(operand, Memory)
    ]
