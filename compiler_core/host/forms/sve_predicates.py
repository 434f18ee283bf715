"""SVE loops: lane masks, comparisons, counting lanes, reductions and permutes."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form

_FLAGS = " (then nzcv = mask_flags({a.plain}.{a.letter}))"
# PTRUES: of the lanes that it makes active the last one is active.
_FLAGS_OWN = " (then nzcv = mask_flags({a.plain}.{a.letter}, active))"
_FLAGS_UNDER = " (then nzcv = mask_flags({a.plain}.{a.letter}, {b.plain}))"
_TELLS = "; the flags tell whether lanes are active"


_RISING = (
    ("whilelt", "<", "int", "signed"), ("whilele", "<=", "int", "signed"),
    ("whilelo", "<", "uint", "unsigned"), ("whilels", "<=", "uint", "unsigned"),
)  # fmt: skip
_FALLING = (
    ("whilegt", ">", "int", "signed"), ("whilege", ">=", "int", "signed"),
    ("whilehi", ">", "uint", "unsigned"), ("whilehs", ">=", "uint", "unsigned"),
)  # fmt: skip


def _whiles() -> list[Form]:
    return [
        *(form(name, "p, r, r",
               f"Make a lane mask in {{a}}: lane k is active while {{b}} + k {sign} {{c}}, {words} "
               "({a.bits}-bit lanes)" + _TELLS + ".",
               "{a.lane} = " + _while_test(cast, "+", sign) + "{a.loop}" + _FLAGS,
               writes_flags=True)
          for name, sign, cast, words in _RISING),
        *(form(name, "p, r, r",
               f"Make a lane mask in {{a}} from the last lane down: active while {{b}} - k {sign} "
               f"{{c}}, {words}" + _TELLS + ".",
               "{a.plain}.{a.letter}[lanes - 1 - i] = " + _while_test(cast, "-", sign)
               + "{a.loop}" + _FLAGS, writes_flags=True)
          for name, sign, cast, words in _FALLING),
    ]  # fmt: skip


def _while_test(cast: str, step: str, sign: str) -> str:
    """The counter never passes the end of its range: then `<=` the largest number always holds."""
    counter = f"{cast}{{b.bits}}({{b.value}}) {step} i"
    if sign.endswith("="):
        counter = f"clamp_{cast}{{b.bits}}({counter})"
    return f"{counter} {sign} {cast}{{c.bits}}({{c.value}})"


_MASKS = (
    form("ptrue", "p", "Make all {a.bits}-bit lanes active in {a}.", "{a.lane} = 1{a.loop}"),
    form("ptrue", "p, key", "Make {pattern_words} active in {a}.",
         "{a.lane} = i < count({b.value}){a.loop}"),
    form("ptrues", "p, key", "Make {pattern_words} active in {a} and set the flags.",
         "{a.lane} = i < count({b.value}){a.loop}" + _FLAGS_OWN, writes_flags=True),
    form("pfalse", "p", "Make no lane active in {a}.", "{a.lane} = 0{a.loop}"),
    form("ptest", "pg, p",
         "Set the flags by {b} as seen under {a}: is the first lane active, any, the last one.",
         "nzcv = mask_flags({b.plain}.b, {a.plain})", writes="", writes_flags=True),
    form("mov", "p, p", "Copy the lane mask {b} into {a}.", "{a.lane} = {b.lane}{a.loop}"),
    form("mov", "p, pz, p", "Put the lanes active in both {b} and {c} into {a}.",
         "{a.lane} = {b.lane} & {c.lane}{a.loop}"),
    form("mov", "p, pm, p", "Copy lanes of {c} into {a}{b.masked}.",
         "{a.lane} = {b.lane} ? {c.lane} : {a.lane}{a.loop}", keeps=True),
    form("not", "p, pz, p", "Make in {a} those lanes of {b} active that {c} does not have.",
         "{a.lane} = {b.lane} & ~{c.lane}{a.loop}"),
    form("nots", "p, pz, p",
         "Make in {a} those lanes of {b} active that {c} does not have" + _TELLS + ".",
         "{a.lane} = {b.lane} & ~{c.lane}{a.loop}" + _FLAGS_UNDER, writes_flags=True),
    form("sel", "p, pg, p, p", "Take {c}'s lanes where {b} is active, else {d}'s, into {a}.",
         "{a.lane} = {b.lane} ? {c.lane} : {d.lane}{a.loop}"),
    form("punpklo", "p, p",
         "Spread the lower half of the mask {b} to lanes twice as wide in {a}.",
         "{a.lane} = {b.plain}.b[i]{a.loop}"),
    form("punpkhi", "p, p",
         "Spread the upper half of the mask {b} to lanes twice as wide in {a}.",
         "{a.lane} = {b.plain}.b[i + lanes]{a.loop}"),
    form("cntp", "x, pg, p", "Count the lanes of {c} active under {b} into {a}.",
         "{a.value} = sum({c.plain}.{c.letter} & {b.plain}.{c.letter})"),
    form("incp", "x, p", "Add the number of active lanes of {b} to {a}.",
         "{a.value} = {a.value} + sum({b.plain}.{b.letter})", keeps=True),
    form("decp", "x, p", "Subtract the number of active lanes of {b} from {a}.",
         "{a.value} = {a.value} - sum({b.plain}.{b.letter})", keeps=True),
    *(form(f"{name}{verb}p", f"{kind}, p",
           f"{word} the number of active lanes of {{b}} {to} {{a}}, without passing {ends} "
           "(clamped).",
           f"{{a.value}} = clamp_{cast}{{a.bits}}({cast}{{a.bits}}({{a.value}}) {sign} "
           "sum({b.plain}.{b.letter}))", keeps=True)
      for name, cast, kind, ends in (("sq", "int", "x", "the signed range"),
                                     ("uq", "uint", "r", "below 0 or above the range"))
      for verb, word, to, sign in (("inc", "Add", "to", "+"), ("dec", "Subtract", "from", "-"))),
    *(form(f"sq{verb}p", "x, p, w",
           f"{word} the number of active lanes of {{b}} {to} {{c}}, without passing the signed "
           "range of 32 bits (clamped), and extend it to the 64 of {a}.",
           f"{{a.value}} = clamp_int32(int32({{c.value}}) {sign} sum({{b.plain}}.{{b.letter}}))")
      for verb, word, to, sign in (("inc", "Add", "to", "+"), ("dec", "Subtract", "from", "-"))),
    *(form(f"{name}p", "z, p",
           f"{word} the number of active lanes of {{b}} {to} every lane of {{a}}.",
           f"{{a.lane}} = {{a.lane}} {sign} sum({{b.plain}}.{{b.letter}}){{a.loop}}", keeps=True)
      for name, word, to, sign in (("inc", "Add", "to", "+"), ("dec", "Subtract", "from", "-"))),
    *(form(f"{name}{verb}p", "z, p",
           f"{word} the number of active lanes of {{b}} {to} every lane of {{a}}, without passing "
           f"{ends} (clamped).",
           f"{{a.lane}} = clamp_{cast}{{a.bits}}({cast}{{a.bits}}({{a.lane}}) {sign} "
           "sum({b.plain}.{b.letter})){a.loop}", keeps=True)
      for name, cast, ends in (("sq", "int", "the signed range"),
                               ("uq", "uint", "below 0 or above the range"))
      for verb, word, to, sign in (("inc", "Add", "to", "+"), ("dec", "Subtract", "from", "-"))),
    form("pfirst", "p, pg, p",
         "Make the first lane active under {b} active in {a}" + _TELLS + ".",
         "{a.lane} = first_lane({b.plain})[i] | {c.lane}{a.loop}" + _FLAGS_UNDER,
         keeps=True, writes_flags=True),
    form("pnext", "p, pg, p", "Go on to the next lane active under {b}, in {a}" + _TELLS + ".",
         "{a.lane} = next_lane({b.plain}.{a.letter}, {c.plain}.{a.letter})[i]{a.loop}"
         + _FLAGS_UNDER, keeps=True, writes_flags=True),
)  # fmt: skip
_MASK_LOGIC = (
    ("and", "active in both {c} and {d}", "{c.lane} & {d.lane}"),
    ("orr", "active in {c} or {d}", "({c.lane} | {d.lane})"),
    ("eor", "active in one of {c} and {d} only", "({c.lane} ^ {d.lane})"),
    ("bic", "active in {c} but not in {d}", "{c.lane} & ~{d.lane}"),
    ("orn", "active in {c} or not active in {d}", "({c.lane} | ~{d.lane})"),
    ("nand", "not active in both {c} and {d}", "~({c.lane} & {d.lane})"),
    ("nor", "active neither in {c} nor in {d}", "~({c.lane} | {d.lane})"),
)  # fmt: skip


def _mask_logic() -> list[Form]:
    forms = []
    for name, words, right in _MASK_LOGIC:
        formula = "{a.lane} = {b.lane} & " + right + "{a.loop}"
        forms += (
            form(name, "p, pz, p, p", f"Make active in {{a}} the lanes {words}, as far as {{b}} "
                 "has them.", formula),
            form(name + "s", "p, pz, p, p", f"Make active in {{a}} the lanes {words}, as far as "
                 "{b} has them" + _TELLS + ".", formula + _FLAGS_UNDER, writes_flags=True),
        )  # fmt: skip
    return forms


def _breaks() -> list[Form]:
    """Masks that end at the first active lane of another mask: loops with an early exit."""
    sentence = (
        "Make active in {a} the lanes of {b.plain} {words} the first active lane of "
        "{c}{others}{tells}."
    )
    forms = []
    for name, words in (
        ("brka", "up to and including"), ("brkb", "up to but not including"),
    ):  # fmt: skip
        said = sentence.replace("{words}", words)
        zeroing = said.replace("{others}", "")
        right = f"{name}({{b.plain}}, {{c.plain}})[i]"
        forms += (
            form(name, "p, pz, p", zeroing.replace("{tells}", ""),
                 f"{{a.lane}} = {right}{{a.loop}}"),
            form(name, "p, pm, p",
                 said.replace("{others}{tells}", "; the lanes outside {b.plain} stay"),
                 f"{{a.lane}} = {{b.lane}} ? {right} : {{a.lane}}{{a.loop}}", keeps=True),
            form(name + "s", "p, pz, p", zeroing.replace("{tells}", _TELLS),
                 f"{{a.lane}} = {right}{{a.loop}}" + _FLAGS_UNDER, writes_flags=True),
        )  # fmt: skip
    forms += (
        *_propagated("brkn", "Keep {a} if {c} is active in the last lane that {b.plain} has, else "
                     "make no lane of it active", "holds_last({b.plain}, {c.plain}) & {d.lane}",
                     _FLAGS),
        *(entry for name, words in (("brka", "up to and including"), ("brkb", "before"))
          for entry in _propagated(
              name.replace("brk", "brkp"),
              f"Make active in {{a}} the lanes of {{b.plain}} {words} the first active lane of "
              "{d}, if {c} is active in the last lane that {b.plain} has",
              f"holds_last({{b.plain}}, {{c.plain}}) & {name}({{b.plain}}, {{d.plain}})[i]",
              _FLAGS_UNDER)),
    )  # fmt: skip
    return forms


def _first_faults() -> tuple[Form, ...]:
    """What first-faulting loads have loaded."""
    reads = "Read into {a} which lanes the first-faulting loads have really loaded"
    marks = "Prepare for first-faulting loads: mark all lanes as loaded."
    sets = "Set which lanes count as loaded from {a}."
    return (
        form("rdffr", "p, pz", reads + ", under {b}.", ""),
        form("rdffrs", "p, pz", reads + ", under {b}" + _TELLS + ".", "", writes_flags=True),
        form("rdffr", "p", reads + ".", ""),
        form("setffr", "", marks, "", writes="", beyond=True),
        form("wrffr", "p", sets, "", writes="", beyond=True),
    )


def _propagated(name: str, sentence: str, right: str, flags: str) -> tuple[Form, Form]:
    """A break that goes on from an earlier vector's, and the same with flags."""
    formula = f"{{a.lane}} = {right}{{a.loop}}"
    return (
        form(name, "p, pg, p, p", sentence + ".", formula),
        form(name + "s", "p, pg, p, p", sentence + _TELLS + ".", formula + flags,
             writes_flags=True),
    )  # fmt: skip


