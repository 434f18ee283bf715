"""Which function of one compilation answers which of the other, and their alignment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.host.canonical import constants_of
from compiler_core.host.comparison.alignment import Alignment, align
from compiler_core.host.comparison.colours import Palette
from compiler_core.host.comparison.consistency import ComparedFunction
from compiler_core.host.comparison.values import FunctionValues, handed_over_registers, values_of
from compiler_core.host.compilation import Compilation, FunctionListing
from compiler_core.host.rounds.counts import NO_COUNTS, RoundCounts

# What compilers append to the symbol of a changed copy (GCC manual, "Optimize Options": IPA).
_CLONE = re.compile(r"\.(?:constprop|isra|part|lto_priv|cold|localalias)(?:\.\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionPair:
    """A function that both sides have, aligned."""

    left: FunctionListing
    """The function's listing under the first setting."""
    right: FunctionListing
    """The function's listing under the second setting."""
    alignment: Alignment
    """Which line of one answers which of the other, by positions in both listings."""
    left_values: FunctionValues
    """The left listing without register names; its colours share a palette with the right's."""
    right_values: FunctionValues
    """The right listing without register names."""
    moved_arguments: tuple[tuple[str, str], ...] = ()
    """Argument or result register on the left and the other one in which the same value stands on
    the right; only for identical code."""

    @property
    def name(self) -> str:
        """The name as written, on the left."""
        return self.left.name

    @property
    def identical(self) -> bool:
        """Nothing but labels and registers differs."""
        return self.alignment.exact


@dataclass(frozen=True, slots=True)
class LoneFunction:
    """A function that only one side has."""

    function: FunctionListing
    side: Literal["left", "right"]

    @property
    def name(self) -> str:
        """The name as written."""
        return self.function.name

    @property
    def identical(self) -> bool:
        """Never: there is nothing it could equal."""
        return False


@dataclass(frozen=True, slots=True)
class Matching:
    """All functions of two compilations, in the order of the left side; functions that only the
    right side has stand at the end. left_rounds and right_rounds: what a round of a loop does."""

    items: tuple[FunctionPair | LoneFunction, ...]
    left_rounds: RoundCounts = NO_COUNTS
    right_rounds: RoundCounts = NO_COUNTS

    @property
    def pairs(self) -> tuple[FunctionPair, ...]:
        """Those that both sides have."""
        return tuple(item for item in self.items if isinstance(item, FunctionPair))

    @property
    def lefts(self) -> tuple[FunctionListing, ...]:
        """The left side's functions."""
        return tuple(listing for item in self.items if (listing := _on_side(item, "left")))

    @property
    def rights(self) -> tuple[FunctionListing, ...]:
        """The right side's functions."""
        return tuple(listing for item in self.items if (listing := _on_side(item, "right")))


def _on_side(
    item: FunctionPair | LoneFunction, side: Literal["left", "right"]
) -> FunctionListing | None:
    if isinstance(item, FunctionPair):
        return item.left if side == "left" else item.right
    return item.function if item.side == side else None


def match_functions(left: Compilation, right: Compilation) -> Matching:
    """Partners by symbol, then by symbol without clone suffix."""
    partners = _partners(left.functions, right.functions)
    taken = {id(partner) for partner in partners.values()}
    items = [
        _aligned(function, partners[function.symbol], left, right)
        if function.symbol in partners
        else LoneFunction(function, "left")
        for function in left.functions
    ]
    alone = [
        LoneFunction(function, "right") for function in right.functions if id(function) not in taken
    ]
    return Matching((*items, *alone))


def _partners(
    lefts: Sequence[FunctionListing], rights: Sequence[FunctionListing]
) -> dict[str, FunctionListing]:
    """Symbol on the left -> function on the right."""
    by_symbol = {function.symbol: function for function in rights}
    partners = {f.symbol: by_symbol.pop(f.symbol) for f in lefts if f.symbol in by_symbol}
    by_stem = {_CLONE.sub("", symbol): function for symbol, function in by_symbol.items()}
    for function in lefts:
        stem = _CLONE.sub("", function.symbol)
        if function.symbol not in partners and stem in by_stem:
            partners[function.symbol] = by_stem.pop(stem)
    return partners


def _aligned(
    function: FunctionListing,
    partner: FunctionListing,
    left: Compilation,
    right: Compilation,
) -> FunctionPair:
    palette: Palette = {}
    side = ComparedFunction(function, values_of(function, constants_of(left.data), palette))
    other = ComparedFunction(partner, values_of(partner, constants_of(right.data), palette))
    alignment = align(side, other)
    moved = _moved_arguments(side, other, alignment.swapped) if alignment.exact else ()
    return FunctionPair(
        left=function,
        right=partner,
        alignment=alignment,
        left_values=side.values,
        right_values=other.values,
        moved_arguments=moved,
    )


def _moved_arguments(
    function: ComparedFunction, other: ComparedFunction, swapped: frozenset[int]
) -> tuple[tuple[str, str], ...]:
    """Registers that hand a value over on the left, where the right side uses another one."""
    renamed: dict[str, str] = {}
    for position, form in enumerate(function.values.forms):
        if position not in swapped:
            renamed.update(zip(form.registers, other.values.forms[position].registers, strict=True))
    moved = {
        register: renamed[register]
        for register in handed_over_registers(function.values)
        if renamed.get(register, register) != register
    }
    return tuple(sorted(moved.items()))


def instruction_positions(function: FunctionListing) -> list[int]:
    """Positions of the lines that are instructions."""
    return [position for position, line in enumerate(function.lines) if line.kind == "instruction"]
