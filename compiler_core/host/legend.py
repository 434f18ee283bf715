"""The quick legend: what the notation that is on screen means, and nothing that is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from compiler_core.host.compilation import LegendEntry
from compiler_core.host.explain import explain
from compiler_core.host.instruction import (
    Instruction,
    Memory,
    Modifier,
    Register,
    RegisterList,
    Symbol,
)

MAXIMUM_ENTRIES = 14
_FUNCTION = re.compile(r"\b([a-z]\w*)\(")
_ZERO_COMPARES = ("cbz", "cbnz")
_BIT_COMPARES = ("tbz", "tbnz")
_SCALAR_FUSED = ("fmadd", "fmsub", "fnmadd", "fnmsub")
_VECTOR_FUSED = ("fmla", "fmls", "fmad", "fmsb", "fnmla", "fnmls", "fnmad", "fnmsb")
_BASIC_CONDITIONS = frozenset(
    f"b.{name}" for name in (
        "eq", "ne", "hs", "cs", "lo", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt",
        "le",
    )
)  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Seen:
    """Which notation the instructions use."""

    mnemonics: set[str]
    """Those that occur, as parsed (`b.ne`)."""
    kinds: set[str]
    """Kinds of registers that occur, such as `w`, `v`, `p`."""
    arrangements: set[str]
    """Kind and arrangement of whole vectors, as in `v.4s` or `z.s`."""
    registers: set[str]
    """Canonical names of the registers that occur, such as `x0`, `nzcv` left out."""
    qualifiers: set[str]
    """`m` or `z` of predicates, and "" for registers without."""
    address_modes: set[str]
    """Ways of addressing that occur, as `Memory.mode` calls them (`offset`)."""
    scaled_index: bool = False
    """An operand is shifted or extended by `lsl`, `sxtw` or `uxtw`."""
    low_symbol: bool = False
    """Some part of a symbol's address occurs, as in `:lo12:name`."""
    lane: bool = False
    """A single element of a vector occurs, as in `v0.s[1]`."""
    pairs: bool = False
    """An `ldp` or `stp` occurs."""
    functions: set[str] = field(default_factory=set)
    """Functions that formulas call, such as `old` or `signed`."""

    def any_of(self, *names: str) -> bool:
        """True if one of these mnemonics occurs."""
        return not self.mnemonics.isdisjoint(names)

    def conditional(self) -> bool:
        """True if a branch on the general flags occurs."""
        return not self.mnemonics.isdisjoint(_BASIC_CONDITIONS)


def legend_of(instructions: Sequence[Instruction]) -> tuple[LegendEntry, ...]:
    """Entries for what occurs, the least obvious first; at most `MAXIMUM_ENTRIES`."""
    seen = _look(instructions)
    entries = (
        LegendEntry(notation(seen) if callable(notation) else notation, meaning)
        for occurs, notation, meaning in _ENTRIES
        if occurs(seen)
    )
    return tuple(entries)[:MAXIMUM_ENTRIES]


def _look(instructions: Sequence[Instruction]) -> Seen:
    seen = Seen(
        mnemonics=set(),
        kinds=set(),
        arrangements=set(),
        registers=set(),
        qualifiers=set(),
        address_modes=set(),
    )
    for instruction in instructions:
        seen.mnemonics.add(instruction.mnemonic)
        seen.pairs |= instruction.mnemonic in ("ldp", "stp")
        seen.functions.update(_FUNCTION.findall(explain(instruction).formula))
        for register in _registers(instruction, seen):
            seen.kinds.add(register.kind)
            seen.registers.add(register.canonical)
            seen.qualifiers.add(register.qualifier)
            seen.lane |= register.lane is not None
            if register.arrangement and register.lane is None:
                seen.arrangements.add(f"{register.kind}.{register.arrangement}")
    return seen


def _registers(instruction: Instruction, seen: Seen) -> Iterator[Register]:
    for operand in instruction.operands:
        if isinstance(operand, Register):
            yield operand
        elif isinstance(operand, RegisterList):
            yield from operand.registers
        elif isinstance(operand, Memory):
            seen.address_modes.add(operand.mode)
            seen.scaled_index |= _is_scaling(operand.modifier)
            yield operand.base
            if isinstance(operand.offset, Register):
                yield operand.offset
            seen.low_symbol |= isinstance(operand.offset, Symbol)
        elif isinstance(operand, Modifier):
            seen.scaled_index |= _is_scaling(operand)
        elif isinstance(operand, Symbol):
            seen.low_symbol |= bool(operand.relocation)


def _is_scaling(modifier: Modifier | None) -> bool:
    return modifier is not None and modifier.name in ("lsl", "sxtw", "uxtw")


def _arrangement(kind: str) -> Callable[[Seen], str]:
    """The first arrangement that is on screen, as an example."""

    def example(seen: Seen) -> str:
        arrangements = sorted(name for name in seen.arrangements if name.startswith(kind))
        return f"{kind}N{arrangements[0][1:]}"

    return example


def _has_arrangement(kind: str) -> Callable[[Seen], bool]:
    return lambda seen: any(name.startswith(f"{kind}.") for name in seen.arrangements)