_COMPARISONS_ROWS = (
    ("cmpeq", "==", "equals", ""), ("cmpne", "!=", "differs from", ""),
    ("cmpgt", ">", "is greater than", " (signed)"),
    ("cmpge", ">=", "is greater than or equal to", " (signed)"),
    ("cmplt", "<", "is less than", " (signed)"),
    ("cmple", "<=", "is less than or equal to", " (signed)"),
    ("cmphi", ">", "is higher (unsigned) than", ""),
    ("cmphs", ">=", "is higher than or equal to (unsigned)", ""),
    ("cmplo", "<", "is lower (unsigned) than", ""),
    ("cmpls", "<=", "is lower than or equal to (unsigned)", ""),
)  # fmt: skip
_COMPARISONS_FLOATING = (
    ("fcmeq", "==", "equals"), ("fcmne", "!=", "differs from"),
    ("fcmgt", ">", "is greater than"), ("fcmge", ">=", "is greater than or equal to"),
    ("fcmlt", "<", "is less than"), ("fcmle", "<=", "is less than or equal to"),
)  # fmt: skip
_COMPARISONS_ABSOLUTE = (("facgt", ">", "is greater than"), ("facge", ">=", "is at least"),
            ("faclt", "<", "is less than"), ("facle", "<=", "is at most"))  # fmt: skip


