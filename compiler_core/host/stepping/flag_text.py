"""Comparisons and branches in words, with the values that decided."""

from __future__ import annotations

from compiler_core.host.effects import effects_of
from compiler_core.host.explain import ExplanationContext, explain
from compiler_core.host.forms.conditions import negated
from compiler_core.host.formulas.flags import ALIASES, FLAG_TESTS
from compiler_core.host.instruction import (
    CONDITIONS,
    Immediate,
    Instruction,
    Register,
    Symbol,
)
from compiler_core.host.stepping.bit_text import general_bits, hexadecimal, in_hexadecimal
from compiler_core.host.stepping.lanes import flag_lanes, value_text
from compiler_core.host.stepping.moment import StepMoment

_ANYWHERE = Symbol("there", "there")
_COMPARES = ("cmp", "cmn", "tst", "fcmp", "fcmpe", "subs", "adds", "ands")


def holds(condition: str, nzcv: int) -> bool:
    """Whether a condition is true for these flags."""
    return bool(FLAG_TESTS[ALIASES.get(condition, condition)](*flag_lanes(nzcv)))


def condition_of(instruction: Instruction) -> str:
    """The condition an instruction asks for; empty if it asks for none."""
    if instruction.mnemonic.startswith("b."):
        return instruction.mnemonic[2:]
    last = instruction.operands[-1] if instruction.operands else None
    name = getattr(last, "name", "")
    return name if name in CONDITIONS and "nzcv" in effects_of(instruction).reads else ""


def flags_text(nzcv: int) -> str:
    """`N=1 Z=0 C=0 V=0`."""
    named = zip("NZCV", flag_lanes(nzcv), strict=True)
    return " ".join(f"{name}={value}" for name, value in named)


def compared_text(moment: StepMoment, *, named: bool, unsigned: bool = False) -> str:
    """`x3 (48) against x4 (256)`, or only `48 against 256`; empty for an instruction that does not
    compare two values, or a shifted one."""
    if moment.instruction.mnemonic not in _COMPARES:
        return ""
    operands = moment.instruction.operands
    shown = operands[1:3] if moment.instruction.mnemonic in ("subs", "adds", "ands") else operands
    if len(shown) != 2:
        return ""
    values = [_operand_value(moment, operand, unsigned=unsigned) for operand in shown]
    if not all(values):
        return ""
    if named:
        values = [_named_value(side.text, value) for side, value in zip(shown, values, strict=True)]
    joint = {"tst": "and", "ands": "and", "cmn": "plus", "adds": "plus"}
    return f" {joint.get(moment.instruction.mnemonic, 'against')} ".join(values)


def because(moment: StepMoment) -> str:
    """Why a condition holds or does not: what set the flags, with its values then."""
    condition = condition_of(moment.instruction)
    nzcv = moment.before.general["nzcv"]
    if moment.setter is None:
        return flags_text(nzcv)
    true = condition if holds(condition, nzcv) else negated_condition(condition)
    words = _condition_words(true, moment.setter.instruction)
    values = compared_text(moment.setter, named=False, unsigned="unsigned" in words)
    if words.startswith("the result"):
        values = _result_text(moment.setter)
    return f"{words} ({values})" if values else words


def negated_condition(condition: str) -> str:
    """The opposite condition, also of SVE's names."""
    opposite = {"none": "any", "any": "none", "first": "nfrst", "nfrst": "first", "last": "nlast",
                "nlast": "last", "pmore": "plast", "plast": "pmore", "tcont": "tstop",
                "tstop": "tcont"}  # fmt: skip
    return opposite.get(condition) or negated(condition)


def test_branch_text(moment: StepMoment) -> str:
    """`x2 is 64, not 0`, or the bit for tbz and tbnz; empty for other branches."""
    name = moment.instruction.mnemonic
    operands = moment.instruction.operands
    if name not in ("cbz", "cbnz", "tbz", "tbnz") or not isinstance(operands[0], Register):
        return ""
    value = moment.general(operands[0].text)
    if value is None:
        return ""
    if name.startswith("cb"):
        return f"{operands[0].text} is {moment.address_text(value)}" + (", not 0" if value else "")
    bit = int(operands[1].value) if isinstance(operands[1], Immediate) else 0
    return f"bit {bit} of {operands[0].text} ({value}) is {value >> bit & 1}"


def _result_text(setter: StepMoment) -> str:
    """What an instruction that keeps its result gave: `24`."""
    target = setter.instruction.operands[0]
    written = [change for change in (*setter.changes, *setter.kept) if change.register != "nzcv"]
    same = [write for write in written if write.register == getattr(target, "canonical", "")]
    return setter.values_text(same[0].after, same[0].lane_type) if same else ""


def _named_value(text: str, value: str) -> str:
    return f"{text} ({value})" if text[:1].isalpha() else value


def _condition_words(condition: str, setter: Instruction) -> str:
    """The words of a branch's own explanation, for the condition that is true now."""
    branch = Instruction(f"b.{condition}", (_ANYWHERE,))
    sentence = explain(branch, ExplanationContext(flags=setter)).sentence
    return sentence.partition(" if ")[2].partition("; otherwise")[0] or condition


def _operand_value(moment: StepMoment, operand: object, *, unsigned: bool) -> str:
    bits = general_bits(moment.instruction) if in_hexadecimal(moment) else 0
    if isinstance(operand, Immediate):
        shown = operand.value
        return hexadecimal(shown, bits) if bits and isinstance(shown, int) else value_text(shown)
    if not isinstance(operand, Register):
        return ""
    value = moment.general(operand.text)
    if value is not None and bits:
        return hexadecimal(value, bits)
    if value is not None:
        return moment.address_text(value % (1 << operand.element_bits) if unsigned else value)
    if operand.kind in ("h", "s", "d"):
        return value_text(moment.lanes(operand.canonical, operand.kind)[0])
    return ""
