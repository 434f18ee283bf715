"""AArch64 assembly text to operands: the one parser of instruction lines.

It reads what GCC and LLVM print for AArch64 with NEON and SVE, in both spellings where the two
differ (`bne` and `b.ne`, `lsl 2` and `lsl #2`). An operand that it does not know, or whose number
no instruction can hold, is kept as `Other`, so parsing never fails. Syntax: Arm A64 Instruction Set
Architecture, "Assembly syntax".
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from compiler_core.host.assembly_numbers import (
    LEAST_NUMBER,
    MOST_NUMBER,
    added_up,
    number_within,
    real_number,
    whole_number,
)
from compiler_core.host.line_cache import kept_for_short_lines
from compiler_core.host.named_words import HINTS, PLAIN_WORDS, PREFETCH, names_a_place
from compiler_core.host.operand_text import split_operands

ELEMENT_BITS = {"b": 8, "h": 16, "s": 32, "d": 64, "q": 128}
CONDITIONS = (
    "eq", "ne", "cs", "hs", "cc", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le",
    "al", "none", "any", "nlast", "last", "first", "nfrst", "pmore", "plast", "tcont", "tstop",
)  # fmt: skip
SHIFTS = ("lsl", "lsr", "asr", "ror", "msl")
EXTENDS = ("uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx")
_MOST_SHIFT, _MOST_EXTENSION, _MOST_MULTIPLIER = 63, 4, 16
# Bits of the vector whose lanes an index may name: NEON's, and what an SVE `dup` reaches.
_NEON_BITS, _SVE_INDEX_BITS = 128, 512
PATTERNS = (
    "pow2", "vl1", "vl2", "vl3", "vl4", "vl5", "vl6", "vl7", "vl8", "vl16", "vl32", "vl64",
    "vl128", "vl256", "mul4", "mul3", "all",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """A register operand."""

    text: str
    """As printed (`v0.4s`, `p0/m`)."""
    kind: str
    """X w (general), sp wsp, xzr wzr; b h s d q (scalar view of a vector register); v (NEON, with
    `arrangement` such as `4s`), z (SVE, `arrangement` is the element letter), p and pn
    (predicates)."""
    number: int
    """From 0 to 31; 31 also for sp and the zero register."""
    arrangement: str = ""
    """Of a vector `4s`, of an SVE register or predicate `s`; empty for none."""
    lane: int | None = None
    """Element index of `v0.s[2]`."""
    qualifier: str = ""
    """`m` (merging) or `z` (zeroing) of `p0/m`."""

    @property
    def canonical(self) -> str:
        """The architectural register behind this view: x0…x30, sp, xzr, v0…v31, p0…p15."""
        if self.kind in ("x", "w"):
            return f"x{self.number}"
        if self.kind in ("sp", "wsp"):
            return "sp"
        if self.kind in ("xzr", "wzr"):
            return "xzr"
        if self.kind in ("p", "pn"):
            return f"p{self.number}"
        return f"v{self.number}"

    @property
    def element_bits(self) -> int:
        """Bits of one element in this view (64 for `x1`, 32 for `v0.4s`); 0 if it has none."""
        if self.arrangement:
            return ELEMENT_BITS.get(self.arrangement[-1], 0)
        if self.kind in ("x", "sp", "xzr"):
            return 64
        if self.kind in ("w", "wsp", "wzr"):
            return 32
        return ELEMENT_BITS.get(self.kind, 0)

    @property
    def element_count(self) -> int | None:
        """Elements in this view; None where the vector length decides (SVE)."""
        if self.kind in ("z", "p", "pn"):
            return None
        if self.lane is not None:
            return 1
        digits = self.arrangement.rstrip("bhsdq")
        return int(digits) if digits else 1


@dataclass(frozen=True, slots=True)
class Immediate:
    """A number; `value` is an int, or a float for `#1.5`."""

    text: str
    value: int | float


@dataclass(frozen=True, slots=True)
class Modifier:
    """A shift, extension or `mul vl` that changes the operand before it; amount None if absent."""

    text: str
    name: str
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """An address in brackets; modifier shifts, extends or scales offset (`lsl #2`, `mul vl`).

    mode: `offset`, `pre` (`[x0, #16]!`) or `post` (`[x0], #16`). A Symbol is `:lo12:name`.
    """

    text: str
    base: Register
    offset: Register | Immediate | Symbol | None = None
    modifier: Modifier | None = None
    mode: str = "offset"


@dataclass(frozen=True, slots=True)
class RegisterList:
    """`{v0.4s, v1.4s}` or `{v0.4s - v3.4s}`, expanded; `lane` for `{v0.s}[1]`."""

    text: str
    registers: tuple[Register, ...]
    lane: int | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A label or symbol; relocation is `lo12`, `got`… of `:lo12:name`; addend is a byte offset."""

    text: str
    name: str
    relocation: str = ""
    addend: int = 0


@dataclass(frozen=True, slots=True)
class Keyword:
    """A condition (`eq`), predicate pattern (`all`, `vl8`), barrier or prefetch name."""

    text: str
    name: str


