"""Kinds of work: what an instruction is for, coarser than its mnemonic.

Two lines of one kind may face each other in a comparison (`fmadd` became `fmla`); two lines of
different kinds never do.
"""

from __future__ import annotations

from compiler_core.host.canonical import instruction_in
from compiler_core.host.effects import effects_of
from compiler_core.host.line_cache import kept_for_short_lines

FUSED = frozenset((
    "fmadd", "fmsub", "fnmadd", "fnmsub", "fmla", "fmls", "fmad", "fmsb", "fnmla", "fnmls", "fnmad",
    "fnmsb", "fcmla",
))  # fmt: skip
INTEGER_MULTIPLY_ADD = frozenset((
    "madd", "msub", "mla", "mls", "mad", "msb", "smaddl", "umaddl", "smsubl", "umsubl", "smlal",
    "umlal", "smlal2", "umlal2", "smlsl", "umlsl", "sdot", "udot",
))  # fmt: skip
MULTIPLY = frozenset(
    ("mul", "fmul", "fnmul", "smull", "umull", "smulh", "umulh", "smull2", "umull2")
)
DIVIDE = frozenset(("sdiv", "udiv", "fdiv", "sdivr", "udivr", "fdivr"))
ADD = frozenset((
    "add", "adds", "sub", "subs", "fadd", "fsub", "addv", "faddp", "addp", "faddv", "fadda",
    "uaddv", "saddw", "uaddw", "saddw2", "uaddw2", "saddl", "uaddl", "inc", "incb", "inch",
    "incw", "incd", "neg", "fneg",
))  # fmt: skip
COMPARE = frozenset((
    "cmp", "cmn", "tst", "fcmp", "fcmpe", "ccmp", "ccmn", "fccmp", "ptest", "whilelo", "whilelt",
    "whilele", "whilels",
))  # fmt: skip
SELECT = frozenset((
    "csel", "csinc", "csinv", "csneg", "cset", "csetm", "cinc", "cinv", "cneg", "fcsel", "bsl",
    "bit", "bif", "sel", "smax", "smin", "umax", "umin", "fmax", "fmin", "fmaxnm", "fminnm",
))  # fmt: skip
SHIFT = frozenset((
    "lsl", "lsr", "asr", "ror", "shl", "sshr", "ushr", "ubfx", "sbfx", "ubfiz", "sbfiz", "bfi",
    "bfxil", "usra", "ssra", "extr",
))  # fmt: skip
LOGIC = frozenset(("and", "ands", "orr", "eor", "bic", "orn", "eon", "mvn", "not"))
COPY = frozenset((
    "mov", "movi", "mvni", "movk", "movn", "fmov", "dup", "ins", "movprfx", "smov", "sxtw", "uxtw",
    "sxtb", "sxth", "uxtb", "uxth",
))  # fmt: skip
CONVERT = frozenset((
    "scvtf", "ucvtf", "fcvtzs", "fcvtzu", "fcvt", "fcvtn", "fcvtl", "fcvtl2", "fcvtn2",
))  # fmt: skip
ADDRESS = frozenset(("adrp", "adr"))

KINDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("multiply and add", FUSED | INTEGER_MULTIPLY_ADD),
    ("multiply", MULTIPLY),
    ("divide", DIVIDE),
    ("add", ADD),
    ("compare", COMPARE),
    ("select", SELECT),
    ("shift", SHIFT),
    ("logic", LOGIC),
    ("copy", COPY),
    ("convert", CONVERT),
    ("address", ADDRESS),
)


@kept_for_short_lines
def work_kind(text: str) -> str:
    """`load`, `store`, `branch`, `call`, `add`… of an instruction's text; empty for others."""
    instruction = instruction_in(text)
    effects = effects_of(instruction)
    if effects.memory in ("load", "store"):
        return effects.memory
    if effects.branch:
        return "conditional branch" if effects.branch == "conditional" else effects.branch
    for kind, mnemonics in KINDS:
        if instruction.mnemonic in mnemonics:
            return kind
    return ""
