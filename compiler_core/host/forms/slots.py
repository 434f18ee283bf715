"""Names that a template may use besides the operands: computed from several operands at once."""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.host.forms import condition_slots, list_slots, sve_slots
from compiler_core.host.forms.addresses import symbol_offset
from compiler_core.host.forms.views import Views

_ACQUIRE = "what follows happens after it (acquire)"
_RELEASE = "what came before is seen first (release)"
_EXCLUSIVE = ", to be stored back with an exclusive store"
_ATOMIC_STEMS = ("ldadd", "ldset", "ldclr", "ldeor", "ldsmax", "ldsmin", "ldumax", "ldumin", "swp",
                 "casp", "cas")  # fmt: skip
_ORDERINGS = {"a": f"; {_ACQUIRE}", "l": f"; {_RELEASE}", "al": f"; {_RELEASE}, {_ACQUIRE}"}
_ELEMENT_BYTES = {"half": 2, "float": 4, "double": 8}
_PLURALS = {"half": "halves"}
_SIZE_WORDS = {
    2: "the size of a half",
    4: "the size of a float",
    8: "the size of a double",
    16: "a whole vector register",
}
_BARRIERS = {"ld": "loads", "st": "stores"}
_PREFETCH_USES = {"pld": "for loading", "pst": "for storing", "pli": "for executing"}
_REACHED_BY = {
    "c": "indirect calls", "j": "indirect jumps", "jc": "indirect jumps and calls",
}  # fmt: skip
_SYSTEM_REGISTERS = {
    "tpidr_el0": "the thread's data pointer",
    "fpcr": "the floating-point control register",
    "fpsr": "the floating-point status register",
    "nzcv": "the flags",
    "cntvct_el0": "the time counter",
}
_SYMBOL_KINDS = {
    "got": "the pointer to the symbol",
    "gottprel": "the thread offset of the variable",
    "tlsdesc": "the thread descriptor of the variable",
    "tlsgd": "the thread index of the variable",
    "pg_hi21": "the symbol",
    "pg_hi21_nc": "the symbol",
}
_SYMBOL_PARTS = {
    "lo12": ("the low 12 bits of the address", "the address of {}"),
    "got_lo12": ("the low 12 bits of the pointer's address", "the address of {}'s pointer"),
    "tprel_hi12": ("the high part of the thread offset", "near the thread's own {}"),
    "tprel_lo12": ("the low part of the thread offset", "the address of the thread's own {}"),
    "tprel_lo12_nc": ("the low part of the thread offset", "the address of the thread's own {}"),
    "tlsdesc_lo12": ("the low 12 bits of the thread descriptor", "the thread descriptor of {}"),
    "tlsgd_lo12": ("the low 12 bits of the thread index's address", "the thread index of {}"),
    "dtprel_hi12": ("the high part of the offset in the module's thread data", "near {}"),
    "dtprel_lo12": ("the low part of the offset in the module's thread data", "the address of {}"),
    "dtprel_lo12_nc": (
        "the low part of the offset in the module's thread data",
        "the address of {}",
    ),
}
_SYMBOL_BASES = {
    "tprel_hi12": "which holds the thread pointer",
    "tprel_lo12": "which holds the thread pointer, or what is near",
    "tprel_lo12_nc": "which is near it already",
    "dtprel_hi12": "which holds the start of the module's thread data",
    "dtprel_lo12": "which holds the start of the module's thread data, or what is near",
    "dtprel_lo12_nc": "which is near it already",
}
# In the tiny code model one instruction reaches the linker's table.
_NEAR_ENTRIES = {
    "gottprel": "the offset of the thread's own {} from its thread pointer",
    "tlsdesc": "the address of the function that finds the thread's own {}",
}
# ELF for the Arm 64-bit Architecture, 5.7.4 "Group relocations" and 5.7.11.
_CUT = {
    "abs": "the address of",
    "prel": "the distance to",
    "tprel": "the offset from the thread pointer of",
    "gottprel": "the distance to the linker's entry for",
    "dtprel": "the offset in the module's thread data of",
    "gotoff": "the offset in the linker's table of the entry for",
}


def _piece(views: Views) -> str:
    return hex(int(views["b"].number) >> _low(views))


