"""What a sentence or formula template may ask of an operand.

Each operand becomes a view. `str(view)` is its name in prose (`x2 shifted left by 2`), `.value` in
a formula (`(x2 << 2)`), `.lane` its element in a formula that runs over lanes (`v0.s[i]`). Views
compute on demand, so that a template pays only for what it names.
"""

from __future__ import annotations

from compiler_core.host.forms.register_view import RegisterView
from compiler_core.host.instruction import (
    Immediate,
    Instruction,
    Keyword,
    Modifier,
    Register,
    RegisterList,
    Symbol,
)

_SMALL = 1024


def number_text(value: int | float, hexadecimal: bool = False) -> str:
    """A number as prose and formula print it: floats in their shortest form."""
    if isinstance(value, float):
        return f"{value:g}" if float(f"{value:g}") == value else repr(value)
    return f"{value:#x}" if hexadecimal and value > 9 else str(value)


def signed_sum(base: str, offset: int) -> str:
    """`x0 + 8`, `x0 - 8`, or `x0` for offset 0."""
    if offset == 0:
        return base
    return f"{base} {'+' if offset > 0 else '-'} {abs(offset)}"


class NumberView:
    """An immediate, shifted if the assembly says so."""

    __slots__ = ("hexadecimal", "number")

    def __init__(self, immediate: Immediate, modifier: Modifier | None) -> None:
        value = immediate.value
        if modifier is not None and isinstance(value, int):
            value <<= modifier.amount or 0
            # msl shifts ones in, not zeros.
            value |= (1 << (modifier.amount or 0)) - 1 if modifier.name == "msl" else 0
        self.number = value
        # Masks and patterns read best in hexadecimal, but only where the compiler thought so too.
        self.hexadecimal = "0x" in immediate.text and abs(value) > _SMALL

    def __str__(self) -> str:
        return number_text(self.number, self.hexadecimal)

    @property
    def value(self) -> str:
        """The number in a formula."""
        return str(self)

    @property
    def lane(self) -> str:
        """The same number in every lane."""
        return str(self)


class SymbolView:
    """A label or symbol; phrase says where a label is, if the context knows."""

    __slots__ = ("phrase", "symbol")

    def __init__(self, symbol: Symbol, phrase: str = "") -> None:
        self.symbol = symbol
        self.phrase = phrase

    def __str__(self) -> str:
        return f"{self.name} ({self.phrase})" if self.phrase else self.name

    @property
    def name(self) -> str:
        """Name and byte offset."""
        addend = self.symbol.addend
        return f"{self.symbol.name}{addend:+d}" if addend else self.symbol.name

    @property
    def value(self) -> str:
        """The name in a formula."""
        return self.name


class WordView:
    """A condition, pattern, barrier or prefetch name; a multiplier; or unknown text."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    @property
    def value(self) -> str:
        """The word in a formula."""
        return self.text


class ListView:
    """A register list, or the one register of an SVE load written without braces."""

    __slots__ = ("first", "registers", "source")

    def __init__(self, source: RegisterList) -> None:
        self.source = source
        self.registers = tuple(
            RegisterView(register, None, register.arrangement[-1:]) for register in source.registers
        )
        self.first = self.registers[0]

    def __str__(self) -> str:
        names = [register.plain for register in self.registers]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

    @property
    def value(self) -> str:
        """The registers in a formula."""
        return ", ".join(register.plain for register in self.registers)

    @property
    def lane(self) -> str:
        """Lane i of the first register, or the lane the list names."""
        return self.first.at("i" if self.source.lane is None else str(self.source.lane))


OperandView = RegisterView | NumberView | SymbolView | WordView | ListView


def view_of(operand: object, modifier: Modifier | None, letter: str) -> OperandView:
    """The view of one operand that is not an address."""
    if isinstance(operand, Register):
        return RegisterView(operand, modifier, letter)
    if isinstance(operand, Immediate):
        return NumberView(operand, modifier)
    if isinstance(operand, Symbol):
        return SymbolView(operand)
    if isinstance(operand, RegisterList):
        return ListView(operand)
    if isinstance(operand, Keyword):
        return WordView(operand.name)
    return WordView(str(operand.amount) if isinstance(operand, Modifier) else str(operand))


def element_letter(instruction: Instruction) -> str:
    """The element size that a bare predicate of this instruction governs; empty if none."""
    for operand in instruction.operands:
        register = operand.registers[0] if isinstance(operand, RegisterList) else operand
        if isinstance(register, Register) and register.kind in ("z", "p") and register.arrangement:
            return register.arrangement
    return ""