def _comparisons() -> list[Form]:
    return [
        *(form(name, f"p, pz, z, {second}",
               f"Make active in {{a}} the lanes of {{b}} in which {{c}} {words} {{d}} ({{c.lanes}})"
               + _TELLS + ".",
               f"{{a.lane}} = {{b.lane}} && {{c.lane}} {sign} {right}{{a.loop}}"
               + _merged(note), writes_flags=True)
          for name, sign, words, note in _COMPARISONS_ROWS
          for second, right in (("z", "{wide_second}"), ("i", "{d.lane}"))),
        *(form(name, f"p, pz, z, {second}",
               f"Make active in {{a}} the lanes of {{b}} in which {{c}} {words} {{d}} "
               "({c.floats}).",
               f"{{a.lane}} = {{b.lane}} && {{c.lane}} {sign} {{d.lane}}{{a.loop}} "
               "(from {c.float_name})")
          for name, sign, words in _COMPARISONS_FLOATING for second in ("z", "n")),
        *(form(name, "p, pz, z, z",
               f"Make active in {{a}} the lanes of {{b}} in which the absolute value of {{c}} "
               f"{words} that of {{d}}.",
               f"{{a.lane}} = {{b.lane}} && abs({{c.lane}}) {sign} abs({{d.lane}}){{a.loop}} "
               "(from {c.float_name})")
          for name, sign, words in _COMPARISONS_ABSOLUTE),
        form("fcmuo", "p, pz, z, z",
             "Make active in {a} the lanes of {b} in which {c} or {d} is NaN.",
             "{a.lane} = {b.lane} && unordered({c.lane}, {d.lane}){a.loop} (from {c.float_name})"),
    ]  # fmt: skip