def _low(views: Views) -> int:
    modifier = views.instruction.operands[-1]
    return getattr(modifier, "amount", None) or 0


def _bits_mask(width: int, low: int) -> str:
    return f"{((1 << width) - 1) << low:#x}"


def _frame_bytes(views: Views) -> str:
    return str(-int(views["c"].memory.offset.value))


def _prefetch(views: Views) -> str:
    word = str(views["a"])
    use = _PREFETCH_USES.get(word[:3], "")
    reuse = "to be used again" if word.endswith("keep") else "to be used once"
    return f"{use} into cache level {word[4:5]}, {reuse}"


# Arm ARM, C5.3 "A64 System instructions for cache maintenance".
_CACHE_WORK = {
    "zva": "fill the block of memory that {} points into with zeros",
    "gva": "set the tags of the block of memory that {} points into",
    "gzva": "fill the block of memory that {} points into with zeros and set its tags",
    "c": "write back what was changed of the line at address {}",
    "i": "drop the line at address {}",
    "ci": "write back and drop the line at address {}",
}


def _cache_work(views: Views) -> str:
    """By the letters of the operation: clean, invalidate, or both; ivau, cvac, civac, zva."""
    operation = str(views["a"]).lower()
    where = str(views["b"]) if "b" in views else ""
    if operation in _CACHE_WORK:
        return _CACHE_WORK[operation].format(where)
    verb, by_address, _ = operation.partition("va")
    if by_address and verb in _CACHE_WORK:
        return _CACHE_WORK[verb].format(where)
    return "drop all that it keeps" if operation.startswith("iall") else f"operation {operation}"


def _ordering(views: Views) -> str:
    """What the letters after an atomic's stem promise: `a` acquire, `l` release."""
    name = views.instruction.mnemonic
    if name.startswith(("ldxr", "ldxp")):
        return _EXCLUSIVE
    if name.startswith(("ldar", "ldapr", "ldapur", "ldaxr", "ldaxp")):
        return (_EXCLUSIVE if name.startswith("ldax") else "") + f"; {_ACQUIRE}"
    stem = next((stem for stem in _ATOMIC_STEMS if name.startswith(stem)), name)
    return _ORDERINGS.get(name.removeprefix(stem).rstrip("bh"), "")


def _ordered_bytes(views: Views) -> str:
    size = views.memory.unit
    return "1 byte" if size == 1 else f"{size} bytes"


def _transferred(views: Views) -> str:
    """What the bytes of a load or store of a vector register are, as far as that is known."""
    view = views["a"]
    element = views.element.get(view.register.canonical, "")
    width = _ELEMENT_BYTES.get(element, 0)
    if width and view.bytes >= width:
        count = view.bytes // width
        return f"{count} {element if count == 1 else _PLURALS.get(element, element + 's')}"
    return _SIZE_WORDS.get(view.bytes, "")


def _transfer(views: Views) -> str:
    words = _transferred(views)
    size = views["a"].bytes
    return f"{size} bytes ({words})" if words else "1 byte"


def _stored(views: Views) -> str:
    words = _transferred(views)
    return f"{views['a'].bytes} bytes, {words}" if words else "1 byte"


def _pair_bytes(views: Views) -> str:
    return str(2 * views["b"].bytes)


_CIPHERS = (
    ("aes", "AES"), ("sha1", "SHA-1"), ("sha256", "SHA-256"), ("sha512", "SHA-512"),
    ("sm3", "SM3"), ("sm4", "SM4"), ("rax", "SHA-3"),
)  # fmt: skip


def _as_vector(letter: str, arrangement: str) -> Callable[[Views], str]:
    """A register's lanes in another arrangement."""
    return lambda views: f"v{views[letter].register.number}.{arrangement}"


def _zeros(views: Views) -> str:
    """Zeros stored to all bytes of the address."""
    memory = views.memory
    return "; ".join(f"mem64[{memory.plus(k)}] = 0" for k in range(0, memory.unit, 8))


def _sign_bit(views: Views) -> str:
    return " (its sign)" if int(views["b"].number) == views["a"].bits - 1 else ""


def _barrier(views: Views) -> str:
    word = str(views["a"])
    return _BARRIERS.get(word[-2:], "loads and stores")