@dataclass(frozen=True, slots=True)
class Other:
    """Operand text this parser does not know."""

    text: str


Operand = Register | Immediate | Modifier | Memory | RegisterList | Symbol | Keyword | Other


@dataclass(frozen=True, slots=True)
class Instruction:
    """A mnemonic (lower case, conditions split off: `b.ne` for `bne`) and its operands.

    Effects and explanations are looked up by instruction many times per line, so the hash over all
    operands is computed once.
    """

    mnemonic: str
    operands: tuple[Operand, ...]
    hash_value: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash_value", hash((self.mnemonic, self.operands)))

    def __hash__(self) -> int:
        return self.hash_value


_REGISTER = re.compile(
    r"(?P<kind>wsp|sp|xzr|wzr|pn|[xwbhsdqvzp])(?P<number>\d{1,2})?"
    r"(?:\.(?P<arrangement>\d{0,2}[bhsdq]))?(?:\[(?P<lane>\d+)\])?(?:/(?P<qualifier>[mz]))?"
)
_NUMBER = re.compile(r"#?(?P<value>-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?))", re.IGNORECASE)
_SYMBOL = re.compile(
    r"#?(?::(?P<relocation>[a-z0-9_]+):)?"
    r'(?P<name>[A-Za-z_.$][\w.$@]*|"(?:[^"\\]|\\.)+")(?P<addend>[+-]\d+)?'
)
_LIST = re.compile(r"\{(?P<inside>[^}]*)\}(?:\[(?P<lane>\d+)\])?")
_NAMED_CONDITION = re.compile(r"b(eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|al)")
_SPLIT_CONDITION = re.compile(r"b\.?(none|any|nlast|last|first|nfrst|pmore|plast|tcont|tstop)")
_ALIASED_REGISTERS = {"lr": "x30", "fp": "x29", "ip0": "x16", "ip1": "x17"}
_KEYWORDS = frozenset((*CONDITIONS, *PATTERNS, *PLAIN_WORDS))


@kept_for_short_lines
def parse_instruction(text: str) -> Instruction:
    """Parse one instruction without label or comment, such as `ldr q1, [x0, x3]`. Never fails."""
    head, _, rest = text.strip().replace("\t", " ").partition(" ")
    mnemonic = _canonical_mnemonic(head.lower())
    parts = split_operands(rest)
    if mnemonic == "hint" and len(parts) == 1:
        return _named_hint(parts[0])
    operands = [_parse_operand(part) for part in parts]
    if names_a_place(mnemonic) and parts:
        operands[-1] = _parse_place(parts[-1]) or operands[-1]
    return Instruction(mnemonic, _fold_post_index(operands))


def _named_hint(number: str) -> Instruction:
    """`hint 25` is how an assembler without pointer authentication is told `paciasp`."""
    operand = _parse_number(number)
    if operand is None or not isinstance(operand.value, int) or operand.value not in HINTS:
        return Instruction("hint", (_parse_operand(number),))
    mnemonic, _, word = HINTS[operand.value].partition(" ")
    return Instruction(mnemonic, (Keyword(word, word),) if word else ())


def _parse_place(text: str) -> Symbol | None:
    """A label or symbol, whatever it is called; None for an address or a number."""
    return None if text.startswith(("[", "{")) or _parse_number(text) else _parse_symbol(text)


def _canonical_mnemonic(mnemonic: str) -> str:
    named = _NAMED_CONDITION.fullmatch(mnemonic) or _SPLIT_CONDITION.fullmatch(mnemonic)
    return f"b.{named[1]}" if named else mnemonic


def _parse_operand(text: str) -> Operand:
    lowered = text.lower()
    if text.startswith("["):
        return _parse_memory(text)
    if text.startswith("{"):
        return _parse_list(text)
    register = parse_register(lowered.removesuffix("!"))  # `x2!`: moved on, by a memory copy
    if register is not None:
        return register
    if lowered in _KEYWORDS or PREFETCH.fullmatch(lowered):
        return Keyword(text, lowered)
    modifier = _parse_modifier(lowered)
    if modifier is not None:
        return modifier
    value = text.removeprefix("=")  # `=c`: read from where the assembler puts the constant
    number = _parse_number(value)
    if number is not None:
        return replace(number, text=text)
    symbol = _parse_symbol(value)
    if symbol is not None and value != text:
        return replace(symbol, text=text, relocation="literal")
    return symbol if symbol is not None else Other(text)


def parse_register(text: str) -> Register | None:
    """A register in any view, or None; a lane that the register cannot have makes it None too."""
    text = _ALIASED_REGISTERS.get(text, text)
    match = _REGISTER.fullmatch(text)
    if match is None:
        return None
    kind = match["kind"]
    named = kind in ("sp", "wsp", "xzr", "wzr")
    number = 31 if named else number_within(match["number"] or "", 0, 31)
    if number is None or (named and match["number"]):
        return None
    arrangement = match["arrangement"] or ""
    lane = _lane_of(kind, arrangement, match["lane"])
    if match["lane"] and lane is None:
        return None
    return Register(
        text=text,
        kind=kind,
        number=number,
        arrangement=arrangement,
        lane=lane,
        qualifier=match["qualifier"] or "",
    )


