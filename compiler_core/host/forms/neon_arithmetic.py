"""NEON integer arithmetic, logic, shifts and comparisons, lane by lane."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_BY_LANE = ("mul", "sqdmulh", "sqrdmulh")
_ONE_LANE = ", {a.integers} at once, into {a}."
_BOTH = " lane by lane, {a.integers} at once, into {a}."
_WHOLE, _LANE = ("V", " ", _BOTH), ("v[]", ",", _ONE_LANE)


_BINARY_ROWS = (
    ("add", "Add {b} and {c}", "{b} + {c}", ""),
    ("sub", "Subtract {c} from {b}", "{b} - {c}", ""),
    ("mul", "Multiply {b} by {c}", "{b} * {c}", ""),
    ("smax", "Take the larger of {b} and {c}, signed,", "max({b}, {c})", " (signed)"),
    ("smin", "Take the smaller of {b} and {c}, signed,", "min({b}, {c})", " (signed)"),
    ("umax", "Take the larger of {b} and {c}, unsigned,", "max({b}, {c})", ""),
    ("umin", "Take the smaller of {b} and {c}, unsigned,", "min({b}, {c})", ""),
    ("sabd", "Take the distance between {b} and {c}, signed,", "abs({b} - {c})", " (signed)"),
    ("uabd", "Take the distance between {b} and {c}, unsigned,", "abs({b} - {c})", ""),
    ("shadd", "Take half the sum of {b} and {c}, signed,", "({b} + {c}) >> 1", " (signed)"),
    ("uhadd", "Take half the sum of {b} and {c}, unsigned,", "({b} + {c}) >> 1", ""),
    ("srhadd", "Take half the sum of {b} and {c}, signed, rounded up,",
     "({b} + {c} + 1) >> 1", " (signed)"),
    ("urhadd", "Take half the sum of {b} and {c}, unsigned, rounded up,",
     "({b} + {c} + 1) >> 1", ""),
    ("shsub", "Take half the difference {b} - {c}, signed,", "({b} - {c}) >> 1", " (signed)"),
    ("uhsub", "Take half the difference {b} - {c}, unsigned,", "({b} - {c}) >> 1", ""),
    ("sqadd", "Add {b} and {c}, clamping to the signed range,",
     "clamp_int{a.bits}({b} + {c})", " (signed)"),
    ("uqadd", "Add {b} and {c}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({b} + {c})", ""),
    ("sqsub", "Subtract {c} from {b}, clamping to the signed range,",
     "clamp_int{a.bits}({b} - {c})", " (signed)"),
    ("uqsub", "Subtract {c} from {b}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({b} - {c})", ""),
    ("sqdmulh", "Take the upper half of twice the product of {b} and {c}, clamped,",
     "clamp_int{a.bits}((2 * {b} * {c}) >> {a.bits})", " (signed)"),
    ("sqrdmulh", "Take the upper half of twice the product of {b} and {c}, rounded, clamped,",
     "clamp_int{a.bits}((2 * {b} * {c} + (1 << ({a.bits} - 1))) >> {a.bits})", " (signed)"),
    ("sshl", "Shift {b} by the signed count in {c} (left if positive, else right), signed,",
     "shift({b}, int8({c}))", " (signed)"),
    ("ushl", "Shift {b} by the signed count in {c} (left if positive, else right), unsigned,",
     "shift({b}, int8({c}))", ""),
)  # fmt: skip


def _binary() -> tuple[Form, ...]:
    forms = []
    for name, verb, right, note in _BINARY_ROWS:
        formula = right.replace("{b}", "{b.lane}").replace("{c}", "{c.lane}")
        forms += (
            form(name, f"V, V, {third}", verb.rstrip(stripped) + amount,
                 "{a.lane} = " + formula + "{a.loop}" + note)
            for third, stripped, amount in (
                (_WHOLE, _LANE) if name in _BY_LANE else (_WHOLE,)
            )
        )  # fmt: skip
    return tuple(forms)


def _accumulating() -> tuple[Form, ...]:
    rows = (
        ("mla", "Multiply {b} by {c} and add the product to {a}",
         "{a.lane} + {b.lane} * {c.lane}", ""),
        ("mls", "Multiply {b} by {c} and subtract the product from {a}",
         "{a.lane} - {b.lane} * {c.lane}", ""),
        ("saba", "Add the distance between {b} and {c}, signed, to {a}",
         "{a.lane} + abs({b.lane} - {c.lane})", " (signed)"),
        ("uaba", "Add the distance between {b} and {c}, unsigned, to {a}",
         "{a.lane} + abs({b.lane} - {c.lane})", ""),
    )  # fmt: skip
    return tuple(
        form(name, f"v, v, {third}", verb + ", lane by lane, {a.integers} at once.",
             "{a.lane} = " + right + "{a.loop}" + note, keeps=True)
        for name, verb, right, note in rows
        for third in (("v", "v[]") if name in ("mla", "mls") else ("v",))
    )  # fmt: skip


_BITWISE_ROWS = (
    ("and", "the bits set in both {b} and {c}", "{b.whole} & {c.whole}"),
    ("orr", "the bits set in {b} or {c}", "{b.whole} | {c.whole}"),
    ("eor", "the bits in which {b} and {c} differ", "{b.whole} ^ {c.whole}"),
    ("bic", "{b} without the bits set in {c}", "{b.whole} & ~{c.whole}"),
    ("orn", "{b} OR the complement of {c}", "{b.whole} | ~{c.whole}"),
)
_BITWISE_SELECTS = (
    ("bsl", "Where a bit of {a} is 1 take {b}'s bit, elsewhere {c}'s, into {a}.",
     "({b.whole} & {a.whole}) | ({c.whole} & ~{a.whole})"),
    ("bit", "Where a bit of {c} is 1 copy {b}'s bit into {a}; elsewhere {a} stays.",
     "({a.whole} & ~{c.whole}) | ({b.whole} & {c.whole})"),
    ("bif", "Where a bit of {c} is 0 copy {b}'s bit into {a}; elsewhere {a} stays.",
     "({a.whole} & {c.whole}) | ({b.whole} & ~{c.whole})"),
)  # fmt: skip


def _bitwise() -> tuple[Form, ...]:
    return (
        *(form(name, "v, v, v", f"Put {phrase} into {{a}}, {{a.bytes}} bytes at once.",
               f"{{a.whole}} = {right}") for name, phrase, right in _BITWISE_ROWS),
        *(form(name, "v, v, v", sentence, f"{{a.whole}} = {right}", keeps=True)
          for name, sentence, right in _BITWISE_SELECTS),
        form("bic", "v, i<", "Clear the bits {b} in {a.lanes} of {a}.",
             "{a.lane} = {a.lane} & ~{b}{a.loop}", keeps=True),
        form("orr", "v, i<", "Set the bits {b} in {a.lanes} of {a}.",
             "{a.lane} = {a.lane} | {b}{a.loop}", keeps=True),
        form("mvn not", "v, v", "Flip every bit of {b} into {a}.", "{a.whole} = ~{b.whole}"),
    )  # fmt: skip


def _unary() -> tuple[Form, ...]:
    rows = (
        ("abs", "Take the absolute value of {b}", "abs({b.lane})", " (signed)"),
        ("neg", "Negate {b}", "0 - {b.lane}", ""),
        ("sqabs", "Take the absolute value of {b}, clamped,",
         "clamp_int{a.bits}(abs({b.lane}))", " (signed)"),
        ("sqneg", "Negate {b}, clamped,", "clamp_int{a.bits}(0 - {b.lane})", " (signed)"),
        ("cnt", "Count the bits set in {b}", "bits_set({b.lane})", ""),
        ("clz", "Count the leading zeros of {b}", "leading_zeros({b.lane})", ""),
        ("cls", "Count the leading sign bits of {b}", "leading_sign_bits({b.lane})", ""),
        ("rbit", "Reverse the bits of {b}", "reverse_bits({b.lane})", ""),
    )  # fmt: skip
    return tuple(
        form(name, "V, V", verb + _BOTH, "{a.lane} = " + right + "{a.loop}" + note)
        for name, verb, right, note in rows
    )


_SHIFTS_ROWS = (
    ("shl", "Shift {b} left by {c}", "{b.lane} << {c}", ""),
    ("sshr", "Shift {b} right by {c}, keeping the sign,", "{b.lane} >> {c}", " (signed)"),
    ("ushr", "Shift {b} right by {c}, zeros coming in,", "{b.lane} >> {c}", ""),
    ("srshr", "Shift {b} right by {c}, keeping the sign, rounded,",
     "({b.lane} + (1 << ({c} - 1))) >> {c}", " (signed)"),
    ("urshr", "Shift {b} right by {c}, zeros coming in, rounded,",
     "({b.lane} + (1 << ({c} - 1))) >> {c}", ""),
    ("sqshl", "Shift {b} left by {c}, clamping to the signed range,",
     "clamp_int{a.bits}({b.lane} << {c})", " (signed)"),
    ("uqshl", "Shift {b} left by {c}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({b.lane} << {c})", ""),
    ("sqshlu", "Shift signed {b} left by {c}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({b.lane} << {c})", " (signed)"),
)  # fmt: skip
_SHIFTS_ACCUMULATING = (
    ("ssra", "{b.lane} >> {c}", "keeping the sign", " (signed)"),
    ("usra", "{b.lane} >> {c}", "zeros coming in", ""),
    ("srsra", "(({b.lane} + (1 << ({c} - 1))) >> {c})", "keeping the sign, rounded",
     " (signed)"),
    ("ursra", "(({b.lane} + (1 << ({c} - 1))) >> {c})", "zeros coming in, rounded", ""),
)  # fmt: skip


def _shifts() -> tuple[Form, ...]:
    return (
        *(form(name, "V, V, i", verb + _BOTH, "{a.lane} = " + right + "{a.loop}" + note)
          for name, verb, right, note in _SHIFTS_ROWS),
        *(form(name, "V, V, i",
               f"Shift {{b}} right by {{c}}, {words}, and add that to {{a}}, lane by lane, "
               "{a.integers} at once.",
               f"{{a.lane}} = {{a.lane}} + ({right}){{a.loop}}{note}", keeps=True)
          for name, right, words, note in _SHIFTS_ACCUMULATING),
        form("sli", "V, V, i",
             "Shift {b} left by {c} into {a}, lane by lane; the low {c} bits of {a} stay.",
             "{a.lane} = ({b.lane} << {c}) | ({a.lane} & ((1 << {c}) - 1)){a.loop}", keeps=True),
        form("sri", "V, V, i",
             "Shift {b} right by {c} into {a}, lane by lane; the high {c} bits of {a} stay.",
             "{a.lane} = ({b.lane} >> {c}) | ({a.lane} & ~((1 << ({a.bits} - {c})) - 1)){a.loop}",
             keeps=True),
    )  # fmt: skip


_COMPARED_WITH = {"cmlt": ("i",), "cmle": ("i",), "cmhi": ("V",), "cmhs": ("V",)}


def _comparisons() -> tuple[Form, ...]:
    rows = (
        ("cmeq", "==", "equals", ""),
        ("cmgt", ">", "is greater than", " (signed)"),
        ("cmge", ">=", "is greater than or equal to", " (signed)"),
        ("cmlt", "<", "is less than", " (signed)"),
        ("cmle", "<=", "is less than or equal to", " (signed)"),
        ("cmhi", ">", "is higher (unsigned) than", ""),
        ("cmhs", ">=", "is higher than or equal to (unsigned)", ""),
    )
    result = " set all bits of {a}'s lane to 1, elsewhere to 0 ({a.lanes})."
    return (
        *(form(name, f"V, V, {third}", f"Where {{b}} {words} {{c}}" + result,
               f"{{a.lane}} = {{b.lane}} {sign} {{c.lane}} ? -1 : 0{{a.loop}}{note}")
          for name, sign, words, note in rows for third in _COMPARED_WITH.get(name, ("V", "i"))),
        form("cmtst", "V, V, V", "Where {b} and {c} have a common bit" + result,
             "{a.lane} = ({b.lane} & {c.lane}) != 0 ? -1 : 0{a.loop}"),
    )  # fmt: skip


_DOT_OPERANDS = {
    "sdot": ("v", "v[]"), "udot": ("v", "v[]"), "usdot": ("v", "v[]"), "sudot": ("v[]",)
}  # fmt: skip


_DOTS_ROWS = (
    ("sdot", "int8", "int8", "signed"),
    ("udot", "uint8", "uint8", "unsigned"),
    ("usdot", "uint8", "int8", "unsigned by signed"),
    ("sudot", "int8", "uint8", "signed by unsigned"),
)
_DOTS_MATRIX = (
    ("smmla", "int8", "int8", "signed"),
    ("ummla", "uint8", "uint8", "unsigned"),
    ("usmmla", "uint8", "int8", "unsigned by signed"),
)


def _dots() -> tuple[Form, ...]:
    forms = []
    for name, left, right, words in _DOTS_ROWS:
        for third in _DOT_OPERANDS[name]:
            index = "4*i + {}" if third == "v" else "4*{{c.register.lane}} + {}"
            products = " + ".join(
                f"{left}({{b.plain}}.b[4*i + {k}]) * "
                f"{right}({{c.plain}}.b[{index.format(k).replace('{{', '{').replace('}}', '}')}])"
                for k in range(4)
            )
            forms.append(
                form(name, f"v, v, {third}",
                     f"For {{a.lanes}} of {{a}}: multiply four bytes of {{b}} by four of {{c}} "
                     f"({words}) and add the four products to the lane.",
                     f"{{a.lane}} = {{a.lane}} + {products}{{a.loop}}", keeps=True)
            )  # fmt: skip
    forms += (
        form(name, "v, v, v",
             "Multiply the 2×8 matrix of bytes in {b} by the transposed 2×8 matrix in {c} "
             f"({words}) and add the 2×2 result to the four 32-bit lanes of {{a}}.",
             "{a.lane} = {a.lane} + sum("
             f"{left}({{b.plain}}.b[8*(i/2) + k]) * {right}({{c.plain}}.b[8*(i%2) + k])"
             " over k = 0…7){a.loop}", keeps=True)
        for name, left, right, words in _DOTS_MATRIX
    )  # fmt: skip
    return tuple(forms)


FORMS = (
    *_binary(), *_accumulating(), *_bitwise(), *_unary(), *_shifts(), *_comparisons(), *_dots()
)  # fmt: skip