def _system_register(views: Views) -> str:
    for view in views.values():
        name = getattr(view, "name", "")
        if name:
            words = _SYSTEM_REGISTERS.get(name.lower(), "the system register")
            return f"{words} ({name})" if name.lower() in _SYSTEM_REGISTERS else f"{words} {name}"
    return "a system register"


def _symbol_kind(views: Views) -> str:
    return _SYMBOL_KINDS.get(views["b"].symbol.relocation, "the symbol")


def _symbol_part(views: Views) -> str:
    return _SYMBOL_PARTS.get(views["c"].symbol.relocation, ("a part of the address", ""))[0]


def _symbol_meaning(views: Views) -> str:
    symbol = views["c"].symbol
    meaning = _SYMBOL_PARTS.get(symbol.relocation, ("", "the address of {}"))[1]
    return meaning.format(views["c"].name)


def _symbol_base(views: Views) -> str:
    """What the register holds that a part of an address is added to."""
    return _SYMBOL_BASES.get(views["c"].symbol.relocation, "which holds its page")


def _table_entry(views: Views) -> str:
    symbol = views["b"].symbol
    entry = _NEAR_ENTRIES.get(symbol.relocation, "the address of {}")
    return entry.format(str(views["b"].name))


def _piece_of(views: Views) -> tuple[str, int]:
    """Of `abs_g1_nc` and its kin: what is cut into pieces, and the piece's lowest bit."""
    relocation = views["b"].symbol.relocation
    kind, _, number = relocation.removesuffix("_nc").removesuffix("_s").rpartition("_g")
    return _CUT.get(kind, "the value"), 16 * (int(number) if number in ("0", "1", "2", "3") else 0)


SLOTS: dict[str, Callable[[Views], str]] = {
    "piece": _piece,
    "low": lambda views: str(_low(views)),
    "top": lambda views: str(_low(views) + 15),
    "ones": lambda views: "0xffff",
    "b_offset": lambda views: symbol_offset(views["b"].symbol),
    "c_offset": lambda views: symbol_offset(views["c"].symbol),
    "symbol_kind": _symbol_kind,
    "symbol_part": _symbol_part,
    "symbol_meaning": _symbol_meaning,
    "symbol_base": _symbol_base,
    "b_entry": _table_entry,
    "cut_value": lambda views: _piece_of(views)[0],
    "cut_low": lambda views: str(_piece_of(views)[1]),
    "cut_top": lambda views: str(_piece_of(views)[1] + 15),
    "mask_width": lambda views: str(int(views["c"].number).bit_length()),
    "times": lambda views: str(1 << int(views["c"].number)),
    "field_times": lambda views: str(1 << int(views["c"].number)),
    "field_mask": lambda views: _bits_mask(int(views["d"].number), int(views["c"].number)),
    "low_mask": lambda views: _bits_mask(int(views["d"].number), 0),
    "clear_mask": lambda views: _bits_mask(int(views["c"].number), int(views["b"].number)),
    "fixed_one": lambda views: f"{1 << int(views['c'].number)}.0",
    "shifted_by": lambda views: f", shifted left by {views['c']}" if int(views["c"].number) else "",
    "frame_bytes": _frame_bytes,
    "prefetch": _prefetch,
    "ordering": _ordering,
    "ordered_bytes": _ordered_bytes,
    "transfer": _transfer,
    "stored": _stored,
    "pair_bytes": _pair_bytes,
    "zeros": _zeros,
    "sign_bit": _sign_bit,
    "barrier": _barrier,
    **{
        f"{letter}_{name}": _as_vector(letter, arrangement)
        for letter in "abcd"
        for name, arrangement in (("word", "s"), ("words", "4s"), ("long", "d"), ("longs", "2d"))
    },
    "cipher": lambda views: next(
        title for stem, title in _CIPHERS if views.instruction.mnemonic.startswith(stem)
    ),
    "name": lambda views: views.instruction.mnemonic,
    "reached_by": lambda views: _REACHED_BY.get(str(views["a"]), "indirect branches"),
    "system_register": _system_register,
    "cache_work": _cache_work,
    **condition_slots.SLOTS,
    **list_slots.SLOTS,
    **sve_slots.SLOTS,
}
