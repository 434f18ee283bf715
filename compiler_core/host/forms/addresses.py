"""Addresses in brackets, in prose and in formulas."""

from __future__ import annotations

from compiler_core.host.forms.operands import signed_sum
from compiler_core.host.instruction import Immediate, Memory, Modifier, Register, Symbol

_INDEX_CASTS = {"sxtw": "int32", "uxtw": "uint32", "sxtx": "int64", "uxtx": "uint64"}


class MemoryView:
    """An address; unit is the number of bytes one register or lane transfers there."""

    __slots__ = ("memory", "unit")

    def __init__(self, memory: Memory, unit: int) -> None:
        self.memory = memory
        self.unit = unit

    def __str__(self) -> str:
        """Where, in prose."""
        offset = self.memory.offset
        if isinstance(offset, Symbol):
            page = f"(whose page is in {self.base})"
            if offset.addend:
                way = "after" if offset.addend > 0 else "before"
                count = abs(offset.addend)
                return f"{count} byte{'s' * (count > 1)} {way} the start of {offset.name} {page}"
            return f"the variable {offset.name} {page}"
        if self.base == "sp":
            return f"the stack at {self.address}"
        return f"address {self.address}"

    @property
    def table_entry(self) -> str:
        """What a load from here brings where the linker's table of addresses is read, else empty.

        ELF for the Arm 64-bit Architecture, 5.7.9 "GOT-relative" and 5.7.11 "Thread-local storage".
        """
        symbol = self.memory.offset
        if not isinstance(symbol, Symbol):
            return ""
        name = f"{symbol.name}{symbol.addend:+d}" if symbol.addend else symbol.name
        return _TABLE_ENTRIES.get(symbol.relocation, "").format(name)

    @property
    def base(self) -> str:
        """The base register's name."""
        return self.memory.base.text.partition(".")[0]

    @property
    def address(self) -> str:
        """The first byte's address."""
        return self.plus(0)

    @property
    def checked(self) -> str:
        """The first byte's address where the base is signed, for every load that moves by a number
        or not at all."""
        return self._of_checked_base(self.memory.mode != "post")

    @property
    def checked_update(self) -> str:
        """The write-back of such a load as a further assignment of the formula."""
        return f"; {self.base} = {self._of_checked_base(True)}" if self.distance else ""

    def _of_checked_base(self, moved: bool) -> str:
        offset = self.memory.offset
        number = int(offset.value) if moved and isinstance(offset, Immediate) else 0
        return signed_sum(f"checked({self.base}, 0)", number)

    @property
    def second(self) -> str:
        """The address of the second register of a pair."""
        return self.plus(self.unit)

    def plus(self, extra: int) -> str:
        """The address `extra` bytes on."""
        memory = self.memory
        offset = memory.offset
        if offset is None or memory.mode == "post":
            return signed_sum(self.base, extra)
        if isinstance(offset, Immediate):
            return self._plus_number(int(offset.value), extra)
        if isinstance(offset, Symbol):
            return signed_sum(f"{self.base} + {symbol_offset(offset)}", extra)
        return signed_sum(f"{self.base} + {self._index(offset.text, offset)}", extra)

    def _plus_number(self, number: int, extra: int) -> str:
        modifier = self.memory.modifier
        if modifier is None or modifier.name != "mul vl":
            return signed_sum(self.base, number + extra)
        scale = f"*{self.unit}" if self.unit > 1 else ""
        sign = "+" if number >= 0 else "-"
        return signed_sum(f"{self.base} {sign} {abs(number)}*lanes{scale}", extra)

    def _index(self, name: str, register: Register) -> str:
        if register.kind in ("xzr", "wzr"):
            return "0"
        modifier: Modifier | None = self.memory.modifier
        if modifier is None:
            return name
        if modifier.name in _INDEX_CASTS:
            name = f"{_INDEX_CASTS[modifier.name]}({name})"
        return f"{name}*{1 << modifier.amount}" if modifier.amount else name

    def lane(self, extra: int = 0, registers: int = 1) -> str:
        """Lane i's address; a structure load steps over `registers` elements per lane."""
        memory = self.memory
        step = self.unit * registers
        if memory.base.kind == "z":
            base = f"{self.base}.{memory.base.arrangement}[i]"
            number = int(memory.offset.value) if isinstance(memory.offset, Immediate) else 0
            if isinstance(memory.offset, Register):
                offset = memory.offset
                name = f"{offset.kind}{offset.number}.{offset.arrangement}[i]"
                return f"{base} + {self._index(name, offset)}"
            return signed_sum(base, number + extra)
        if isinstance(memory.offset, Register) and memory.offset.kind == "z":
            offset = memory.offset
            name = f"z{offset.number}.{offset.arrangement}[i]"
            return f"{self.base} + {self._index(name, offset)}"
        address = f"{self.address} + i*{step}" if step > 1 else f"{self.address} + i"
        return signed_sum(address, extra)

    @property
    def each(self) -> str:
        """Lane i's address."""
        return self.lane()

    @property
    def distance(self) -> str:
        """What a write-back adds to the base; empty if it writes nothing back."""
        memory = self.memory
        if memory.mode == "offset" or memory.offset is None:
            return ""
        offset = memory.offset
        return str(offset.value) if isinstance(offset, Immediate) else offset.text

    @property
    def update(self) -> str:
        """The write-back as a further assignment of the formula."""
        if not self.distance:
            return ""
        if isinstance(self.memory.offset, Immediate):
            return f"; {self.base} = {signed_sum(self.base, int(self.memory.offset.value))}"
        return f"; {self.base} = {self.base} + {self.distance}"

    @property
    def moved(self) -> str:
        """The write-back as the only assignment of the formula."""
        return self.update.removeprefix("; ")

    @property
    def then(self) -> str:
        """The write-back in prose."""
        if not self.distance:
            return ""
        if self.memory.mode == "pre":
            return f", and leave that address in {self.base}"
        if self.distance.startswith("-"):
            return f", then move {self.base} back by {self.distance[1:]}"
        return f", then advance {self.base} by {self.distance}"


