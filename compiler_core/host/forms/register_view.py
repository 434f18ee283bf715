"""A register in prose and formulas, with the shift or extension written after it."""

from __future__ import annotations

from compiler_core.host.instruction import ELEMENT_BITS, Modifier, Register

COUNT_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 8: "eight", 16: "sixteen"}
FLOAT_NAMES = {16: ("half", "halves"), 32: ("float", "floats"), 64: ("double", "doubles")}
_EXTEND_CASTS = {
    "uxtb": "uint8", "uxth": "uint16", "uxtw": "uint32", "uxtx": "uint64",
    "sxtb": "int8", "sxth": "int16", "sxtw": "int32", "sxtx": "int64",
}  # fmt: skip
_SHIFT_WORDS = {
    "lsl": "shifted left by {}",
    "lsr": "shifted right by {} (zeros come in)",
    "asr": "shifted right by {} (copies of the sign come in)",
    "ror": "rotated right by {}",
}


class RegisterView:
    """A register, with the shift or extension written after it if there is one."""

    __slots__ = ("letter", "modifier", "register")

    def __init__(self, register: Register, modifier: Modifier | None, letter: str) -> None:
        self.register = register
        self.modifier = modifier
        self.letter = register.arrangement[-1:] or letter

    def __str__(self) -> str:
        """The name in prose; the whole of a vector register is called by its number."""
        register = self.register
        if register.kind in ("xzr", "wzr"):
            return "0"
        name = f"v{register.number}" if register.kind == "q" else self.plain
        if register.lane is not None:
            return f"lane {register.lane} of {name}"
        return name if self.modifier is None else f"{name} {self._modifier_words()}"

    @property
    def plain(self) -> str:
        """The register's name without arrangement, lane or qualifier."""
        register = self.register
        if register.kind in ("sp", "wsp", "xzr", "wzr"):
            return register.kind
        return f"{register.kind}{register.number}"

    @property
    def whole(self) -> str:
        """The name that holds all lanes of the arrangement: `d0` for `v0.8b`, `v0` for `v0.16b`."""
        register = self.register
        if register.kind == "v" and register.element_bits * (register.element_count or 0) == 64:
            return f"d{register.number}"
        return f"v{register.number}" if register.kind == "q" else self.plain

    @property
    def value(self) -> str:
        """The operand's value in a formula."""
        register = self.register
        if register.lane is not None:
            return self.at(str(register.lane))
        name = "0" if register.kind in ("xzr", "wzr") else self.whole
        return name if self.modifier is None else self._modified(name)

    def at(self, index: str) -> str:
        """One lane in a formula: `v0.s[2*i]`."""
        return f"{self.plain}.{self.letter}[{index}]"

    @property
    def every(self) -> str:
        """All lanes together in a formula: `v0.4s`."""
        return f"{self.plain}.{self.register.arrangement}"

    @property
    def lane(self) -> str:
        """Lane i, or the operand itself where it has no lanes to run over."""
        register = self.register
        runs = register.kind in ("z", "p", "pn") or bool(register.arrangement)
        return self.at("i") if runs and register.lane is None else self.value

    @property
    def high(self) -> str:
        """Lane i of the upper half."""
        return self.at(f"i + {(self.register.element_count or 0) // 2}")

    @property
    def even(self) -> str:
        """The first lane of pair i."""
        return self.at("2*i")

    @property
    def odd(self) -> str:
        """The second lane of pair i."""
        return self.at("2*i + 1")

    @property
    def count(self) -> int:
        """Lanes of a NEON arrangement; 1 for scalars."""
        return self.register.element_count or 1

    @property
    def half(self) -> int:
        """Half the lanes."""
        return self.count // 2

    @property
    def bits(self) -> int:
        """Bits of one element."""
        return self.register.element_bits or ELEMENT_BITS.get(self.letter, 0)

    @property
    def size(self) -> int:
        """Bytes of one element."""
        return self.bits // 8

    @property
    def loop(self) -> str:
        """How a formula runs over the lanes."""
        if self.register.kind in ("z", "p", "pn"):
            return " for each lane i"
        if not self.register.arrangement or self.register.lane is not None or self.count == 1:
            return ""
        return f" for i = 0…{self.count - 1}"

    @property
    def halves(self) -> str:
        """How a formula runs over half the lanes."""
        if self.register.kind in ("z", "p", "pn"):
            return " for i = 0…lanes/2 - 1"
        return f" for i = 0…{self.half - 1}"

    def amount_of(self, singular: str, plural: str) -> str:
        """`four floats`, `one float`, `as many floats as a vector holds`."""
        if self.register.kind in ("z", "p", "pn"):
            return f"as many {plural} as a vector holds"
        return f"{COUNT_WORDS[self.count]} {singular if self.count == 1 else plural}"

    @property
    def integers(self) -> str:
        """`four 32-bit integers`."""
        return self.amount_of(f"{self.bits}-bit integer", f"{self.bits}-bit integers")

    @property
    def lanes(self) -> str:
        """`four 32-bit lanes`."""
        return self.amount_of(f"{self.bits}-bit lane", f"{self.bits}-bit lanes")

    @property
    def floats(self) -> str:
        """`four floats`."""
        return self.amount_of(*FLOAT_NAMES.get(self.bits, ("number", "numbers")))

    @property
    def all_lanes(self) -> str:
        """`all four 32-bit lanes`, `all 32-bit lanes`, `the 64-bit lane`."""
        if self.register.kind in ("z", "p", "pn"):
            return f"all {self.bits}-bit lanes"
        return f"all {self.lanes}" if self.count > 1 else f"the {self.bits}-bit lane"

    @property
    def float_names(self) -> str:
        """`floats`, `doubles` or `halves`."""
        return FLOAT_NAMES.get(self.bits, ("", "numbers"))[1]

    @property
    def float_name(self) -> str:
        """`float`, `double` or `half`."""
        return FLOAT_NAMES.get(self.bits, ("number", ""))[0]

    @property
    def signed(self) -> str:
        """The value read as a signed number: `int32(w1)`."""
        return f"int{self.bits}({self.value})"

    @property
    def active(self) -> str:
        """A predicate in prose: `the lanes active in p0`."""
        return f"the lanes active in {self.plain}"

    @property
    def masked(self) -> str:
        """What happens outside the active lanes."""
        other = "become 0" if self.register.qualifier == "z" else "keep their value"
        return f", only in the lanes active in {self.plain}; the others {other}"

    @property
    def where(self) -> str:
        """The predicate as a condition of a formula's lanes."""
        other = ", else 0" if self.register.qualifier == "z" else ""
        return f" for each lane i where {self.lane}{other}"

    @property
    def bytes(self) -> int | None:
        """Bytes of the whole operand; None where the vector length decides."""
        register = self.register
        if register.kind in ("z", "p", "pn"):
            return None
        return register.element_bits * (register.element_count or 1) // 8

    def _modified(self, name: str) -> str:
        modifier = self.modifier
        assert modifier is not None
        amount = modifier.amount or 0
        if modifier.name == "ror":
            return f"rotate_right({name}, {amount})"
        if modifier.name == "lsr":
            return f"({name} >> {amount})"
        if modifier.name == "asr":
            return f"(int{self.bits}({name}) >> {amount})"
        if modifier.name in _EXTEND_CASTS:
            name = f"{_EXTEND_CASTS[modifier.name]}({name})"
        return f"({name} << {amount})" if amount else name

    def _modifier_words(self) -> str:
        modifier = self.modifier
        assert modifier is not None
        amount = modifier.amount or 0
        if modifier.name in _SHIFT_WORDS:
            words = _SHIFT_WORDS[modifier.name].format(amount)
            times = modifier.name == "lsl" and 0 < amount < 10
            return f"{words} (times {1 << amount})" if times else words
        cast = _EXTEND_CASTS[modifier.name]
        words = f"(as {cast})"
        return f"{words} times {1 << amount}" if amount else words
