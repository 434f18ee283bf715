"""Floating point: scalars and NEON lanes, from one table of operations."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_BY_LANE = ("fmul", "fmulx")
_NOTE = " ({a.float_name})"


def _run(third: str) -> str:
    """One lane taken for all is not worked on lane by lane."""
    return " lane by lane" if third == "v" else ""


_BINARY_ROWS = (
    ("fadd", "Add {b} and {c}", "{b} + {c}"),
    ("fsub", "Subtract {c} from {b}", "{b} - {c}"),
    ("fmul", "Multiply {b} by {c}", "{b} * {c}"),
    ("fnmul", "Multiply {b} by {c} and negate the product,", "-({b} * {c})"),
    ("fmulx", "Multiply {b} by {c} (0 times infinity gives 2)", "multiply_extended({b}, {c})"),
    ("fdiv", "Divide {b} by {c}", "{b} / {c}"),
    ("fabd", "Take the distance between {b} and {c}", "abs({b} - {c})"),
    ("fmax", "Take the larger of {b} and {c} (a NaN wins)", "max({b}, {c})"),
    ("fmin", "Take the smaller of {b} and {c} (a NaN wins)", "min({b}, {c})"),
    ("fmaxnm", "Take the larger of {b} and {c} (a NaN loses, as in C's fmax)",
     "fmax({b}, {c})"),
    ("fminnm", "Take the smaller of {b} and {c} (a NaN loses, as in C's fmin)",
     "fmin({b}, {c})"),
    ("frecps", "Take a Newton step for 1/x: 2 - {b} * {c} (0 times infinity is 0),",
     "2 - multiply_zero_wins({b}, {c})"),
    ("frsqrts", "Take a Newton step for 1/√x: (3 - {b} * {c}) / 2 (0 times infinity is 0),",
     "(3 - multiply_zero_wins({b}, {c})) / 2"),
)  # fmt: skip


def _binary() -> tuple[Form, ...]:
    forms = []
    for name, verb, right in _BINARY_ROWS:
        formula = right.replace("{b}", "{b.lane}").replace("{c}", "{c.lane}")
        lanes = ("v", "v[]") if name in _BY_LANE else ("v",)
        scalars = ("f", "v[]") if name in _BY_LANE else ("f",)
        forms += (
            form(name, f"v, v, {third}",
                 f"{verb}{_run(third)}, {{a.floats}} at once, into {{a}}.",
                 f"{{a.lane}} = {formula}{{a.loop}}{_NOTE}")
            for third in (lanes if name != "fnmul" else ())
        )  # fmt: skip
        forms += (
            form(name, f"f, f, {third}", f"{verb} as {{a.float_names}} into {{a}}.",
                 f"{{a.value}} = {formula}{_NOTE}")
            for third in scalars
        )  # fmt: skip
    return tuple(forms)


def _fused() -> tuple[Form, ...]:
    once = "rounded once (fused)"
    rows = (
        ("fmadd", "Multiply {b} by {c} and add {d}", "{d.value} + {b.value} * {c.value}"),
        ("fmsub", "Multiply {b} by {c} and subtract that from {d}",
         "{d.value} - {b.value} * {c.value}"),
        ("fnmadd", "Multiply {b} by {c}, add {d}, and negate",
         "-{d.value} - {b.value} * {c.value}"),
        ("fnmsub", "Multiply {b} by {c} and subtract {d}", "-{d.value} + {b.value} * {c.value}"),
    )  # fmt: skip
    lanes = (
        ("fmla", "add the product to {a}", "{a.lane} + {b.lane} * {c.lane}"),
        ("fmls", "subtract the product from {a}", "{a.lane} - {b.lane} * {c.lane}"),
    )
    return (
        *(form(name, "f, f, f, f", f"{verb}, {once}, as {{a.float_names}} into {{a}}.",
               f"{{a.value}} = {right}{_NOTE}") for name, verb, right in rows),
        *(form(name, f"v, v, {third}",
               f"Multiply {{b}} by {{c}} and {verb}{',' if third == 'v' else ''}{_run(third)}, "
               f"{{a.floats}} at once, {once}.",
               f"{{a.lane}} = {right}{{a.loop}}{_NOTE}", keeps=True)
          for name, verb, right in lanes for third in ("v", "v[]")),
        *(form(name, "f, f, v[]", f"Multiply {{b}} by {{c}} and {verb}, {once}.",
               f"{{a.value}} = {right.replace('lane', 'value')}{_NOTE}", keeps=True)
          for name, verb, right in lanes),
    )  # fmt: skip


_UNARY_ROWS = (
    ("fneg", "Negate {b}", "-{b}"),
    ("fabs", "Take the absolute value of {b}", "abs({b})"),
    ("fsqrt", "Take the square root of {b}", "sqrt({b})"),
    ("frintm", "Round {b} down to a whole number (floor)", "floor({b})"),
    ("frintp", "Round {b} up to a whole number (ceil)", "ceil({b})"),
    ("frintz", "Round {b} toward zero to a whole number (trunc)", "trunc({b})"),
    ("frinta", "Round {b} to the nearest whole number, halves away from zero (round)",
     "round({b})"),
    ("frintn", "Round {b} to the nearest whole number, halves to even", "rint({b})"),
    ("frintx", "Round {b} to a whole number in the current rounding mode (rint)", "rint({b})"),
    ("frinti", "Round {b} to a whole number in the current rounding mode (nearbyint)",
     "rint({b})"),
    *((f"frint{bits}{way}",
       f"Round {{b}} to a whole number {words} (-2^{bits - 1} if {bits} bits do not hold it)",
       f"within_int{bits}({function}({{b}}))")
      for bits in (32, 64)
      for way, words, function in (("z", "toward zero", "trunc"),
                                   ("x", "in the current rounding mode", "rint"))),
    ("frecpe", "Estimate 1/x of {b} (about 8 bits right)", "reciprocal_estimate({b})"),
    ("frsqrte", "Estimate 1/√x of {b} (about 8 bits right)", "root_estimate({b})"),
)  # fmt: skip


def _unary() -> tuple[Form, ...]:
    return tuple(
        entry
        for name, verb, right in _UNARY_ROWS
        for entry in (
            form(name, "v, v", f"{verb} lane by lane, {{a.floats}} at once, into {{a}}.",
                 f"{{a.lane}} = {right.replace('{b}', '{b.lane}')}{{a.loop}}{_NOTE}"),
            form(name, "f, f", f"{verb} as a {{a.float_name}} into {{a}}.",
                 f"{{a.value}} = {right.replace('{b}', '{b.value}')}{_NOTE}"),
        )
    )  # fmt: skip


_SIGNS = (("s", "int", "signed"), ("u", "uint", "unsigned"))
_CONVERSIONS_ROUNDING = (
    ("z", "trunc", "toward zero"), ("m", "floor", "down"), ("p", "ceil", "up"),
    ("a", "round", "to nearest, halves away from zero"),
    ("n", "rint", "to nearest, halves to even"),
)  # fmt: skip


def _to_integers() -> list[Form]:
    forms: list[Form] = []
    for letter, function, words in _CONVERSIONS_ROUNDING:
        for sign, cast, kind in _SIGNS:
            name = f"fcvt{letter}{sign}"
            forms += (
                form(name, operands,
                     f"Convert the {{b.float_name}} in {{b}} to a {kind} {{a.bits}}-bit integer in "
                     f"{{a}}, rounding {words} (clamped to the range; NaN gives 0).",
                     f"{{a.value}} = clamp_{cast}{{a.bits}}({function}({{b.value}})) "
                     "(from {b.float_name})")
                for operands in ("r, f", "f, f")
            )  # fmt: skip
            forms.append(
                form(name, "v, v",
                     f"Convert {{b.floats}} of {{b}} to {kind} {{a.bits}}-bit integers in {{a}}, "
                     f"rounding {words} (clamped to the range; NaN gives 0).",
                     f"{{a.lane}} = clamp_{cast}{{a.bits}}({function}({{b.lane}})){{a.loop}} "
                     "(from {b.float_name})")
            )  # fmt: skip
    return forms


def _fixed_point() -> list[Form]:
    forms: list[Form] = []
    for sign, cast, kind in _SIGNS:
        forms += (
            form(f"fcvtz{sign}", operands,
                 f"Convert {{b}} to {kind} {{a.bits}}-bit fixed point with {{c}} binary places in "
                 "{a}.",
                 f"{{a.{value}}} = clamp_{cast}{{a.bits}}(trunc({{b.{value}}} * {{fixed_one}}))"
                 "{a.loop} (from {b.float_name})")
            for operands, value in (("r, f, i", "value"), ("V, V, i", "lane"))
        )  # fmt: skip
        forms += (
            form(f"{sign}cvtf", operands,
                 f"Convert the {kind} fixed-point number with {{c}} binary places in {{b}} to "
                 "a {a.float_name} in {a}.",
                 f"{{a.value}} = {cast}{{b.bits}}({{b.value}}) / {{fixed_one}} "
                 "(to {a.float_name})")
            for operands in ("f, r, i", "f, f, i")
        )  # fmt: skip
        forms.append(
            form(f"{sign}cvtf", "v, v, i",
                 f"Convert {{b.integers}} of {{b}}, {kind} fixed point with {{c}} binary places, "
                 "to {a.floats} in {a}.",
                 f"{{a.lane}} = {cast}{{b.bits}}({{b.lane}}) / {{fixed_one}}{{a.loop}} "
                 "(to {a.float_name})")
        )  # fmt: skip
    return forms


def _from_integers() -> list[Form]:
    forms: list[Form] = []
    for sign, cast, kind in _SIGNS:
        forms += (
            form(f"{sign}cvtf", operands,
                 f"Convert the {kind} {{b.bits}}-bit integer in {{b}} to a {{a.float_name}} in "
                 "{a}.",
                 f"{{a.value}} = {cast}{{b.bits}}({{b.value}}) (to {{a.float_name}})")
            for operands in ("f, r", "f, f")
        )  # fmt: skip
        forms.append(
            form(f"{sign}cvtf", "v, v",
                 f"Convert {{b.integers}} of {{b}}, {kind}, to {{a.floats}} in {{a}}.",
                 f"{{a.lane}} = {cast}{{b.bits}}({{b.lane}}){{a.loop}} (to {{a.float_name}})")
        )  # fmt: skip
    return forms


_PRECISION = (
    form("frecpx", "f, f", "Take the reciprocal exponent of {b} into {a}.",
         "{a.value} = reciprocal_exponent({b.value})" + _NOTE),
    form("fcvt", "f, f", "Convert the {b.float_name} in {b} to a {a.float_name} in {a}.",
         "{a.value} = {b.value} ({b.float_name} to {a.float_name})"),
    form("fcvtl", "v, v", "Convert the lower half of {b} to {a.floats} in {a}.",
         "{a.lane} = {b.lane}{a.loop} ({b.float_name} to {a.float_name})"),
    form("fcvtl2", "v, v", "Convert the upper half of {b} to {a.floats} in {a}.",
         "{a.lane} = {b.high}{a.loop} ({b.float_name} to {a.float_name})"),
    form("fcvtn", "v, v", "Convert {b.floats} of {b} to {a.floats} in the lower half of {a}.",
         "{a.lane} = {b.lane}{a.loop} ({b.float_name} to {a.float_name})"),
    form("fcvtn2", "v, v",
         "Convert {b.floats} of {b} into the upper half of {a}; its lower half stays.",
         "{a.high} = {b.lane}{b.loop} ({b.float_name} to {a.float_name}, lower lanes kept)",
         keeps=True),
)  # fmt: skip


def _comparisons() -> tuple[Form, ...]:
    rows = (
        ("fcmeq", "==", "equals"), ("fcmgt", ">", "is greater than"),
        ("fcmge", ">=", "is greater than or equal to"), ("fcmlt", "<", "is less than"),
        ("fcmle", "<=", "is less than or equal to"),
    )  # fmt: skip
    forms: list[Form] = []
    for name, sign, words in rows:
        forms += (
            form(name, operands,
                 f"Where {{b}} {words} {{c}} set all bits of {{a}}'s lane to 1, elsewhere to 0 "
                 "({a.floats} compared).",
                 f"{{a.lane}} = {{b.lane}} {sign} {{c.lane}} ? -1 : 0{{a.loop}} "
                 "(from {a.float_name})")
            for operands in ("v, v, n", "f, f, n", "v, v, v", "f, f, f")
            if operands.endswith("n") or name not in ("fcmlt", "fcmle")
        )  # fmt: skip
    for name, sign, words in (("facgt", ">", "is greater than"),
                              ("facge", ">=", "is greater than or equal to")):  # fmt: skip
        forms += (
            form(name, operands,
                 f"Where the absolute value of {{b}} {words} that of {{c}} set all bits of "
                 "{a}'s lane to 1, elsewhere to 0.",
                 f"{{a.lane}} = abs({{b.lane}}) {sign} abs({{c.lane}}) ? -1 : 0{{a.loop}} "
                 "(from {a.float_name})")
            for operands in ("v, v, v", "f, f, f")
        )  # fmt: skip
    return tuple(forms)


_FLAGS = (
    *(form("fcmp fcmpe", f"f, {second}",
           "Compare the {a.float_names} {a} and {b}{quiet}: only the flags remember how.",
           "nzcv = compare({a.value}, {b.value}) (from {a.float_name})",
           writes="", writes_flags=True) for second in ("f", "n")),
    form("fccmp fccmpe", "f, f, i, cond",
         "If {when}: compare the {a.float_names} {a} and {b}; otherwise "
         "{c_flags}.",
         "nzcv = {test} ? compare({a.value}, {b.value}) : {c_bits} (from {a.float_name})",
         writes="", reads_flags=True, writes_flags=True),
    form("fcsel", "f, f, f, cond", "Put {b} into {a} if {when}, otherwise {c}.",
         "{a.value} = {test} ? {b.value} : {c.value}", reads_flags=True),
)  # fmt: skip


def _complex() -> tuple[Form, ...]:
    return (
        form("fcmla", "v, v, v, i",
             "Take the lanes in pairs as complex numbers and add to {a} one half of the product of "
             "{b} and {c}, turned by {d} degrees (two such steps make a complex multiplication).",
             "{complex_product}{a.halves}" + _NOTE, keeps=True),
        form("fcadd", "v, v, v, i",
             "Take the lanes in pairs as complex numbers and add {c}, turned by {d} degrees, to "
             "{b} into {a}.",
             "{complex_sum}{a.halves}" + _NOTE),
    )  # fmt: skip


FORMS = (
    *_binary(), *_fused(), *_unary(), *_to_integers(), *_fixed_point(), *_from_integers(),
    *_PRECISION, *_comparisons(), *_FLAGS, *_complex(),
)  # fmt: skip