def symbol_offset(symbol: Symbol) -> str:
    """A relocated symbol in a formula: `low12(counter)`."""
    name = f"{symbol.name}{symbol.addend:+d}" if symbol.addend else symbol.name
    return f"{RELOCATIONS.get(symbol.relocation, symbol.relocation)}({name})"


_TABLE_ENTRIES = {
    "got_lo12": "the address of {}",
    "gotpage_lo14": "the address of {}",
    "gotpage_lo15": "the address of {}",
    "gottprel_lo12": "the offset of the thread's own {} from its thread pointer",
    "gottprel_lo12_nc": "the offset of the thread's own {} from its thread pointer",
    "tlsdesc_lo12": "the address of the function that finds the thread's own {}",
}
RELOCATIONS = {
    **{
        f"{kind}_g{piece}{end}": f"{word}bits_{16 * piece}_to_{16 * piece + 15}_of"
        for kind, word in (("abs", ""), ("prel", "distance_"), ("tprel", "thread_offset_"),
                           ("gottprel", "entry_distance_"), ("dtprel", "module_offset_"),
                           ("gotoff", "table_offset_"))
        for piece in range(4)
        for end in ("", "_nc", "_s")
    },
    "gotpage_lo14": "offset_of_pointer_to",
    "gotpage_lo15": "offset_of_pointer_to",
    "gottprel_lo12_nc": "low12_of_thread_offset_of",
    "tlsgd": "page_of_thread_index_of",
    "tlsgd_lo12": "low12_of_thread_index_of",
    "dtprel_hi12": "module_offset_high12",
    "dtprel_lo12": "module_offset_low12",
    "dtprel_lo12_nc": "module_offset_low12",
    "lo12": "low12",
    "got": "page_of_pointer_to",
    "got_lo12": "low12_of_pointer_to",
    "tprel_hi12": "thread_offset_high12",
    "tprel_lo12": "thread_offset_low12",
    "tprel_lo12_nc": "thread_offset_low12",
    "gottprel": "page_of_thread_offset_of",
    "gottprel_lo12": "low12_of_thread_offset_of",
    "tlsdesc": "page_of_thread_descriptor_of",
    "tlsdesc_lo12": "low12_of_thread_descriptor_of",
}  # fmt: skip
