"""Which numbers a form can hold: a shift is never wider than what it shifts.

The letters of shift amounts are read off the form's own templates, so that a new form is bounded by
being written. What fits no form gets the plain sentence for one that is not known, and no template
ever shifts a Python number by what a user wrote into inline assembly.
"""

from __future__ import annotations

import re
from functools import cache

from compiler_core.host.forms.form import LETTERS, Form
from compiler_core.host.forms.shapes import FoldedOperand, Shifted
from compiler_core.host.instruction import Immediate, Register, RegisterList

_SHIFTED_BY = re.compile(r"(?:<<|>>) \(?\{(?P<letter>[a-h])(?:\.value)?\}")
_SLOT = re.compile(r"\{(?P<name>\w+)\}")
# Slots that make a mask or a power of two from these operands.
_LETTERS_OF_SLOTS = {
    "times": "c",
    "field_times": "c",
    "field_mask": "cd",
    "low_mask": "cd",
    "clear_mask": "bc",
    "fixed_one": "c",
    "shifted_by": "c",
}
_WIDEST = 64


def holds(entry: Form, folded: list[FoldedOperand]) -> bool:
    """True if every shift, field position and width of this instruction can be one."""
    letters = shift_letters(entry)
    if not letters:
        return True
    most = max((_bits(operand) for operand in folded), default=0) or _WIDEST
    return all(
        _is_amount(operand, most)
        for letter, operand in zip(LETTERS, folded, strict=False)
        if letter in letters
    )


@cache
def shift_letters(entry: Form) -> frozenset[str]:
    """Letters of the operands that say by how much to shift, or where a field lies."""
    text = f"{entry.sentence} {entry.formula}"
    slots = (match["name"] for match in _SLOT.finditer(text))
    named = {letter for slot in slots for letter in _LETTERS_OF_SLOTS.get(slot, "")}
    return frozenset(named.union(match["letter"] for match in _SHIFTED_BY.finditer(text)))


def _is_amount(operand: FoldedOperand, most: int) -> bool:
    if not isinstance(operand, Immediate):
        return True
    return isinstance(operand.value, int) and 0 <= operand.value <= most


def _bits(operand: FoldedOperand) -> int:
    """Bits of one element, of the register or of the first of a list."""
    if isinstance(operand, Shifted):
        operand = operand.operand
    if isinstance(operand, RegisterList):
        operand = operand.registers[0]
    return operand.element_bits if isinstance(operand, Register) else 0