def _lane_of(kind: str, arrangement: str, text: str | None) -> int | None:
    """The index in brackets, if a vector register has such a lane."""
    element = ELEMENT_BITS.get(arrangement[-1:])
    if text is None or element is None:
        return None
    bits = _SVE_INDEX_BITS if kind == "z" else _NEON_BITS
    return number_within(text, 0, bits // element - 1)


def _parse_number(text: str) -> Immediate | None:
    match = _NUMBER.fullmatch(text)
    if match is None:
        total = added_up(text.removeprefix("#")) if text.endswith(")") else None
        return Immediate(text, total) if total is not None else None
    digits = match["value"].lower()
    is_float = "x" not in digits and any(character in digits for character in ".e")
    value = real_number(digits) if is_float else whole_number(digits)
    return Immediate(text, value) if value is not None else None


def _parse_symbol(text: str) -> Symbol | None:
    match = _SYMBOL.fullmatch(text)
    if match is None:
        return None
    addend = number_within(match["addend"] or "0", LEAST_NUMBER, MOST_NUMBER >> 1)
    if addend is None:
        return None
    return Symbol(text, match["name"].strip('"'), match["relocation"] or "", addend)


def _parse_modifier(text: str) -> Modifier | None:
    name, _, amount = map(str.strip, text.partition(" "))
    if name == "mul" and amount == "vl":
        return Modifier(text, "mul vl")
    most = _most_amount(name)
    if most is None:
        return None
    if not amount:
        return Modifier(text, name) if name != "mul" else None
    number = number_within(amount.removeprefix("#"), int(name == "mul"), most)
    return Modifier(text, name, number) if number is not None else None


def _most_amount(name: str) -> int | None:
    """The largest amount that this shift, extension or multiplier can have; None for other words.

    Arm ARM, C6.2 "ADD (shifted register)", "ADD (extended register)" and C8.2 "CNTB".
    """
    if name == "mul":
        return _MOST_MULTIPLIER
    if name in EXTENDS:
        return _MOST_EXTENSION
    return _MOST_SHIFT if name in SHIFTS else None


def _parse_list(text: str) -> Operand:
    match = _LIST.fullmatch(text.lower())
    if match is None:
        return Other(text)
    inside = match["inside"].strip()
    first_text, dash, last_text = inside.partition("-")
    if dash:
        registers = _expand_range(first_text.strip(), last_text.strip())
    else:
        parsed = [parse_register(part) for part in split_operands(inside)]
        registers = tuple(register for register in parsed if register is not None)
    if not registers:
        return Other(text)
    lane = _lane_of("v", registers[0].arrangement, match["lane"])
    if match["lane"] and lane is None:
        return Other(text)
    return RegisterList(text, registers, lane)


def _expand_range(first_text: str, last_text: str) -> tuple[Register, ...]:
    first, last = parse_register(first_text), parse_register(last_text)
    if first is None or last is None:
        return ()
    count = (last.number - first.number) % 32 + 1
    numbers = [(first.number + step) % 32 for step in range(count)]
    suffix = f".{first.arrangement}" if first.arrangement else ""
    return tuple(
        Register(
            text=f"{first.kind}{number}{suffix}",
            kind=first.kind,
            number=number,
            arrangement=first.arrangement,
        )
        for number in numbers
    )


def _parse_memory(text: str) -> Operand:
    mode = "pre" if text.endswith("!") else "offset"
    inside = text.rstrip("!").removeprefix("[").removesuffix("]")
    parts = split_operands(inside)
    base = parse_register(parts[0].lower()) if parts else None
    if base is None or len(parts) > 3:
        return Other(text)
    # An address holds no second one: asking would follow `[x0, [x0, [x0…` as deep as it goes.
    if len(parts) > 1 and parts[1].startswith(("[", "{")):
        return Other(text)
    offset = _parse_operand(parts[1]) if len(parts) > 1 else None
    modifier = _parse_modifier(parts[2].lower()) if len(parts) > 2 else None
    if not isinstance(offset, Register | Immediate | Symbol | None):
        return Other(text)
    is_fraction = isinstance(offset, Immediate) and not isinstance(offset.value, int)
    if is_fraction or (len(parts) > 2 and modifier is None):
        return Other(text)
    return Memory(text, base, offset, modifier, mode)


def _fold_post_index(operands: list[Operand]) -> tuple[Operand, ...]:
    """`[x0], #16` reaches the parser as two operands; they are one address."""
    match operands:
        case [*rest, Memory(offset=None, mode="offset") as place, Immediate() | Register() as by]:
            text = f"{place.text}, {by.text}"
            return (*rest, Memory(text, place.base, by, None, "post"))
        case _:
            return tuple(operands)
