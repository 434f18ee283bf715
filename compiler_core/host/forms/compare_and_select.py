"""Comparing and choosing: cmp, tst, ccmp, csel and their relatives."""

from __future__ import annotations

from compiler_core.host.forms.form import Form, form


def _compares() -> tuple[Form, ...]:
    forms: list[Form] = []
    for operand in ("r", "r<", "r~", "i", "i<"):
        forms += (
            form("cmp", f"R, {operand}", "Compare {a} with {b}: only the flags remember how.",
                 "nzcv = flags({a.value} - {b.value})", writes="", writes_flags=True),
            form("cmn", f"R, {operand}",
                 "Compare {a} with minus {b} (by adding): only the flags remember how.",
                 "nzcv = flags({a.value} + {b.value})", writes="", writes_flags=True),
        )  # fmt: skip
    forms += (
        form("tst", f"r, {operand}",
             "Test which bits of {a} are set under the mask {b}: the flags tell if none is.",
             "nzcv = flags({a.value} & {b.value})", writes="", writes_flags=True)
        for operand in ("r", "r<", "i")
    )  # fmt: skip
    return tuple(forms)


_CHAINED = tuple(
    form(mnemonic, f"r, {operand}, i, cond",
         f"If {{when}}: compare {{a}} with {minus}{{b}}; otherwise {{c_flags}}.",
         f"nzcv = {{test}} ? flags({{a.value}} {sign} {{b.value}}) : {{c_bits}}",
         writes="", reads_flags=True, writes_flags=True)
    for mnemonic, minus, sign in (("ccmp", "", "-"), ("ccmn", "minus ", "+"))
    for operand in ("r", "i")
)  # fmt: skip

_SELECTS = (
    form("csel", "r, r, r, cond", "Put {b} into {a} if {when}, otherwise {c}.",
         "{a.value} = {test} ? {b.value} : {c.value}", reads_flags=True),
    form("csinc", "r, r, zr, cond", "Put {b} into {a} if {when}, otherwise 1.",
         "{a.value} = {test} ? {b.value} : 1", reads_flags=True),
    form("csinc", "r, r, r, cond", "Put {b} into {a} if {when}, otherwise {c} + 1.",
         "{a.value} = {test} ? {b.value} : {c.value} + 1", reads_flags=True),
    form("csinv", "r, r, r, cond",
         "Put {b} into {a} if {when}, otherwise {c} with every bit flipped.",
         "{a.value} = {test} ? {b.value} : ~{c.value}", reads_flags=True),
    form("csneg", "r, r, r, cond", "Put {b} into {a} if {when}, otherwise the negative of {c}.",
         "{a.value} = {test} ? {b.value} : 0 - {c.value}", reads_flags=True),
    form("cset", "r, cond", "Set {a} to 1 if {when}, otherwise to 0.",
         "{a.value} = {test} ? 1 : 0", reads_flags=True),
    form("csetm", "r, cond", "Set all bits of {a} if {when}, otherwise clear them.",
         "{a.value} = {test} ? -1 : 0", reads_flags=True),
    form("cinc", "r, r, cond", "Put {b} + 1 into {a} if {when}, otherwise {b}.",
         "{a.value} = {test} ? {b.value} + 1 : {b.value}", reads_flags=True),
    form("cinv", "r, r, cond", "Put {b} with every bit flipped into {a} if {when}, otherwise {b}.",
         "{a.value} = {test} ? ~{b.value} : {b.value}", reads_flags=True),
    form("cneg", "r, r, cond", "Put the negative of {b} into {a} if {when}, otherwise {b}.",
         "{a.value} = {test} ? 0 - {b.value} : {b.value}", reads_flags=True),
)  # fmt: skip

_FLAG_WORK = (
    form("rmif", "x, i, i",
         "Rotate {a} right by {b} and put its low four bits into the flags, those that the mask "
         "{c} has.",
         "nzcv = (nzcv & ~{c}) | (rotate_right({a.value}, {b}) & {c})", writes="",
         reads_flags=True, writes_flags=True),
    *(form(f"setf{bits}", "w",
           f"Set the flags as an addition of {bits}-bit numbers would that gave {{a}}: negative, "
           "zero, overflow; the carry stays.",
           f"nzcv = ({{a.value}} >> {bits - 1} & 1) << 3 | (({{a.value}} & {(1 << bits) - 1}) == 0)"
           f" << 2 | C << 1 | (({{a.value}} >> {bits}) ^ ({{a.value}} >> {bits - 1})) & 1",
           writes="", reads_flags=True, writes_flags=True) for bits in (8, 16)),
    form("cfinv", "", "Invert the carry flag.", "nzcv = nzcv ^ 2", writes="", reads_flags=True,
         writes_flags=True),
    form("axflag", "", "Change the flags of a comparison of floats to those that x86 gives.",
         "nzcv = (eq || vs) << 2 | (hs && vc) << 1", writes="", reads_flags=True,
         writes_flags=True),
    form("xaflag", "", "Change flags as x86 gives them for a comparison of floats to Arm's.",
         "nzcv = (lo && ne) << 3 | (eq && hs) << 2 | (hs || eq) << 1 | (lo && eq)", writes="",
         reads_flags=True, writes_flags=True),
)  # fmt: skip

FORMS = (*_FLAG_WORK, *_compares(), *_CHAINED, *_SELECTS)
