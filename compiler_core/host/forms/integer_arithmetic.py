"""Integer arithmetic in general registers."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, Operands, form

_SECOND_OPERANDS = ("r", "r<", "r~", "i", "i<")


def _sums() -> tuple[Form, ...]:
    """add, sub and their flag-setting forms, with every kind of second operand."""
    forms: list[Form] = []
    for operand in _SECOND_OPERANDS:
        forms += (
            form("add", f"R, R, {operand}", "Add {c} to {b}; the sum goes to {a}.",
                 "{a.value} = {b.value} + {c.value}"),
            form("sub", f"R, R, {operand}", "Subtract {c} from {b}; the difference goes to {a}.",
                 "{a.value} = {b.value} - {c.value}"),
            form("adds", f"r, R, {operand}",
                 "Add {c} to {b}; the sum goes to {a} and sets the flags.",
                 "{a.value} = {b.value} + {c.value}; nzcv = flags({b.value} + {c.value})",
                 writes_flags=True),
            form("subs", f"r, R, {operand}",
                 "Subtract {c} from {b}; the difference goes to {a} and sets the flags.",
                 "{a.value} = {b.value} - {c.value}; nzcv = flags({b.value} - {c.value})",
                 writes_flags=True),
        )  # fmt: skip
    return tuple(forms)


def _same(views: Operands) -> bool:
    return str(views["a"]) == str(views["b"])


_IN_PLACE = (
    form("sub", "sp, sp, i", "Make room for {c} bytes on the stack.",
         "{a.value} = {b.value} - {c.value}"),
    form("sub", "sp, sp, i<", "Make room for {c} bytes on the stack.",
         "{a.value} = {b.value} - {c.value}"),
    form("add", "sp, sp, i", "Give {c} bytes of the stack back.",
         "{a.value} = {b.value} + {c.value}"),
    form("add", "sp, sp, i<", "Give {c} bytes of the stack back.",
         "{a.value} = {b.value} + {c.value}"),
    form("add", "x, sp, i", "Put the address of the stack slot at sp + {c} into {a}.",
         "{a.value} = {b.value} + {c.value}"),
    form("add", "r, r, i", "Add {c} to {a}.", "{a.value} = {b.value} + {c.value}", when=_same),
    form("sub", "r, r, i", "Subtract {c} from {a}.", "{a.value} = {b.value} - {c.value}",
         when=_same),
    form("add", "r, r, r", "Add {c} to {a}.", "{a.value} = {b.value} + {c.value}", when=_same),
    form("subs", "r, r, i", "Subtract {c} from {a} and set the flags by the result.",
         "{a.value} = {b.value} - {c.value}; nzcv = flags({b.value} - {c.value})",
         writes_flags=True, when=_same),
    form("add", "x, X, reloc",
         "Add {symbol_part} of {c.symbol.name} to {b}, {symbol_base}: "
         "{a} is then {symbol_meaning}.",
         "{a.value} = {b.value} + {c_offset}"),
)  # fmt: skip

_NEGATIONS = tuple(
    entry
    for operand in ("r", "r<")
    for entry in (
        form("neg", f"r, {operand}", "Negate {b} into {a}.", "{a.value} = 0 - {b.value}"),
        form("negs", f"r, {operand}", "Negate {b} into {a} and set the flags.",
             "{a.value} = 0 - {b.value}; nzcv = flags(0 - {b.value})", writes_flags=True),
    )
)  # fmt: skip

# FEAT_CSSC, of Armv9.4.
_EXTREMES = tuple(
    form(name, f"r, r, {kind}", f"Put the {word} of {{b}} and {{c}}, {sign}, into {{a}}.",
         f"{{a.value}} = {name[1:]}({{b.{value}}}, {{c{'.' + value if kind == 'r' else ''}}})")
    for name, word, sign, value in (("smax", "larger", "signed", "signed"),
                                    ("smin", "smaller", "signed", "signed"),
                                    ("umax", "larger", "unsigned", "value"),
                                    ("umin", "smaller", "unsigned", "value"))
    for kind in ("r", "i")
)  # fmt: skip
_COUNTS = (
    form("abs", "r, r", "Put the absolute value of {b} into {a}.", "{a.value} = abs({b.signed})"),
    form("cnt", "r, r", "Count the bits set in {b} into {a}.", "{a.value} = bits_set({b.value})"),
    form("ctz", "r, r", "Count the zeros below the lowest bit set in {b} into {a}.",
         "{a.value} = leading_zeros(reverse_bits({b.value}))"),
)  # fmt: skip

_CARRIES = (
    form("adc", "r, r, r", "Add {b}, {c} and the carry flag into {a}.",
         "{a.value} = {b.value} + {c.value} + C", reads_flags=True),
    form("adcs", "zr, r, r",
         "Set the flags by the sum of {b}, {c} and the carry flag; the sum itself is not kept.",
         "nzcv = flags({b.value} + {c.value} + C)", writes="", reads_flags=True, writes_flags=True),
    form("sbcs", "zr, r, r",
         "Compare {b} with {c}, plus 1 if the carry flag is clear (a borrow): the difference goes "
         "nowhere ({a.plain}), only the flags remember it.",
         "nzcv = flags({b.value} + ~{c.value} + C)", writes="", reads_flags=True,
         writes_flags=True),
    form("adcs", "r, r, r", "Add {b}, {c} and the carry flag into {a} and set the flags.",
         "{a.value} = {b.value} + {c.value} + C; nzcv = flags({b.value} + {c.value} + C)",
         reads_flags=True, writes_flags=True),
    form("sbc", "r, r, r",
         "Subtract {c} from {b}, and 1 more if the carry flag is clear (a borrow), into {a}.",
         "{a.value} = {b.value} - {c.value} - (1 - C)", reads_flags=True),
    form("sbcs", "r, r, r",
         "Subtract {c} from {b}, and 1 more if the carry flag is clear (a borrow), into {a}; "
         "set the flags.",
         "{a.value} = {b.value} - {c.value} - (1 - C); nzcv = flags({b.value} + ~{c.value} + C)",
         reads_flags=True, writes_flags=True),
    form("ngc", "r, r", "Put the negative of {b}, minus 1 if the carry flag is clear, into {a}.",
         "{a.value} = 0 - {b.value} - (1 - C)", reads_flags=True),
)  # fmt: skip

_PRODUCTS = (
    form("mul", "r, r, r", "Multiply {b} by {c} into {a}.", "{a.value} = {b.value} * {c.value}"),
    form("mneg", "r, r, r", "Multiply {b} by {c} and put the negative into {a}.",
         "{a.value} = 0 - {b.value} * {c.value}"),
    form("madd", "r, r, r, r", "Multiply {b} by {c}, add {d}, put the result into {a}.",
         "{a.value} = {d.value} + {b.value} * {c.value}"),
    form("msub", "r, r, r, r", "Multiply {b} by {c}, subtract that from {d} into {a}.",
         "{a.value} = {d.value} - {b.value} * {c.value}"),
    form("smull", "x, w, w", "Multiply {b} by {c}, signed, to a full 64-bit product in {a}.",
         "{a.value} = {b.signed} * {c.signed}"),
    form("umull", "x, w, w", "Multiply {b} by {c}, unsigned, to a full 64-bit product in {a}.",
         "{a.value} = {b.value} * {c.value}"),
    form("smnegl", "x, w, w",
         "Put the negative of the signed 64-bit product of {b} and {c} into {a}.",
         "{a.value} = 0 - {b.signed} * {c.signed}"),
    form("umnegl", "x, w, w",
         "Put the negative of the unsigned 64-bit product of {b} and {c} into {a}.",
         "{a.value} = 0 - {b.value} * {c.value}"),
    form("smaddl", "x, w, w, x",
         "Multiply {b} by {c}, signed, to 64 bits, add {d}, put the result into {a}.",
         "{a.value} = {d.value} + {b.signed} * {c.signed}"),
    form("umaddl", "x, w, w, x",
         "Multiply {b} by {c}, unsigned, to 64 bits, add {d}, put the result into {a}.",
         "{a.value} = {d.value} + {b.value} * {c.value}"),
    form("smsubl", "x, w, w, x",
         "Multiply {b} by {c}, signed, to 64 bits, subtract that from {d} into {a}.",
         "{a.value} = {d.value} - {b.signed} * {c.signed}"),
    form("umsubl", "x, w, w, x",
         "Multiply {b} by {c}, unsigned, to 64 bits, subtract that from {d} into {a}.",
         "{a.value} = {d.value} - {b.value} * {c.value}"),
    form("smulh", "x, x, x",
         "Put the upper 64 bits of the signed 128-bit product of {b} and {c} into {a}.",
         "{a.value} = ({b.signed} * {c.signed}) >> 64"),
    form("umulh", "x, x, x",
         "Put the upper 64 bits of the unsigned 128-bit product of {b} and {c} into {a}.",
         "{a.value} = ({b.value} * {c.value}) >> 64"),
    form("sdiv", "r, r, r",
         "Divide {b} by {c}, signed, rounding toward zero, into {a} (dividing by 0 gives 0).",
         "{a.value} = {c.value} == 0 ? 0 : {b.signed} / {c.signed}"),
    form("udiv", "r, r, r",
         "Divide {b} by {c}, unsigned, rounding down, into {a} (dividing by 0 gives 0).",
         "{a.value} = {c.value} == 0 ? 0 : {b.value} / {c.value}"),
)  # fmt: skip

_CHECKSUMS = tuple(
    form(f"crc32{kind}{letter}", f"w, w, {source}",
         f"Go on with the checksum {{b}} ({title}) over "
         f"{'the low byte' if bits == 8 else f'the {bits // 8} low bytes'} of {{c}}, into {{a}}.",
         f"{{a.value}} = {name}({{b.value}}, {{c.value}}, {bits})")
    for kind, name, title in (("", "crc32", "CRC-32"), ("c", "crc32c", "CRC-32C"))
    for letter, bits, source in (("b", 8, "w"), ("h", 16, "w"), ("w", 32, "w"), ("x", 64, "x"))
)  # fmt: skip

FORMS = (
    *_CHECKSUMS,
    *_IN_PLACE, *_sums(), *_NEGATIONS, *_EXTREMES, *_COUNTS, *_CARRIES, *_PRODUCTS,
)  # fmt: skip
