"""SVE arithmetic: element-wise, under a predicate or not."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, Operands, form

_ALL = " lane by lane, {a.integers}, into {a}"
_FLOATS = " lane by lane, {a.floats}, into {a}"
_NOTE = " ({a.float_name})"

# Name; which forms exist (u: two vectors; i: vector and number; p: two vectors under a predicate;
# pi: vector and number under a predicate); words (x and y are the two sources); formula; note.
_INTEGER = (
    ("add", "u i p", "Add {x} and {y}", "{x} + {y}", ""),
    ("sub", "u i p", "Subtract {y} from {x}", "{x} - {y}", ""),
    ("subr", "i p", "Subtract {x} from {y}", "{y} - {x}", ""),
    ("mul", "u i p", "Multiply {x} by {y}", "{x} * {y}", ""),
    ("smulh", "u p", "Take the upper half of the signed product of {x} and {y}",
     "({x} * {y}) >> {a.bits}", " (signed)"),
    ("umulh", "u p", "Take the upper half of the unsigned product of {x} and {y}",
     "({x} * {y}) >> {a.bits}", ""),
    ("sdiv", "p", "Divide {x} by {y}, signed (by 0 gives 0),", "{y} == 0 ? 0 : {x} / {y}",
     " (signed)"),
    ("udiv", "p", "Divide {x} by {y}, unsigned (by 0 gives 0),", "{y} == 0 ? 0 : {x} / {y}", ""),
    ("sdivr", "p", "Divide {y} by {x}, signed (by 0 gives 0),", "{x} == 0 ? 0 : {y} / {x}",
     " (signed)"),
    ("udivr", "p", "Divide {y} by {x}, unsigned (by 0 gives 0),", "{x} == 0 ? 0 : {y} / {x}", ""),
    ("smax", "i p", "Take the larger of {x} and {y}, signed,", "max({x}, {y})", " (signed)"),
    ("smin", "i p", "Take the smaller of {x} and {y}, signed,", "min({x}, {y})", " (signed)"),
    ("umax", "i p", "Take the larger of {x} and {y}, unsigned,", "max({x}, {y})", ""),
    ("umin", "i p", "Take the smaller of {x} and {y}, unsigned,", "min({x}, {y})", ""),
    ("sabd", "p", "Take the distance between {x} and {y}, signed,", "abs({x} - {y})", " (signed)"),
    ("uabd", "p", "Take the distance between {x} and {y}, unsigned,", "abs({x} - {y})", ""),
    ("and", "u i p", "Take the bits set in both {x} and {y}", "{x} & {y}", ""),
    ("orr", "u i p", "Take the bits set in {x} or {y}", "{x} | {y}", ""),
    ("eor", "u i p", "Take the bits in which {x} and {y} differ", "{x} ^ {y}", ""),
    ("bic", "u i p", "Clear in {x} the bits set in {y}", "{x} & ~{y}", ""),
    ("sqadd", "u i p", "Add {x} and {y}, clamping to the signed range,",
     "clamp_int{a.bits}({x} + {y})", " (signed)"),
    ("uqadd", "u i p", "Add {x} and {y}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({x} + {y})", ""),
    ("sqsub", "u i p", "Subtract {y} from {x}, clamping to the signed range,",
     "clamp_int{a.bits}({x} - {y})", " (signed)"),
    ("uqsub", "u i p", "Subtract {y} from {x}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({x} - {y})", ""),
    ("urhadd", "p", "Take half the sum of {x} and {y}, unsigned, rounded up,",
     "({x} + {y} + 1) >> 1", ""),
    ("srhadd", "p", "Take half the sum of {x} and {y}, signed, rounded up,",
     "({x} + {y} + 1) >> 1", " (signed)"),
    ("uhadd", "p", "Take half the sum of {x} and {y}, unsigned,", "({x} + {y}) >> 1", ""),
    ("shadd", "p", "Take half the sum of {x} and {y}, signed,", "({x} + {y}) >> 1", " (signed)"),
)  # fmt: skip
_SHIFTS = (
    ("lsl", "i p pi", "Shift {x} left by {y}", "{x} << {y}", ""),
    ("lsr", "i p pi", "Shift {x} right by {y}, zeros coming in,", "{x} >> {y}", ""),
    ("asr", "i p pi", "Shift {x} right by {y}, keeping the sign,",
     "int{a.bits}({x}) >> {y}", ""),
    ("lslr", "p", "Shift {y} left by {x}", "{y} << {x}", ""),
    ("lsrr", "p", "Shift {y} right by {x}, zeros coming in,", "{y} >> {x}", ""),
    ("asrr", "p", "Shift {y} right by {x}, keeping the sign,",
     "int{a.bits}({y}) >> {x}", ""),
    ("asrd", "pi", "Divide {x} by 2 to the power {y}, rounding toward zero,",
     "int{a.bits}({x}) / (1 << {y})", ""),
)  # fmt: skip
_FLOAT = (
    ("fadd", "u p pi", "Add {x} and {y}", "{x} + {y}"),
    ("fsub", "u p pi", "Subtract {y} from {x}", "{x} - {y}"),
    ("fsubr", "p pi", "Subtract {x} from {y}", "{y} - {x}"),
    ("fmul", "u p pi", "Multiply {x} by {y}", "{x} * {y}"),
    ("fmulx", "p", "Multiply {x} by {y} (0 times infinity gives 2)", "multiply_extended({x}, {y})"),
    ("fdiv", "p", "Divide {x} by {y}", "{x} / {y}"),
    ("fdivr", "p", "Divide {y} by {x}", "{y} / {x}"),
    ("fabd", "p", "Take the distance between {x} and {y}", "abs({x} - {y})"),
    ("fmax", "p pi", "Take the larger of {x} and {y} (a NaN wins)", "max({x}, {y})"),
    ("fmin", "p pi", "Take the smaller of {x} and {y} (a NaN wins)", "min({x}, {y})"),
    ("fmaxnm", "p pi", "Take the larger of {x} and {y} (a NaN loses)", "fmax({x}, {y})"),
    ("fminnm", "p pi", "Take the smaller of {x} and {y} (a NaN loses)", "fmin({x}, {y})"),
    ("frecps", "u", "Take a Newton step for 1/x: 2 - {x} * {y} (0 times infinity is 0),",
     "2 - multiply_zero_wins({x}, {y})"),
    ("frsqrts", "u", "Take a Newton step for 1/√x: (3 - {x} * {y}) / 2 (0 times infinity is 0),",
     "(3 - multiply_zero_wins({x}, {y})) / 2"),
)  # fmt: skip


def _placed(template: str, first: str, second: str, attribute: str) -> str:
    suffix = f".{attribute}" if attribute else ""
    return template.replace("{x}", f"{{{first}{suffix}}}").replace("{y}", f"{{{second}{suffix}}}")


_OPERANDS = {"u": "z, z, z", "i": "z, z, {n}", "p": "z, pm, z, z", "pi": "z, pm, z, {n}"}


def _element_wise(
    name: str, kinds: str, words: str, right: str, note: str, amount: str, number: str
) -> list[Form]:
    """The forms of one operation that exist."""
    forms = []
    for kind in kinds.split():
        masked = kind.startswith("p")
        first, second = ("c", "d") if masked else ("b", "c")
        forms.append(
            form(name, _OPERANDS[kind].replace("{n}", number),
                 _placed(words, first, second, "") + amount + ("{b.masked}." if masked else "."),
                 "{a.lane} = " + _placed(right, first, second, "lane")
                 + ("{b.where}" if masked else "{a.loop}") + note,
                 keeps=masked, when=_same_size)
        )  # fmt: skip
    return forms


def _same_size(views: Operands) -> bool:
    sizes = {view.bits for view in views.values() if hasattr(view, "where") and view.bits}
    return len(sizes) == 1


def _wide_shifts() -> list[Form]:
    """The shift count is a 64-bit lane that serves all narrower lanes beside it."""
    forms = []
    for name, words, right in (
        ("lsl", "left", "{x.lane} << {n}"),
        ("lsr", "right (zeros come in)", "{x.lane} >> {n}"),
        ("asr", "right (keeping the sign)", "int{a.bits}({x.lane}) >> {n}"),
    ):
        for operands, x, count, masked, where in (
            ("z, z, z", "b", "c", "", "{a.loop}"),
            ("z, pm, z, z", "c", "d", "{b.masked}", "{b.where}"),
        ):
            value = right.replace("{n}", f"{{{count}.plain}}.d[i/{{wide_ratio}}]")
            forms.append(
                form(name, operands,
                     f"Shift {{{x}}} {words} by the 64-bit counts in {{{count}}}, lane by lane, "
                     "{a.integers}, into {a}" + masked + ".",
                     "{a.lane} = " + value.replace("{x.", f"{{{x}.") + where, keeps=bool(masked))
            )  # fmt: skip
    return forms


_UNARY_INTEGER = (
    ("abs", "Take the absolute value of {c}", "abs({c.lane})", " (signed)"),
    ("neg", "Negate {c}", "0 - {c.lane}", ""),
    ("not", "Flip every bit of {c}", "~{c.lane}", ""),
    ("cnot", "Put 1 where {c} is 0, else 0,", "{c.lane} == 0 ? 1 : 0", ""),
    ("cnt", "Count the bits set in {c}", "bits_set({c.lane})", ""),
    ("clz", "Count the leading zeros of {c}", "leading_zeros({c.lane})", ""),
    ("cls", "Count the leading sign bits of {c}", "leading_sign_bits({c.lane})", ""),
    ("rbit", "Reverse the bits of {c}", "reverse_bits({c.lane})", ""),
    ("revb", "Reverse the order of the bytes of {c}", "reverse_bytes({c.lane})", ""),
    ("revh", "Reverse the order of the 16-bit halves of {c}", "reverse_halves({c.lane})", ""),
    ("revw", "Swap the 32-bit halves of {c}", "reverse_words({c.lane})", ""),
    ("sxtb", "Extend the low 8 bits of {c}, signed,", "int8({c.lane})", ""),
    ("sxth", "Extend the low 16 bits of {c}, signed,", "int16({c.lane})", ""),
    ("sxtw", "Extend the low 32 bits of {c}, signed,", "int32({c.lane})", ""),
    ("uxtb", "Extend the low 8 bits of {c}, unsigned,", "uint8({c.lane})", ""),
    ("uxth", "Extend the low 16 bits of {c}, unsigned,", "uint16({c.lane})", ""),
    ("uxtw", "Extend the low 32 bits of {c}, unsigned,", "uint32({c.lane})", ""),
)  # fmt: skip
_UNARY_FLOATING = (
    ("fneg", "Negate {c}", "-{c.lane}"),
    ("fabs", "Take the absolute value of {c}", "abs({c.lane})"),
    ("fsqrt", "Take the square root of {c}", "sqrt({c.lane})"),
    ("frintm", "Round {c} down to whole numbers", "floor({c.lane})"),
    ("frintp", "Round {c} up to whole numbers", "ceil({c.lane})"),
    ("frintz", "Round {c} toward zero to whole numbers", "trunc({c.lane})"),
    ("frinta", "Round {c} to the nearest whole numbers, halves away from zero,",
     "round({c.lane})"),
    ("frintn", "Round {c} to the nearest whole numbers, halves to even,", "rint({c.lane})"),
    ("frintx frinti", "Round {c} to whole numbers in the current rounding mode",
     "rint({c.lane})"),
    ("frecpx", "Take the reciprocal exponent of {c}", "reciprocal_exponent({c.lane})"),
)  # fmt: skip


def _unary() -> list[Form]:
    return [
        *(form(name, "z, pm, z", f"{words}{_ALL}{{b.masked}}.",
               f"{{a.lane}} = {right}{{b.where}}{note}", keeps=True)
          for name, words, right, note in _UNARY_INTEGER),
        *(form(name, "z, pm, z", f"{words}{_FLOATS}{{b.masked}}.",
               f"{{a.lane}} = {right}{{b.where}}{_NOTE}", keeps=True)
          for name, words, right in _UNARY_FLOATING),
        form("frecpe", "z, z", "Estimate 1/x of {b} (about 8 bits right)" + _FLOATS + ".",
             "{a.lane} = reciprocal_estimate({b.lane}){a.loop}" + _NOTE),
        form("frsqrte", "z, z", "Estimate 1/√x of {b} (about 8 bits right)" + _FLOATS + ".",
             "{a.lane} = root_estimate({b.lane}){a.loop}" + _NOTE),
    ]  # fmt: skip


_MULTIPLY_ADDS_ROWS = (
    ("mla", "Multiply {c} by {d} and add the product to {a}", "{A} + {C} * {D}"),
    ("mls", "Multiply {c} by {d} and subtract the product from {a}", "{A} - {C} * {D}"),
    ("mad", "Multiply {a} by {c} and add {d}, into {a}", "{D} + {A} * {C}"),
    ("msb", "Multiply {a} by {c} and subtract that from {d}, into {a}", "{D} - {A} * {C}"),
)
_MULTIPLY_ADDS_FLOATING = (
    *((f"f{name}", words, right) for name, words, right in _MULTIPLY_ADDS_ROWS),
    ("fnmla", "Multiply {c} by {d}, add {a}, and negate, into {a}", "-{A} - {C} * {D}"),
    ("fnmls", "Multiply {c} by {d} and subtract {a}, into {a}", "-{A} + {C} * {D}"),
    ("fnmad", "Multiply {a} by {c}, add {d}, and negate, into {a}", "-{D} - {A} * {C}"),
    ("fnmsb", "Multiply {a} by {c} and subtract {d}, into {a}", "-{D} + {A} * {C}"),
)


def _multiply_adds() -> list[Form]:
    """The accumulator is the destination (mla, fmla) or the last source (mad, fmad)."""

    def formula(right: str) -> str:
        for letter in "ACD":
            right = right.replace(f"{{{letter}}}", f"{{{letter.lower()}.lane}}")
        return "{a.lane} = " + right + "{b.where}"

    return [
        *(form(name, "z, pm, z, z", f"{words}, lane by lane, {{a.integers}}{{b.masked}}.",
               formula(right), keeps=True) for name, words, right in _MULTIPLY_ADDS_ROWS),
        *(form(name, "z, pm, z, z",
               f"{words}, rounded once (fused), lane by lane, {{a.floats}}{{b.masked}}.",
               formula(right) + _NOTE, keeps=True)
          for name, words, right in _MULTIPLY_ADDS_FLOATING),
        *(form(name, "z, z, z[]",
               f"Multiply {{b}} by {{c}} and {words}, rounded once (fused), {{a.floats}}.",
               "{a.lane} = {a.lane} " + sign
               + " {b.lane} * {c.plain}.{c.letter}[{segment_index}]{a.loop}" + _NOTE, keeps=True)
          for name, words, sign in (("fmla", "add the products to {a}", "+"),
                                    ("fmls", "subtract the products from {a}", "-"))),
        form("fmul", "z, z, z[]", "Multiply {b} by {c}" + _FLOATS + ".",
             "{a.lane} = {b.lane} * {c.plain}.{c.letter}[{segment_index}]{a.loop}" + _NOTE),
        form("fcmla", "z, pm, z, z, i",
             "Take the lanes in pairs as complex numbers and add to {a} one half of the product of "
             "{c} and {d}, turned by {e} degrees{b.masked}.",
             "{sve_complex}" + _NOTE, keeps=True),
    ]  # fmt: skip


def _dots() -> list[Form]:
    forms = []
    for name, left, right, words in (
        ("sdot", "int", "int", "signed"),
        ("udot", "uint", "uint", "unsigned"),
        ("usdot", "uint", "int", "unsigned by signed"),
    ):
        products = " + ".join(
            f"{left}{{b.bits}}({{b.plain}}.{{b.letter}}[4*i + {k}]) * "
            f"{right}{{c.bits}}({{c.plain}}.{{c.letter}}[4*i + {k}])"
            for k in range(4)
        )
        forms.append(
            form(name, "z, z, z",
                 "For {a.lanes} of {a}: multiply four {b.bits}-bit numbers of {b} by four of {c} "
                 f"({words}) and add the four products to the lane.",
                 f"{{a.lane}} = {{a.lane}} + {products}{{a.loop}}", keeps=True)
        )  # fmt: skip
    return forms


def _conversions() -> list[Form]:
    """Where widths differ, the narrow element sits in the low part of the wide lane."""
    forms = [
        form("fcvt", "z, pm, z",
             "Convert {c.float_names} of {c} to {a.float_names} in {a}, one per {container}-bit "
             "lane{b.masked}.",
             "{target} = {source}{rest}{wide_where} ({c.float_name} to {a.float_name})",
             keeps=True),
    ]  # fmt: skip
    for sign, cast, kind in (("s", "int", "signed"), ("u", "uint", "unsigned")):
        forms += (
            form(f"fcvtz{sign}", "z, pm, z",
                 f"Convert {{c.float_names}} of {{c}} to {kind} {{a.bits}}-bit integers in {{a}}, "
                 "rounding toward zero (clamped; NaN gives 0), one per {container}-bit "
                 "lane{b.masked}.",
                 f"{{wide_target}} = clamp_{cast}{{a.bits}}(trunc({{source}})){{wide_where}} "
                 "(from {c.float_name})", keeps=True),
            form(f"{sign}cvtf", "z, pm, z",
                 f"Convert {kind} {{c.bits}}-bit integers of {{c}} to {{a.float_names}} in {{a}}, "
                 "one per {container}-bit lane{b.masked}.",
                 f"{{target}} = {cast}{{c.bits}}({{source}}){{rest}}{{wide_where}} "
                 "(to {a.float_name})", keeps=True),
        )  # fmt: skip
    return forms


def _tables() -> tuple[Form, ...]:
    forms: list[Form] = []
    for name, kinds, words, right, note in _INTEGER:
        forms += _element_wise(name, kinds, words, right, note, _ALL, "i<")
    for name, kinds, words, right, note in _SHIFTS:
        forms += _element_wise(name, kinds, words, right, note, _ALL, "i")
    for name, kinds, words, right in _FLOAT:
        forms += _element_wise(name, kinds, words, right, _NOTE, _FLOATS, "n")
    return tuple(forms)


FORMS = (
    *_tables(), *_wide_shifts(), *_unary(), *_multiply_adds(), *_dots(), *_conversions(),
)  # fmt: skip
