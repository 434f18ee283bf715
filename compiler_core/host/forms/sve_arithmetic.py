"""SVE arithmetic: element-wise, under a predicate or not."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, Operands, form

_ALL = " lane by lane, {a.integers}, into {a}"
_FLOATS = " lane by lane, {a.floats}, into {a}"
_NOTE = " ({a.float_name})"

# name, words (x and y are the two sources), formula, note
_INTEGER = (
    ("add", "Add {x} and {y}", "{x} + {y}", ""),
    ("sub", "Subtract {y} from {x}", "{x} - {y}", ""),
    ("subr", "Subtract {x} from {y}", "{y} - {x}", ""),
    ("mul", "Multiply {x} by {y}", "{x} * {y}", ""),
    ("smulh", "Take the upper half of the signed product of {x} and {y}",
     "({x} * {y}) >> {a.bits}", " (signed)"),
    ("umulh", "Take the upper half of the unsigned product of {x} and {y}",
     "({x} * {y}) >> {a.bits}", ""),
    ("sdiv", "Divide {x} by {y}, signed (by 0 gives 0),", "{y} == 0 ? 0 : {x} / {y}", " (signed)"),
    ("udiv", "Divide {x} by {y}, unsigned (by 0 gives 0),", "{y} == 0 ? 0 : {x} / {y}", ""),
    ("sdivr", "Divide {y} by {x}, signed (by 0 gives 0),", "{x} == 0 ? 0 : {y} / {x}",
     " (signed)"),
    ("udivr", "Divide {y} by {x}, unsigned (by 0 gives 0),", "{x} == 0 ? 0 : {y} / {x}", ""),
    ("smax", "Take the larger of {x} and {y}, signed,", "max({x}, {y})", " (signed)"),
    ("smin", "Take the smaller of {x} and {y}, signed,", "min({x}, {y})", " (signed)"),
    ("umax", "Take the larger of {x} and {y}, unsigned,", "max({x}, {y})", ""),
    ("umin", "Take the smaller of {x} and {y}, unsigned,", "min({x}, {y})", ""),
    ("sabd", "Take the distance between {x} and {y}, signed,", "abs({x} - {y})", " (signed)"),
    ("uabd", "Take the distance between {x} and {y}, unsigned,", "abs({x} - {y})", ""),
    ("and", "Take the bits set in both {x} and {y}", "{x} & {y}", ""),
    ("orr", "Take the bits set in {x} or {y}", "{x} | {y}", ""),
    ("eor", "Take the bits in which {x} and {y} differ", "{x} ^ {y}", ""),
    ("bic", "Clear in {x} the bits set in {y}", "{x} & ~{y}", ""),
    ("sqadd", "Add {x} and {y}, clamping to the signed range,",
     "clamp_int{a.bits}({x} + {y})", " (signed)"),
    ("uqadd", "Add {x} and {y}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({x} + {y})", ""),
    ("sqsub", "Subtract {y} from {x}, clamping to the signed range,",
     "clamp_int{a.bits}({x} - {y})", " (signed)"),
    ("uqsub", "Subtract {y} from {x}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({x} - {y})", ""),
    ("urhadd", "Take half the sum of {x} and {y}, unsigned, rounded up,",
     "({x} + {y} + 1) >> 1", ""),
    ("srhadd", "Take half the sum of {x} and {y}, signed, rounded up,",
     "({x} + {y} + 1) >> 1", " (signed)"),
    ("uhadd", "Take half the sum of {x} and {y}, unsigned,", "({x} + {y}) >> 1", ""),
    ("shadd", "Take half the sum of {x} and {y}, signed,", "({x} + {y}) >> 1", " (signed)"),
)  # fmt: skip
_SHIFTS = (
    ("lsl", "Shift {x} left by {y}", "{x} << {y}", ""),
    ("lsr", "Shift {x} right by {y}, zeros coming in,", "{x} >> {y}", ""),
    ("asr", "Shift {x} right by {y}, keeping the sign,",
     "int{a.bits}({x}) >> {y}", ""),
    ("lslr", "Shift {y} left by {x}", "{y} << {x}", ""),
    ("lsrr", "Shift {y} right by {x}, zeros coming in,", "{y} >> {x}", ""),
    ("asrr", "Shift {y} right by {x}, keeping the sign,",
     "int{a.bits}({y}) >> {x}", ""),
    ("asrd", "Divide {x} by 2 to the power {y}, rounding toward zero,",
     "int{a.bits}({x}) / (1 << {y})", ""),
)  # fmt: skip
_FLOAT = (
    ("fadd", "Add {x} and {y}", "{x} + {y}"),
    ("fsub", "Subtract {y} from {x}", "{x} - {y}"),
    ("fsubr", "Subtract {x} from {y}", "{y} - {x}"),
    ("fmul", "Multiply {x} by {y}", "{x} * {y}"),
    ("fmulx", "Multiply {x} by {y} (0 times infinity gives 2)", "multiply_extended({x}, {y})"),
    ("fdiv", "Divide {x} by {y}", "{x} / {y}"),
    ("fdivr", "Divide {y} by {x}", "{y} / {x}"),
    ("fabd", "Take the distance between {x} and {y}", "abs({x} - {y})"),
    ("fmax", "Take the larger of {x} and {y} (a NaN wins)", "max({x}, {y})"),
    ("fmin", "Take the smaller of {x} and {y} (a NaN wins)", "min({x}, {y})"),
    ("fmaxnm", "Take the larger of {x} and {y} (a NaN loses)", "fmax({x}, {y})"),
    ("fminnm", "Take the smaller of {x} and {y} (a NaN loses)", "fmin({x}, {y})"),
    ("frecps", "Take a Newton step for 1/x: 2 - {x} * {y},", "2 - {x} * {y}"),
    ("frsqrts", "Take a Newton step for 1/√x: (3 - {x} * {y}) / 2,", "(3 - {x} * {y}) / 2"),
)  # fmt: skip


def _placed(template: str, first: str, second: str, attribute: str) -> str:
    suffix = f".{attribute}" if attribute else ""
    return template.replace("{x}", f"{{{first}{suffix}}}").replace("{y}", f"{{{second}{suffix}}}")


def _element_wise(
    name: str, words: str, right: str, note: str, amount: str, seconds: tuple[str, ...]
) -> list[Form]:
    """The unpredicated and the predicated form of one operation."""
    forms = []
    for second in seconds:
        forms += (
            form(name, f"z, z, {second}", _placed(words, "b", "c", "") + amount + ".",
                 "{a.lane} = " + _placed(right, "b", "c", "lane") + "{a.loop}" + note,
                 when=_same_size),
            form(name, f"z, pm, z, {second}",
                 _placed(words, "c", "d", "") + amount + "{b.masked}.",
                 "{a.lane} = " + _placed(right, "c", "d", "lane") + "{b.where}" + note,
                 keeps=True, when=_same_size),
        )  # fmt: skip
    return forms


def _same_size(views: Operands) -> bool:
    sizes = {view.bits for view in views.values() if hasattr(view, "where") and view.bits}
    return len(sizes) == 1


def _wide_shifts() -> list[Form]:
    """The shift count is a 64-bit lane that serves all narrower lanes beside it."""
    count = "{c.plain}.d[i/{wide_ratio}]"
    return [
        form(name, "z, z, z",
             f"Shift {{b}} {words} by the 64-bit counts in {{c}}, lane by lane, {{a.integers}}, "
             "into {a}.",
             "{a.lane} = " + right.format(count) + "{a.loop}")
        for name, words, right in (
            ("lsl", "left", "{{b.lane}} << {}"),
            ("lsr", "right (zeros come in)", "{{b.lane}} >> {}"),
            ("asr", "right (keeping the sign)", "int{{a.bits}}({{b.lane}}) >> {}"),
        )
    ]  # fmt: skip


def _unary() -> list[Form]:
    integer = (
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
    floating = (
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
    return [
        *(form(name, "z, pm, z", f"{words}{_ALL}{{b.masked}}.",
               f"{{a.lane}} = {right}{{b.where}}{note}", keeps=True)
          for name, words, right, note in integer),
        *(form(name, "z, pm, z", f"{words}{_FLOATS}{{b.masked}}.",
               f"{{a.lane}} = {right}{{b.where}}{_NOTE}", keeps=True)
          for name, words, right in floating),
        form("frecpe", "z, z", "Estimate 1/x of {b} (about 8 bits right)" + _FLOATS + ".",
             "{a.lane} = estimate(1 / {b.lane}){a.loop}" + _NOTE),
        form("frsqrte", "z, z", "Estimate 1/√x of {b} (about 8 bits right)" + _FLOATS + ".",
             "{a.lane} = estimate(1 / sqrt({b.lane})){a.loop}" + _NOTE),
        form("not", "z, z", "Flip every bit of {b} into {a}.", "{a.lane} = ~{b.lane}{a.loop}"),
    ]  # fmt: skip


def _multiply_adds() -> list[Form]:
    """The accumulator is the destination (mla, fmla) or the last source (mad, fmad)."""
    rows = (
        ("mla", "Multiply {c} by {d} and add the product to {a}", "{A} + {C} * {D}"),
        ("mls", "Multiply {c} by {d} and subtract the product from {a}", "{A} - {C} * {D}"),
        ("mad", "Multiply {a} by {c} and add {d}, into {a}", "{D} + {A} * {C}"),
        ("msb", "Multiply {a} by {c} and subtract that from {d}, into {a}", "{D} - {A} * {C}"),
    )
    floating = (
        *((f"f{name}", words, right) for name, words, right in rows),
        ("fnmla", "Multiply {c} by {d}, add {a}, and negate, into {a}", "-{A} - {C} * {D}"),
        ("fnmls", "Multiply {c} by {d} and subtract {a}, into {a}", "-{A} + {C} * {D}"),
        ("fnmad", "Multiply {a} by {c}, add {d}, and negate, into {a}", "-{D} - {A} * {C}"),
        ("fnmsb", "Multiply {a} by {c} and subtract {d}, into {a}", "-{D} + {A} * {C}"),
    )

    def formula(right: str) -> str:
        for letter in "ACD":
            right = right.replace(f"{{{letter}}}", f"{{{letter.lower()}.lane}}")
        return "{a.lane} = " + right + "{b.where}"

    return [
        *(form(name, "z, pm, z, z", f"{words}, lane by lane, {{a.integers}}{{b.masked}}.",
               formula(right), keeps=True) for name, words, right in rows),
        *(form(name, "z, pm, z, z",
               f"{words}, rounded once (fused), lane by lane, {{a.floats}}{{b.masked}}.",
               formula(right) + _NOTE, keeps=True) for name, words, right in floating),
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
             "Convert {c.float_name}s of {c} to {a.float_name}s in {a}, one per {container}-bit "
             "lane{b.masked}.",
             "{target} = {source}{rest}{wide_where} ({c.float_name} to {a.float_name})",
             keeps=True),
    ]  # fmt: skip
    for sign, cast, kind in (("s", "int", "signed"), ("u", "uint", "unsigned")):
        forms += (
            form(f"fcvtz{sign}", "z, pm, z",
                 f"Convert {{c.float_name}}s of {{c}} to {kind} {{a.bits}}-bit integers in {{a}}, "
                 "rounding toward zero (clamped; NaN gives 0), one per {container}-bit "
                 "lane{b.masked}.",
                 f"{{wide_target}} = clamp_{cast}{{a.bits}}(trunc({{source}})){{wide_where}} "
                 "(from {c.float_name})", keeps=True),
            form(f"{sign}cvtf", "z, pm, z",
                 f"Convert {kind} {{c.bits}}-bit integers of {{c}} to {{a.float_name}}s in {{a}}, "
                 "one per {container}-bit lane{b.masked}.",
                 f"{{target}} = {cast}{{c.bits}}({{source}}){{rest}}{{wide_where}} "
                 "(to {a.float_name})", keeps=True),
        )  # fmt: skip
    return forms


def _tables() -> tuple[Form, ...]:
    forms: list[Form] = []
    for name, words, right, note in _INTEGER:
        forms += _element_wise(name, words, right, note, _ALL, ("z", "i<"))
    for name, words, right, note in _SHIFTS:
        forms += _element_wise(name, words, right, note, _ALL, ("z", "i"))
    for name, words, right in _FLOAT:
        forms += _element_wise(name, words, right, _NOTE, _FLOATS, ("z", "n"))
    return tuple(forms)


FORMS = (
    *_tables(), *_wide_shifts(), *_unary(), *_multiply_adds(), *_dots(), *_conversions(),
)  # fmt: skip