Entry = tuple[Callable[[Seen], bool], str | Callable[[Seen], str], str]
_ENTRIES: tuple[Entry, ...] = (
    (
        lambda seen: "old" in seen.functions,
        "old(xN)",
        "In a formula: what xN held before this instruction. Formulas are read in order, like C.",
    ),
    (
        lambda seen: not seen.functions.isdisjoint(("signed", "checked", "stripped")),
        "signed(xN, xM)",
        "In a formula: the address in xN with a signature in its upper bits, bound to the value of "
        "xM. checked(xN, xM) is the address after its signature was found right, stripped(xN) "
        "without looking at it.",
    ),
    (
        lambda seen: "odd_sum" in seen.functions,
        "odd_sum(a, b)",
        "In a formula: the sum cut off to a float, with its last bit set if anything was lost; "
        "odd_product(a, b) is the product in the same way.",
    ),
    (
        lambda seen: "bfloat16" in seen.functions,
        "bfloat16(vN.h[i])",
        "In a formula: 16 bits read as the upper half of a float; the lower half is 0.",
    ),
    (
        lambda seen: seen.any_of("whilelo", "whilelt", "whilels", "whilele"),
        "whilelo",
        "SVE: makes a lane mask: lane k is active while counter + k is still below the limit.",
    ),
    (
        lambda seen: seen.any_of("b.any", "b.none", "b.first", "b.last"),
        "b.any, b.none",
        "Branch if any lane (or no lane) of the mask just made is active.",
    ),
    (
        lambda seen: "m" in seen.qualifiers,
        "pN/m",
        "SVE predicate, merging: only active lanes change, the others keep their value.",
    ),
    (
        lambda seen: "z" in seen.qualifiers,
        "pN/z",
        "SVE predicate, zeroing: lanes that are not active become 0.",
    ),
    (
        _has_arrangement("z"),
        _arrangement("z"),
        "SVE register as lanes of that size (b 8, h 16, s 32, d 64 bits); how many there are is "
        "known only when the program runs.",
    ),
    (
        _has_arrangement("v"),
        _arrangement("v"),
        "NEON register cut into equal lanes: the number says how many, the letter how wide (b 8, "
        "h 16, s 32, d 64 bits). One instruction works on all of them.",
    ),
    (
        lambda seen: seen.lane,
        "vN.s[2]",
        "One lane of a vector register, counted from 0.",
    ),
    (
        lambda seen: "q" in seen.kinds,
        "qN",
        "All 16 bytes of vector register N, for loading and storing.",
    ),
    (
        lambda seen: bool(seen.kinds & {"s", "d", "h"}),
        "hN, sN, dN",
        "One number in the low part of vector register N: half, float or double; sN is not vN.4s.",
    ),
    (
        lambda seen: seen.any_of(*_VECTOR_FUSED),
        "fmla",
        "Multiply and add to the destination, lane by lane, rounded once.",
    ),
    (
        lambda seen: seen.any_of(*_SCALAR_FUSED),
        "fmadd",
        "Multiply two numbers and add a third, rounded once (fused).",
    ),
    (
        lambda seen: "post" in seen.address_modes,
        "[xN], 16",
        "Post-index: use the address in xN, then add 16 to xN.",
    ),
    (
        lambda seen: "pre" in seen.address_modes,
        "[xN, 16]!",
        "Pre-index: add 16 to xN first, then use that address.",
    ),
    (
        lambda seen: seen.scaled_index,
        "xN, lsl 2",
        "The value shifted left by 2, times 4: turns an index into a byte offset. sxtw and uxtw "
        "first widen a 32-bit index.",
    ),
    (
        lambda seen: seen.any_of("subs", "adds") and seen.conditional(),
        "subs + b.ne",
        "Count and set the flags in one step, then branch on the result.",
    ),
    (
        lambda seen: seen.any_of("cmp", "cmn", "tst", "fcmp", "fcmpe") and seen.conditional(),
        "cmp + b.cond",
        "Compare sets the flags, the branch reads them: eq ne; signed lt le gt ge; unsigned lo ls "
        "hi hs.",
    ),
    (
        lambda seen: seen.any_of(*_ZERO_COMPARES),
        "cbz, cbnz",
        "Compare with zero and branch, in one instruction.",
    ),
    (
        lambda seen: seen.any_of(*_BIT_COMPARES),
        "tbz, tbnz",
        "Test one bit and branch, in one instruction.",
    ),
    (
        lambda seen: seen.low_symbol or seen.any_of("adrp"),
        "adrp + :lo12:",
        "The address of a variable in two parts: its 4 KiB page, then the low 12 bits.",
    ),
    (
        lambda seen: bool(seen.kinds & {"xzr", "wzr"}),
        "xzr, wzr",
        "Reads as 0; what is written to it is lost.",
    ),
    (
        lambda seen: {"w", "x"} <= seen.kinds,
        "wN, xN",
        "The low 32 bits and all 64 bits of the same register; writing wN clears the upper half.",
    ),
    (
        lambda seen: seen.pairs,
        "ldp, stp",
        "Load or store two registers that lie side by side in memory.",
    ),
    (
        lambda seen: bool(seen.registers & {"sp", "x29", "x30"}),
        "sp, x29, x30",
        "Stack pointer, frame pointer, return address.",
    ),
)
