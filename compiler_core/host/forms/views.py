"""All views of one instruction, by letter, for the templates of its form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from compiler_core.host.forms.addresses import MemoryView
from compiler_core.host.forms.form import LETTERS, Form
from compiler_core.host.forms.operands import (
    ListView,
    SymbolView,
    element_letter,
    view_of,
)
from compiler_core.host.forms.shapes import FoldedOperand, Shifted
from compiler_core.host.instruction import (
    CONDITIONS,
    Instruction,
    Memory,
    Register,
    RegisterList,
)


class Views(dict[str, Any]):
    """Letter to operand view; other names are computed by `slots` when a template asks."""

    def __init__(
        self, instruction: Instruction, form: Form, slots: dict[str, Callable[[Views], str]]
    ) -> None:
        super().__init__()
        self.instruction = instruction
        self.form = form
        self.slots = slots
        self.setter: Instruction | None = None
        self.element: dict[str, str] = {}

    def __missing__(self, name: str) -> str:
        return self.slots[name](self)

    @property
    def condition(self) -> str:
        """The condition the instruction asks for, of its mnemonic or its last operand."""
        return _condition_of(self.instruction)

    @property
    def memory(self) -> MemoryView:
        """The instruction's address."""
        return next(view for view in self.values() if isinstance(view, MemoryView))


def build_views(
    instruction: Instruction,
    folded: list[FoldedOperand],
    form: Form,
    slots: dict[str, Callable[[Views], str]],
    labels: Mapping[str, str] | None = None,
) -> Views:
    """The views of the operands in order; labels gives phrases for branch targets."""
    views = Views(instruction, form, slots)
    unit = access_unit(form, folded) if form.memory else 0
    element = ""
    for letter, operand in zip(LETTERS, folded, strict=False):
        modifier = None
        if isinstance(operand, Shifted):
            operand, modifier = operand.operand, operand.modifier
        if isinstance(operand, Memory):
            views[letter] = MemoryView(operand, unit)
        elif isinstance(operand, Register) and operand.kind == "z" and _in_braces(form, letter):
            views[letter] = ListView(RegisterList(operand.text, (operand,)))
        else:
            if type(operand) is Register and operand.kind == "p" and not operand.arrangement:
                element = element or element_letter(instruction)
            view = views[letter] = view_of(operand, modifier, element)
            if labels and isinstance(view, SymbolView):
                view.phrase = labels.get(view.symbol.name, "")
    return views


def access_unit(form: Form, folded: list[FoldedOperand]) -> int:
    """Bytes in memory of one register or lane of the transfer."""
    if form.unit > 0:
        return form.unit
    if form.total > 0:
        return form.total
    for letter, operand in zip(LETTERS, folded, strict=False):
        if form.data and letter not in form.data:
            continue
        register = operand.registers[0] if isinstance(operand, RegisterList) else operand
        if not isinstance(register, Register):
            continue
        listed = isinstance(operand, RegisterList)
        whole = listed and form.unit == 0 and form.mnemonics[0][2] == "1"
        size = register.element_bits // 8
        return size * (register.element_count or 1) if whole or not listed else size
    return 0


def _in_braces(form: Form, letter: str) -> bool:
    return form.operands[LETTERS.index(letter)] == "zl"


def _condition_of(instruction: Instruction) -> str:
    if instruction.mnemonic.startswith("b."):
        return instruction.mnemonic[2:]
    last = instruction.operands[-1] if instruction.operands else None
    name = getattr(last, "name", "")
    return name if name in CONDITIONS else ""
