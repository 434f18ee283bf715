"""Bitwise logic, shifts, bit fields, extensions and bit counting in general registers."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, Operands, form


def _logic() -> tuple[Form, ...]:
    rows = (
        ("and", "Put the bits set in both {b} and {c} into {a} (AND).", "{b.value} & {c.value}"),
        ("orr", "Put the bits set in {b} or {c} into {a} (OR).", "{b.value} | {c.value}"),
        ("eor", "Put the bits in which {b} and {c} differ into {a} (exclusive OR).",
         "{b.value} ^ {c.value}"),
        ("bic", "Clear in {b} the bits set in {c}; the result goes to {a}.",
         "{b.value} & ~{c.value}"),
        ("orn", "Put {b} OR the complement of {c} into {a}.", "{b.value} | ~{c.value}"),
        ("eon", "Put {b} exclusive-OR the complement of {c} into {a}.", "{b.value} ^ ~{c.value}"),
    )  # fmt: skip
    return tuple(
        form(mnemonic, f"R, r, {operand}", sentence, f"{{a.value}} = {right}")
        for mnemonic, sentence, right in rows
        for operand in ("r", "r<", "i")
        if operand != "i" or mnemonic not in ("orn", "eon")
    )


def _logic_with_flags() -> tuple[Form, ...]:
    forms: list[Form] = []
    for operand in ("r", "r<", "i"):
        forms += (
            form("ands", f"r, r, {operand}",
                 "Put the bits set in both {b} and {c} into {a} (AND) and set the flags.",
                 "{a.value} = {b.value} & {c.value}; nzcv = flags({b.value} & {c.value})",
                 writes_flags=True),
        )  # fmt: skip
    forms += (
        form("bics", f"r, r, {operand}",
             "Clear in {b} the bits set in {c}; the result goes to {a} and sets the flags.",
             "{a.value} = {b.value} & ~{c.value}; nzcv = flags({b.value} & ~{c.value})",
             writes_flags=True)
        for operand in ("r", "r<")
    )  # fmt: skip
    return tuple(forms)


def _low_mask(views: Operands) -> bool:
    number = views["c"].number
    return number > 0 and number & (number + 1) == 0


_SPECIAL = (
    form("and", "r, r, i", "Keep the low {mask_width} bits of {b} in {a}, zeros above.",
         "{a.value} = {b.value} & {c.value}", when=_low_mask),
    form("orr", "r, zr, i", "Set {a} to {c}.", "{a.value} = {b.value} | {c.value}"),
    form("mvn", "r, r", "Flip every bit of {b} into {a}.", "{a.value} = ~{b.value}"),
    form("mvn", "r, r<", "Flip every bit of {b} into {a}.", "{a.value} = ~{b.value}"),
)  # fmt: skip

_SHIFTS = (
    form("lsl", "r, r, i", "Shift {b} left by {c} bits (times {times}) into {a}.",
         "{a.value} = {b.value} << {c.value}"),
    form("lsr", "r, r, i", "Shift {b} right by {c} bits, zeros coming in, into {a}.",
         "{a.value} = {b.value} >> {c.value}"),
    form("asr", "r, r, i",
         "Shift {b} right by {c} bits, copies of the sign coming in, into {a}.",
         "{a.value} = {b.signed} >> {c.value}"),
    form("ror", "r, r, i",
         "Rotate {b} right by {c} bits (what falls out comes in on the left) into {a}.",
         "{a.value} = rotate_right({b.value}, {c.value})"),
    form("lsl lslv", "r, r, r", "Shift {b} left by the number of bits in {c} into {a}.",
         "{a.value} = {b.value} << ({c.value} % {c.bits})"),
    form("lsr lsrv", "r, r, r",
         "Shift {b} right by the number of bits in {c}, zeros coming in, into {a}.",
         "{a.value} = {b.value} >> ({c.value} % {c.bits})"),
    form("asr asrv", "r, r, r",
         "Shift {b} right by the number of bits in {c}, copies of the sign coming in, into {a}.",
         "{a.value} = {b.signed} >> ({c.value} % {c.bits})"),
    form("ror rorv", "r, r, r", "Rotate {b} right by the number of bits in {c} into {a}.",
         "{a.value} = rotate_right({b.value}, {c.value} % {c.bits})"),
    form("extr", "r, r, r, i",
         "Put {b} and {c} side by side and take {a.bits} bits from bit {d} on into {a}.",
         "{a.value} = (({b.value} << {a.bits}) | {c.value}) >> {d.value}"),
)  # fmt: skip

_FIELDS = (
    form("ubfx", "r, r, i, i",
         "Take the {d} bits of {b} from bit {c} on, as an unsigned number, into {a}.",
         "{a.value} = uint{d}({b.value} >> {c})"),
    form("sbfx", "r, r, i, i",
         "Take the {d} bits of {b} from bit {c} on, as a signed number, into {a}.",
         "{a.value} = int{d}({b.value} >> {c})"),
    form("ubfiz", "r, r, i, i",
         "Take the low {d} bits of {b}, unsigned, shift them left by {c} (times {field_times}) "
         "into {a}.",
         "{a.value} = uint{d}({b.value}) << {c}"),
    form("sbfiz", "r, r, i, i",
         "Take the low {d} bits of {b}, signed, shift them left by {c} (times {field_times}) "
         "into {a}.",
         "{a.value} = int{d}({b.value}) << {c}"),
    form("bfi", "r, r, i, i",
         "Put the low {d} bits of {b} into {a} at bit {c}; the other bits of {a} stay.",
         "{a.value} = ({a.value} & ~{field_mask}) | (uint{d}({b.value}) << {c})", keeps=True),
    form("bfxil", "r, r, i, i",
         "Put the {d} bits of {b} from bit {c} on into the low bits of {a}; its other bits stay.",
         "{a.value} = ({a.value} & ~{low_mask}) | uint{d}({b.value} >> {c})", keeps=True),
    form("bfc", "r, i, i", "Clear {c} bits of {a} from bit {b} on.",
         "{a.value} = {a.value} & ~{clear_mask}", keeps=True),
)  # fmt: skip

_EXTENSIONS = tuple(
    form(mnemonic, operands,
         f"Extend the low {bits} bits of {{b}}, {kind}, to {{a.bits}} bits in {{a}}.",
         f"{{a.value}} = {cast}{bits}({{b.value}})")
    for mnemonic, operands, bits, kind, cast in (
        ("sxtb", "r, r", 8, "signed", "int"),
        ("sxth", "r, r", 16, "signed", "int"),
        ("sxtw", "x, r", 32, "signed", "int"),
        ("uxtb", "r, r", 8, "unsigned", "uint"),
        ("uxth", "r, r", 16, "unsigned", "uint"),
        ("uxtw", "r, r", 32, "unsigned", "uint"),
    )
)  # fmt: skip

_COUNTS = tuple(
    form(mnemonic, "r, r", sentence, f"{{a.value}} = {function}({{b.value}})")
    for mnemonic, sentence, function in (
        ("clz", "Count the zero bits of {b} from the left (leading zeros) into {a}.",
         "leading_zeros"),
        ("cls", "Count how many bits of {b} after the sign bit equal it, into {a}.",
         "leading_sign_bits"),
        ("rbit", "Reverse the order of the bits of {b} into {a}.", "reverse_bits"),
        ("rev", "Reverse the order of the bytes of {b} into {a}.", "reverse_bytes"),
        ("rev64", "Reverse the order of the bytes of {b} into {a}.", "reverse_bytes"),
        ("rev16", "Swap the two bytes of every 16 bits of {b} into {a}.", "reverse_bytes_in_16"),
        ("rev32", "Reverse the bytes of every 32 bits of {b} into {a}.", "reverse_bytes_in_32"),
    )
)  # fmt: skip

FORMS = (
    *_SPECIAL, *_logic(), *_logic_with_flags(), *_SHIFTS, *_FIELDS, *_EXTENSIONS, *_COUNTS
)  # fmt: skip
