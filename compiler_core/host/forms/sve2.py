"""SVE2: widening and narrowing by even (bottom) and odd (top) lanes, accumulating shifts, logic."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_HALVES = (("b", "even", "even-numbered"), ("t", "odd", "odd-numbered"))
_SIGNS = (("s", "signed", " (signed)"), ("u", "unsigned", ""))


_WIDENING_ROWS = (
    ("addl", "Add {S} lanes of {b} and {c}", "{b} + {c}", False),
    ("subl", "Subtract {S} lanes of {c} from those of {b}", "{b} - {c}", False),
    ("mull", "Multiply {S} lanes of {b} by those of {c}", "{b} * {c}", False),
    ("abdl", "Take the distances between {S} lanes of {b} and {c}", "abs({b} - {c})", False),
    ("mlal", "Multiply {S} lanes of {b} by those of {c}, add the products to {a}",
     "{a.lane} + {b} * {c}", True),
    ("mlsl", "Multiply {S} lanes of {b} by those of {c}, subtract the products from {a}",
     "{a.lane} - {b} * {c}", True),
    ("abal", "Add the distances between {S} lanes of {b} and {c} to {a}",
     "{a.lane} + abs({b} - {c})", True),
)  # fmt: skip


def _widening() -> list[Form]:
    forms = []
    for sign, kind, note in _SIGNS:
        for half, attribute, words in _HALVES:
            for stem, verb, right, keeps in _WIDENING_ROWS:
                value = right.replace("{b}", f"{{b.{attribute}}}")
                value = value.replace("{c}", f"{{c.{attribute}}}")
                ending = "" if keeps else ", in {a}"
                forms.append(
                    form(f"{sign}{stem}{half}", "z, z, z",
                         f"{verb.replace('{S}', words)}, {kind}, widened to "
                         f"{{a.integers}}{ending}.",
                         f"{{a.lane}} = {value}{{a.loop}}{note}", keeps=keeps)
                )  # fmt: skip
            forms += (
                form(f"{sign}addw{half}", "z, z, z",
                     f"Add {words} lanes of {{c}}, {kind}, widened, to the lanes of {{b}}, "
                     "into {a}.",
                     f"{{a.lane}} = {{b.lane}} + {{c.{attribute}}}{{a.loop}}{note}"),
                form(f"{sign}shll{half}", "z, z, i",
                     f"Widen {words} lanes of {{b}}, {kind}, to {{a.integers}}{{shifted_by}}, "
                     "in {a}.",
                     f"{{a.lane}} = {{b.{attribute}}} << {{c}}{{a.loop}}{note}"),
            )  # fmt: skip
    return forms


_NARROWING_ROUNDING = "({b.lane} + (1 << ({c} - 1))) >> {c}"
_NARROWING_ROWS = (
    ("shrn", "z, z, i", "Shift {b} right by {c}, keep the low half of each lane",
     "{b.lane} >> {c}", ""),
    ("rshrn", "z, z, i", "Shift {b} right by {c}, rounded, keep the low half of each lane",
     _NARROWING_ROUNDING, ""),
    ("sqxtn", "z, z", "Clamp the lanes of {b} to the narrower signed range",
     "clamp_int{a.bits}({b.lane})", " (signed)"),
    ("uqxtn", "z, z", "Clamp the lanes of {b} to the narrower unsigned range",
     "clamp_uint{a.bits}({b.lane})", ""),
    ("sqxtun", "z, z", "Clamp the signed lanes of {b} to the narrower unsigned range",
     "clamp_uint{a.bits}({b.lane})", " (signed)"),
    ("sqshrn", "z, z, i", "Shift {b} right by {c}, clamp to the narrower signed range",
     "clamp_int{a.bits}({b.lane} >> {c})", " (signed)"),
    ("uqshrn", "z, z, i", "Shift {b} right by {c}, clamp to the narrower unsigned range",
     "clamp_uint{a.bits}({b.lane} >> {c})", ""),
    ("sqrshrn", "z, z, i",
     "Shift {b} right by {c}, rounded, clamp to the narrower signed range",
     "clamp_int{a.bits}(" + _NARROWING_ROUNDING + ")", " (signed)"),
    ("uqrshrn", "z, z, i",
     "Shift {b} right by {c}, rounded, clamp to the narrower unsigned range",
     "clamp_uint{a.bits}(" + _NARROWING_ROUNDING + ")", ""),
    ("addhn", "z, z, z", "Add {b} and {c}, keep the high half of each lane",
     "({b.lane} + {c.lane}) >> {a.bits}", ""),
    ("subhn", "z, z, z", "Subtract {c} from {b}, keep the high half of each lane",
     "({b.lane} - {c.lane}) >> {a.bits}", ""),
)  # fmt: skip


def _narrowing() -> list[Form]:
    forms = []
    for name, operands, verb, right, note in _NARROWING_ROWS:
        forms += (
            form(f"{name}b", operands,
                 f"{verb}, in the even-numbered lanes of {{a}}; the odd ones become 0.",
                 f"{{a.even}} = {right}; {{a.odd}} = 0{{a.halves}}{note}"),
            form(f"{name}t", operands,
                 f"{verb}, in the odd-numbered lanes of {{a}}; the even ones stay.",
                 f"{{a.odd}} = {right}{{a.halves}}{note}", keeps=True),
        )  # fmt: skip
    return forms


_ACCUMULATING_ROWS = (
    ("ssra", "Shift {b} right by {c}, keeping the sign, and add that to {a}",
     "({b.lane} >> {c})", " (signed)"),
    ("usra", "Shift {b} right by {c}, zeros coming in, and add that to {a}",
     "({b.lane} >> {c})", ""),
    ("srsra", "Shift {b} right by {c}, keeping the sign, rounded, and add that to {a}",
     "(({b.lane} + (1 << ({c} - 1))) >> {c})", " (signed)"),
    ("ursra", "Shift {b} right by {c}, zeros coming in, rounded, and add that to {a}",
     "(({b.lane} + (1 << ({c} - 1))) >> {c})", ""),
)  # fmt: skip
_ACCUMULATING_DISTANCES = (
    ("saba", "signed", " (signed)"),
    ("uaba", "unsigned", ""),
)


def _accumulating() -> list[Form]:
    return [
        *(form(name, "z, z, i", verb + ", lane by lane, {a.integers}.",
               "{a.lane} = {a.lane} + " + right + "{a.loop}" + note, keeps=True)
          for name, verb, right, note in _ACCUMULATING_ROWS),
        *(form(name, "z, z, z",
               f"Add the distance between {{b}} and {{c}}, {words}, to {{a}}, lane by lane, "
               "{a.integers}.",
               "{a.lane} = {a.lane} + abs({b.lane} - {c.lane}){a.loop}" + note, keeps=True)
          for name, words, note in _ACCUMULATING_DISTANCES),
        *(form(name, "z, z, z[]",
               f"Multiply {{b}} by one lane of {{c}} and {words} {{a}}, {{a.integers}}.",
               "{a.lane} = {a.lane} " + sign
               + " {b.lane} * {c.plain}.{c.letter}[{segment_index}]{a.loop}", keeps=True)
          for name, words, sign in (("mla", "add the products to", "+"),
                                    ("mls", "subtract the products from", "-"))),
        form("mul", "z, z, z[]", "Multiply {b} by one lane of {c}, {a.integers}, into {a}.",
             "{a.lane} = {b.lane} * {c.plain}.{c.letter}[{segment_index}]{a.loop}"),
    ]  # fmt: skip


_LOGIC_ROWS = (
    ("eor3", "Exclusive-OR {b}, {c} and {d} together", "{b} ^ {c} ^ {d}"),
    ("bcax", "Exclusive-OR {b} with {c} without the bits of {d}", "{b} ^ ({c} & ~{d})"),
    ("bsl", "Where a bit of {d} is 1 take {b}'s bit, elsewhere {c}'s",
     "({b} & {d}) | ({c} & ~{d})"),
    ("bsl1n", "Where a bit of {d} is 1 take the complement of {b}'s bit, elsewhere {c}'s",
     "(~{b} & {d}) | ({c} & ~{d})"),
    ("bsl2n", "Where a bit of {d} is 1 take {b}'s bit, elsewhere the complement of {c}'s",
     "({b} & {d}) | (~{c} & ~{d})"),
    ("nbsl", "Where a bit of {d} is 1 take {b}'s bit, elsewhere {c}'s, and flip all",
     "~(({b} & {d}) | ({c} & ~{d}))"),
)  # fmt: skip


def _logic() -> list[Form]:
    forms = []
    for name, words, right in _LOGIC_ROWS:
        lanes, whole = right, right
        for letter in "bcd":
            lanes = lanes.replace(f"{{{letter}}}", f"{{{letter}.lane}}")
            whole = whole.replace(f"{{{letter}}}", f"{{{letter}.whole}}")
        forms.append(
            form(name, "z, z, z, z", f"{words}, into {{a}}.", f"{{a.lane}} = {lanes}{{a.loop}}")
        )
        if name in ("eor3", "bcax"):
            forms.append(
                form(name, "v, v, v, v", f"{words}, into {{a}}.", f"{{a.whole}} = {whole}")
            )
    return forms


_PREDICATED_ROWS = (
    ("srshr", "z, pm, z, i", "Shift {c} right by {d}, keeping the sign, rounded,",
     "({c.lane} + (1 << ({d} - 1))) >> {d}", " (signed)"),
    ("urshr", "z, pm, z, i", "Shift {c} right by {d}, zeros coming in, rounded,",
     "({c.lane} + (1 << ({d} - 1))) >> {d}", ""),
    ("sqshl", "z, pm, z, i", "Shift {c} left by {d}, clamping to the signed range,",
     "clamp_int{a.bits}({c.lane} << {d})", " (signed)"),
    ("uqshl", "z, pm, z, i", "Shift {c} left by {d}, clamping to the unsigned range,",
     "clamp_uint{a.bits}({c.lane} << {d})", ""),
    ("sqabs", "z, pm, z", "Take the absolute value of {c}, clamped,",
     "clamp_int{a.bits}(abs({c.lane}))", " (signed)"),
    ("sqneg", "z, pm, z", "Negate {c}, clamped,", "clamp_int{a.bits}(0 - {c.lane})",
     " (signed)"),
)  # fmt: skip
_PREDICATED_PRODUCTS = (
    ("sqdmulh", "", "clamp_int{a.bits}((2 * {b.lane} * {c.lane}) >> {a.bits})"),
    ("sqrdmulh", ", rounded",
     "clamp_int{a.bits}((2 * {b.lane} * {c.lane} + (1 << ({a.bits} - 1))) >> {a.bits})"),
)  # fmt: skip


def _predicated() -> list[Form]:
    return [
        *(form(name, operands, words + " lane by lane, {a.integers}, into {a}{b.masked}.",
               "{a.lane} = " + right + "{b.where}" + note, keeps=True)
          for name, operands, words, right, note in _PREDICATED_ROWS),
        *(form(name, "z, z, z",
               f"Take the upper half of twice the product of {{b}} and {{c}}{words}, clamped, "
               "{a.integers}, into {a}.",
               "{a.lane} = " + right + "{a.loop} (signed)")
          for name, words, right in _PREDICATED_PRODUCTS),
    ]  # fmt: skip


_OVERLAPS = tuple(
    form(name, "p, x, x",
         f"Make active in {{a}} as many lanes as can be worked on at once without {words}, for "
         "arrays at {b} and {c}; the flags tell whether lanes are active.",
         f"{{a.lane}} = {distance} {endless} || i < {distance}{{a.loop}} "
         "(then nzcv = mask_flags({a.plain}.{a.letter}))", writes_flags=True)
    for name, words, distance, endless in (
        ("whilewr", "a write reaching a later read",
         "({c.value} - {b.value}) / {a.size}", "<= 0"),
        ("whilerw", "a read or write passing a later write",
         "abs({c.value} - {b.value}) / {a.size}", "== 0"),
    )
)  # fmt: skip
_MATCHES = tuple(
    form(name, "p, pz, z, z",
         f"Make active in {{a}} the lanes of {{b.plain}} whose value in {{c}} is {words} the "
         "values of the same 128 bits of {d}; the flags tell whether lanes are active.",
         f"{{a.lane}} = {{b.lane}} && {sign}{{segment_match}}{{a.loop}} "
         "(then nzcv = mask_flags({a.plain}.{a.letter}, {b.plain}))", writes_flags=True)
    for name, words, sign in (("match", "among", ""), ("nmatch", "not among", "!"))
)  # fmt: skip

FORMS = (
    *_widening(), *_narrowing(), *_accumulating(), *_logic(), *_predicated(), *_OVERLAPS, *_MATCHES
)  # fmt: skip