def _merged(note: str) -> str:
    flags = _FLAGS_UNDER.strip()
    return f" ({note.strip(' ()')}, {flags[1:]}" if note else " " + flags


def _lengths() -> list[Form]:
    forms: list[Form] = []
    for letter, size in (("b", 1), ("h", 2), ("w", 4), ("d", 8)):
        count = "vector_bytes" if size == 1 else f"vector_bytes/{size}"
        unit = f"{8 * size}-bit lanes a vector holds"
        for operands, factor, words in (
            ("", "", ""), (", key", "", ""), (", key, mul", " * {m}", " times {m}"),
        ):  # fmt: skip
            letters = "c" if "mul" in operands else ""
            right = factor.replace("{m}", f"{{{letters}}}")
            said = words.replace("{m}", f"{{{letters}}}")
            number = "{patterned}" if operands else count
            number = number if not operands else f"count_{size}({{b.value}})"
            forms += _counted(letter, operands, number + right, unit + said)
    forms += (
        form("rdvl", "x, i", "Put the number of bytes in a vector register into {a}.",
             "{a.value} = vector_bytes * {b}", when=lambda views: views["b"].number == 1),
        form("addvl", "sp, sp, i", "Make room on the stack for {vectors}.",
             "{a.value} = {b.value} + vector_bytes * {c}",
             when=lambda views: views["c"].number < 0),
        form("addvl", "sp, sp, i", "Give back the room of {vectors} on the stack.",
             "{a.value} = {b.value} + vector_bytes * {c}"),
        form("rdvl", "x, i", "Put {b} times the bytes of a vector register into {a}.",
             "{a.value} = vector_bytes * {b}"),
        form("addvl", "X, X, i", "Add {c} times the bytes of a vector register to {b}, into {a}.",
             "{a.value} = {b.value} + vector_bytes * {c}"),
        form("addpl", "X, X, i",
             "Add {c} times the bytes of a predicate register to {b}, into {a}.",
             "{a.value} = {b.value} + vector_bytes/8 * {c}"),
    )  # fmt: skip
    return forms


