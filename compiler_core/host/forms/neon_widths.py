"""NEON instructions that widen, narrow, pair up or reduce lanes."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_BY_LANE = ("mull", "mlal", "mlsl")


def _widening() -> tuple[Form, ...]:
    """Both sources narrow (`addl`), or only the second (`addw`); `2` takes the upper halves."""
    rows = (
        ("addl", "Add {B} and {C}", "{b} + {c}", False),
        ("subl", "Subtract {C} from {B}", "{b} - {c}", False),
        ("mull", "Multiply {B} by {C}", "{b} * {c}", False),
        ("abdl", "Take the distance between {B} and {C}", "abs({b} - {c})", False),
        ("mlal", "Multiply {B} by {C}, add the products to {a}", "{a} + {b} * {c}", True),
        ("mlsl", "Multiply {B} by {C}, subtract the products from {a}", "{a} - {b} * {c}", True),
        ("abal", "Add the distance between {B} and {C} to {a}", "{a} + abs({b} - {c})", True),
    )
    forms = []
    for sign, note in (("s", " (signed)"), ("u", "")):
        words = "signed" if sign == "s" else "unsigned"
        for stem, verb, right, keeps in rows:
            for upper in (False, True):
                forms += (
                    _widened(sign + stem, f"v, v, {third}", verb, right, words, note, upper, keeps)
                    for third in (("v", "v[]") if stem in _BY_LANE else ("v",))
                )
        for stem, sentence, operator in (
            ("addw", "Add {C} to {b}", "+"), ("subw", "Subtract {C} from {b}", "-")
        ):  # fmt: skip
            for upper in (False, True):
                right = f"{{b}} {operator} {{c}}"
                forms.append(
                    _widened(sign + stem, "v, v, v", sentence, right, words, note, upper, False,
                             wide_first=True)
                )  # fmt: skip
    return tuple(forms)


def _widened(
    name: str, operands: str, verb: str, right: str, words: str, note: str,
    upper: bool, keeps: bool, wide_first: bool = False,
) -> Form:  # fmt: skip
    part = "the upper half of " if upper else ""
    part = part if operands != "s" else ""
    attribute = "high" if upper else "lane"
    third = "lane" if operands.endswith("[]") else attribute
    formula = right.replace("{a}", "{a.lane}").replace("{c}", "{c." + third + "}")
    formula = formula.replace("{b}", "{b.lane}" if wide_first else "{b." + attribute + "}")
    third_words = "{c}" if operands.endswith("[]") else part + "{c}"
    sentence = verb.replace("{B}", part + "{b}").replace("{C}", third_words)
    ending = "" if keeps else " into {a}"
    return form(
        name + ("2" if upper else ""), operands,
        f"{sentence}, {words}, widened to {{a.integers}}{ending}.",
        "{a.lane} = " + formula + "{a.loop}" + note, keeps=keeps,
    )  # fmt: skip


def _extending() -> tuple[Form, ...]:
    forms = []
    for sign, words, note in (("s", "signed", " (signed)"), ("u", "unsigned", "")):
        for upper in (False, True):
            part, attribute = ("the upper half of ", "high") if upper else ("", "lane")
            suffix = "2" if upper else ""
            forms += (
                form(f"{sign}xtl{suffix}", "v, v",
                     f"Widen {part}{{b}}, {words}, to {{a.integers}} in {{a}}.",
                     f"{{a.lane}} = {{b.{attribute}}}{{a.loop}}{note}"),
                form(f"{sign}shll{suffix}", "v, v, i",
                     f"Widen {part}{{b}}, {words}, to {{a.integers}}{{shifted_by}}, in {{a}}.",
                     f"{{a.lane}} = {{b.{attribute}}} << {{c}}{{a.loop}}{note}"),
            )  # fmt: skip
    for upper in (False, True):
        attribute = "high" if upper else "lane"
        forms.append(
            form(f"shll{'2' if upper else ''}", "v, v, i",
                 "Widen {b} to {a.integers} shifted left by {c}, in {a}.",
                 f"{{a.lane}} = {{b.{attribute}}} << {{c}}{{a.loop}}")
        )  # fmt: skip
    return tuple(forms)


_NARROWING_ROUNDING = "({b.lane} + (1 << ({c} - 1))) >> {c}"
_NARROWING_ROWS = (
    ("xtn", "v, v", "Keep the low half of each lane of {b}", "{b.lane}", ""),
    ("sqxtn", "v, v", "Clamp the lanes of {b} to the narrower signed range",
     "clamp_int{a.bits}({b.lane})", " (signed)"),
    ("uqxtn", "v, v", "Clamp the lanes of {b} to the narrower unsigned range",
     "clamp_uint{a.bits}({b.lane})", ""),
    ("sqxtun", "v, v", "Clamp the signed lanes of {b} to the narrower unsigned range",
     "clamp_uint{a.bits}({b.lane})", " (signed)"),
    ("shrn", "v, v, i", "Shift {b} right by {c}, keep the low half of each lane",
     "{b.lane} >> {c}", ""),
    ("rshrn", "v, v, i", "Shift {b} right by {c}, rounded, keep the low half of each lane",
     _NARROWING_ROUNDING, ""),
    ("sqshrn", "v, v, i", "Shift {b} right by {c}, clamp to the narrower signed range",
     "clamp_int{a.bits}({b.lane} >> {c})", " (signed)"),
    ("uqshrn", "v, v, i", "Shift {b} right by {c}, clamp to the narrower unsigned range",
     "clamp_uint{a.bits}({b.lane} >> {c})", ""),
    ("sqrshrn", "v, v, i",
     "Shift {b} right by {c}, rounded, clamp to the narrower signed range",
     "clamp_int{a.bits}(" + _NARROWING_ROUNDING + ")", " (signed)"),
    ("uqrshrn", "v, v, i",
     "Shift {b} right by {c}, rounded, clamp to the narrower unsigned range",
     "clamp_uint{a.bits}(" + _NARROWING_ROUNDING + ")", ""),
    ("sqshrun", "v, v, i",
     "Shift signed {b} right by {c}, clamp to the narrower unsigned range",
     "clamp_uint{a.bits}({b.lane} >> {c})", " (signed)"),
    ("sqrshrun", "v, v, i",
     "Shift signed {b} right by {c}, rounded, clamp to the narrower unsigned range",
     "clamp_uint{a.bits}(" + _NARROWING_ROUNDING + ")", " (signed)"),
    ("addhn", "v, v, v", "Add {b} and {c}, keep the high half of each lane",
     "({b.lane} + {c.lane}) >> {a.bits}", ""),
    ("subhn", "v, v, v", "Subtract {c} from {b}, keep the high half of each lane",
     "({b.lane} - {c.lane}) >> {a.bits}", ""),
    ("raddhn", "v, v, v", "Add {b} and {c}, rounded, keep the high half of each lane",
     "({b.lane} + {c.lane} + (1 << ({a.bits} - 1))) >> {a.bits}", ""),
    ("rsubhn", "v, v, v", "Subtract {c} from {b}, rounded, keep the high half of each lane",
     "({b.lane} - {c.lane} + (1 << ({a.bits} - 1))) >> {a.bits}", ""),
)  # fmt: skip


def _narrowing() -> tuple[Form, ...]:
    forms = []
    for name, operands, verb, right, note in _NARROWING_ROWS:
        forms += (
            form(name, operands.replace("v, v", "V, V", 1), f"{verb}: {{a.integers}} in {{a}}.",
                 f"{{a.lane}} = {right}{{a.loop}}{note}"),
            form(f"{name}2", operands,
                 f"{verb}, into the upper half of {{a}}; its lower half stays.",
                 f"{{a.high}} = {right}{{b.loop}}{_with_kept(note)}", keeps=True),
        )  # fmt: skip
    return tuple(forms)


def _with_kept(note: str) -> str:
    return f" ({note.strip(' ()')}, lower lanes kept)" if note else " (lower lanes kept)"


_PAIRWISE_ROWS = (
    ("addp", "Add", "{even} + {odd}", ""),
    ("smaxp", "Take the larger, signed, of", "max({even}, {odd})", " (signed)"),
    ("sminp", "Take the smaller, signed, of", "min({even}, {odd})", " (signed)"),
    ("umaxp", "Take the larger, unsigned, of", "max({even}, {odd})", ""),
    ("uminp", "Take the smaller, unsigned, of", "min({even}, {odd})", ""),
    ("faddp", "Add as {a.float_names}", "{even} + {odd}", " ({a.float_name})"),
    ("fmaxp", "Take the larger (as {a.float_names}) of", "max({even}, {odd})",
     " ({a.float_name})"),
    ("fminp", "Take the smaller (as {a.float_names}) of", "min({even}, {odd})",
     " ({a.float_name})"),
    ("fmaxnmp", "Take the larger (a NaN loses) of", "fmax({even}, {odd})",
     " ({a.float_name})"),
    ("fminnmp", "Take the smaller (a NaN loses) of", "fmin({even}, {odd})",
     " ({a.float_name})"),
)  # fmt: skip


def _pairwise() -> tuple[Form, ...]:
    forms = []
    for name, verb, right, note in _PAIRWISE_ROWS:
        low, high = (
            right.replace("{even}", f"{{{x}.even}}").replace("{odd}", f"{{{x}.odd}}") for x in "bc"
        )
        forms.append(
            form(name, "v, v, v",
                 f"{verb} each two neighbouring lanes: {{b}}'s pairs give the lower half of {{a}}, "
                 "{c}'s pairs the upper half.",
                 f"{{a.lane}} = {low}; {{a.high}} = {high}{{a.halves}}{note}")
        )  # fmt: skip
        if name[0] not in "af":
            continue
        forms.append(
            form(name, "F, v", f"{verb} the two lanes of {{b}} into {{a}}.",
                 "{a.value} = "
                 + low.replace("{b.even}", "{b_first}").replace("{b.odd}", "{b_second}") + note)
        )  # fmt: skip
    return tuple(forms)


def _long_pairwise() -> tuple[Form, ...]:
    forms = []
    for sign, words, note in (("s", "signed", " (signed)"), ("u", "unsigned", "")):
        forms += (
            form(f"{sign}addlp", "v, v",
                 f"Add each two neighbouring lanes of {{b}}, {words}, to {{a.integers}} in {{a}}.",
                 f"{{a.lane}} = {{b.even}} + {{b.odd}}{{a.loop}}{note}"),
            form(f"{sign}adalp", "v, v",
                 f"Add each two neighbouring lanes of {{b}}, {words}, to the wider lanes of {{a}} "
                 "({a.integers}).",
                 f"{{a.lane}} = {{a.lane}} + {{b.even}} + {{b.odd}}{{a.loop}}{note}", keeps=True),
        )  # fmt: skip
    return tuple(forms)


_REDUCTIONS_ROWS = (
    ("addv", "Add up all {b.integers} of {b}", "sum({b_all})", ""),
    ("saddlv", "Add up all {b.integers} of {b}, signed, without overflow", "sum({b_all})",
     " (signed)"),
    ("uaddlv", "Add up all {b.integers} of {b}, unsigned, without overflow",
     "sum({b_all})", ""),
    ("smaxv", "Find the largest (signed) of all {b.integers} of {b}",
     "max({b_all})", " (signed)"),
    ("sminv", "Find the smallest (signed) of all {b.integers} of {b}",
     "min({b_all})", " (signed)"),
    ("umaxv", "Find the largest (unsigned) of all {b.integers} of {b}", "max({b_all})", ""),
    ("uminv", "Find the smallest (unsigned) of all {b.integers} of {b}", "min({b_all})", ""),
    ("fmaxv", "Find the largest of all {b.floats} of {b}",
     "max({b_all})", " ({a.float_name})"),
    ("fminv", "Find the smallest of all {b.floats} of {b}",
     "min({b_all})", " ({a.float_name})"),
    ("fmaxnmv", "Find the largest of all {b.floats} of {b}, skipping NaN", "fmax({b_all})",
     " ({a.float_name})"),
    ("fminnmv", "Find the smallest of all {b.floats} of {b}, skipping NaN", "fmin({b_all})",
     " ({a.float_name})"),
)  # fmt: skip


def _reductions() -> tuple[Form, ...]:
    return tuple(
        form(name, "F, v", f"{verb}, into {{a}}.", f"{{a.value}} = {right}{note}")
        for name, verb, right, note in _REDUCTIONS_ROWS
    )


FORMS = (
    *_widening(), *_extending(), *_narrowing(), *_pairwise(), *_long_pairwise(), *_reductions()
)  # fmt: skip
