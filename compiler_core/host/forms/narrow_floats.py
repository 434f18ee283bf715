"""Floats made of narrower ones: products of halves, and bfloat16, a float's upper 16 bits.

Arm Architecture Reference Manual, FEAT_FHM, FEAT_BF16 and SVE2.
"""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_NOTE = " (float)"
_TO_BFLOAT16 = " (float to bfloat16)"
_NARROWED = "to the bfloat16 nearest to them (a float's upper 16 bits, rounded)"

_CONVERSIONS = (
    form("bfcvt", "h, s",
         "Convert the float in {b} to the bfloat16 nearest to it (a float's upper 16 bits, "
         "rounded) in {a}.", "{a.value} = {b.value}" + _TO_BFLOAT16),
    form("bfcvtn", "v, v", f"Convert {{b.floats}} of {{b}} {_NARROWED} in the lower half of {{a}}.",
         "{a.lane} = {b.lane}{a.loop}" + _TO_BFLOAT16),
    form("bfcvtn2", "v, v",
         f"Convert {{b.floats}} of {{b}} {_NARROWED} in the upper half of {{a}}; its lower half "
         "stays.", "{a.high} = {b.lane}{b.loop} (float to bfloat16, lower lanes kept)", keeps=True),
    form("bfcvt", "z, pm, z",
         f"Convert floats of {{c}} {_NARROWED} in the even-numbered lanes of {{a}}; the odd ones "
         "become 0{b.masked}.", "{target} = {source}{rest}{wide_where}" + _TO_BFLOAT16, keeps=True),
    form("bfcvtnt", "z, pm, z",
         f"Convert floats of {{c}} {_NARROWED} in the odd-numbered lanes of {{a}}; the even ones "
         "stay{b.masked}.", "{a.odd} = {source}{wide_where}" + _TO_BFLOAT16, keeps=True),
)  # fmt: skip


def _products(left: str, right: str, first: str, second: str) -> str:
    """Two products of lanes of the registers `left` and `right`, added. `first` and `second` name
    the two lanes of a product as `0 | 4`."""
    products = (
        f"odd_product(bfloat16({left}.h[{lane}]), bfloat16({right}.h[{other}]))"
        for lane, other in (lanes.split(" | ") for lanes in (first, second))
    )
    return f"odd_sum({', '.join(products)})"


def _dots() -> tuple[Form, ...]:
    words = (
        "For {a.lanes} of {a}: multiply two bfloat16 of {b} by two of {c} and add the two products "
        "to the float in the lane; every step is rounded to odd."
    )
    lane = "{c.register.lane}"
    thirds = (
        ("v, v, v", "2*i", "2*i + 1"),
        ("v, v, v[]", f"2*{lane}", f"2*{lane} + 1"),
        ("z, z, z", "2*i", "2*i + 1"),
        ("z, z, z[]", f"i/4*8 + 2*{lane}", f"i/4*8 + 2*{lane} + 1"),
    )
    return tuple(
        form("bfdot", operands, words,
             "{a.lane} = odd_sum({a.lane}, "
             + _products("{b.plain}", "{c.plain}", f"2*i | {even}", f"2*i + 1 | {odd}")
             + "){a.loop}" + _NOTE, keeps=True)
        for operands, even, odd in thirds
    )  # fmt: skip


def _matrices() -> tuple[Form, ...]:
    forms = []
    for operands, left, right, where in (
        ("v, v, v", "4*(i/2)", "4*(i%2)", "the four floats of {a}"),
        ("z, z, z", "8*(i/4) + 4*(i%4/2)", "8*(i/4) + 4*(i%2)", "each four floats of {a}"),
    ):
        total = "{a.lane}"
        for first in (0, 2):
            pairs = (f"{left} + {k} | {right} + {k}" for k in (first, first + 1))
            total = f"odd_sum({total}, {_products('{b.plain}', '{c.plain}', *pairs)})"
        forms.append(
            form("bfmmla", operands,
                 "Multiply the 2×4 matrix of bfloat16 in {b} by the transposed 2×4 matrix in {c} "
                 f"and add the 2×2 result to {where}; every step is rounded to odd.",
                 f"{{a.lane}} = {total}{{a.loop}}{_NOTE}", keeps=True)
        )  # fmt: skip
    return tuple(forms)


def _widened_products() -> tuple[Form, ...]:
    """Of every second lane: bfmlalb takes the even ones, bfmlalt the odd ones."""
    forms: list[Form] = []
    lane = "{c.register.lane}"
    for half, attribute, words in (("b", "even", "even-numbered"), ("t", "odd", "odd-numbered")):
        rows = (
            (f"bfmlal{half}", "bfloat16", "bfloat16", "add the products to", "+", "vz"),
            (f"fmlal{half}", "half", "halves", "add the products to", "+", "z"),
            (f"fmlsl{half}", "half", "halves", "subtract the products from", "-", "z"),
        )
        for name, kind, plural, verb, sign, registers in rows:
            thirds = [(f"{r}, {r}, {r}", f"{{c.{attribute}}}") for r in registers]
            thirds.append(("z, z, z[]", f"{{c.plain}}.h[i/4*8 + {lane}]"))
            thirds += [("v, v, v[]", "{c.value}")] if "v" in registers else []
            forms += (
                form(name, operands,
                     f"Multiply the {words} {plural} of {{b}} by "
                     + ("{c}" if operands.endswith("[]") else "those of {c}")
                     + f" and {verb} the floats in {{a}}, rounded once (fused).",
                     f"{{a.lane}} = {{a.lane}} {sign} {kind}({{b.{attribute}}}) * {kind}({third})"
                     "{a.loop}" + _NOTE, keeps=True)
                for operands, third in thirds
            )  # fmt: skip
    return tuple(forms)


def _products_of_halves() -> tuple[Form, ...]:
    """Of one half of the lanes: fmlal takes the lower, fmlal2 the upper."""
    forms: list[Form] = []
    for stem, verb, sign in (
        ("fmlal", "add the products to", "+"),
        ("fmlsl", "subtract the products from", "-"),
    ):
        for ending, lane, words in (("", "i", "lower"), ("2", "i + {b.count}", "upper")):
            left = f"half({{b.plain}}.h[{lane}])"
            thirds = (("v, v, v", f"{{c.plain}}.h[{lane}]", "those of {c}"),
                      ("v, v, v[]", "{c.value}", "{c}"))  # fmt: skip
            forms += (
                form(stem + ending, operands,
                     f"Multiply the {words} halves of {{b}} (numbers of 16 bits) by {other} and "
                     f"{verb} the floats in {{a}}, rounded once (fused).",
                     f"{{a.lane}} = {{a.lane}} {sign} {left} * half({third}){{a.loop}}{_NOTE}",
                     keeps=True)
                for operands, third, other in thirds
            )  # fmt: skip
    return tuple(forms)


FORMS = (
    *_CONVERSIONS, *_dots(), *_matrices(), *_widened_products(), *_products_of_halves()
)  # fmt: skip