def _counted(letter: str, operands: str, number: str, unit: str) -> list[Form]:
    forms = [
        form(f"cnt{letter}", f"x{operands}", f"Put the number of {unit} into {{a}}.",
             f"{{a.value}} = {number}"),
        form(f"inc{letter}", f"x{operands}", f"Add the number of {unit} to {{a}}.",
             f"{{a.value}} = {{a.value}} + {number}", keeps=True),
        form(f"dec{letter}", f"x{operands}", f"Subtract the number of {unit} from {{a}}.",
             f"{{a.value}} = {{a.value}} - {number}", keeps=True),
    ]  # fmt: skip
    if letter != "b":
        forms += (
            form(f"inc{letter}", f"z{operands}",
                 f"Add to every lane of {{a}} the number of {unit}.",
                 f"{{a.lane}} = {{a.lane}} + {number}{{a.loop}}", keeps=True),
            form(f"dec{letter}", f"z{operands}",
                 f"Subtract from every lane of {{a}} the number of {unit}.",
                 f"{{a.lane}} = {{a.lane}} - {number}{{a.loop}}", keeps=True),
        )  # fmt: skip
    return [*forms, *_clamped(letter, operands, number, unit)]


def _clamped(letter: str, operands: str, number: str, unit: str) -> list[Form]:
    """The same without passing the ends of the range."""
    old = "{a.value}"
    clamps = (("uqinc", "uint", "+"), ("uqdec", "uint", "-"), ("sqinc", "int", "+"),
              ("sqdec", "int", "-"))  # fmt: skip
    verbs = {"+": ("Add", "to"), "-": ("Subtract", "from")}
    forms: list[Form] = []
    for name, cast, sign in clamps:
        verb, preposition = verbs[sign]
        kind = "below 0 or above the range" if cast == "uint" else "the signed range"
        forms.append(
            form(f"{name}{letter}", f"r{operands}",
                 f"{verb} the number of {unit} {preposition} {{a}}, without passing {kind} "
                 "(clamped).",
                 f"{{a.value}} = clamp_{cast}{{a.bits}}({cast}{{a.bits}}({old}) {sign} {number})",
                 keeps=True)
        )  # fmt: skip
        if letter != "b":
            forms.append(
                form(f"{name}{letter}", f"z{operands}",
                     f"{verb} the number of {unit} {preposition} every lane of {{a}}, without "
                     f"passing {kind} (clamped).",
                     f"{{a.lane}} = clamp_{cast}{{a.bits}}({cast}{{a.bits}}({{a.lane}}) {sign} "
                     f"{number}){{a.loop}}", keeps=True)
            )  # fmt: skip
    return forms


FORMS = (
    *_whiles(),
    *_MASKS,
    *_mask_logic(),
    *_breaks(),
    *_first_faults(),
    *_comparisons(),
    *_lengths(),
)
