"""Slots that put a condition into words, better when it is known what set the flags."""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.host.forms.conditions import (
    float_relation,
    general_words,
    integer_relation,
    is_met,
    predicate_words,
)
from compiler_core.host.forms.operands import view_of
from compiler_core.host.forms.shapes import Shifted, fold_modifiers
from compiler_core.host.forms.views import Views
from compiler_core.host.instruction import Instruction

_PREDICATE_SETTERS = ("while", "ptest", "brk", "cmp", "ptrues", "rdffrs", "pnext", "pfirst")


def _when(views: Views) -> str:
    """The condition as a clause that follows `if`."""
    words = _words_after(views.setter, views.condition) if views.setter is not None else ""
    return words or general_words(views.condition)


def _words_after(setter: Instruction, condition: str) -> str:
    if _sets_from_predicate(setter):
        return predicate_words(condition)
    operands = [_text(operand) for operand in fold_modifiers(setter)]
    if setter.mnemonic in _CHAINED:
        return _words_after_chained(setter, operands, condition)
    return _words_of(setter.mnemonic, operands, condition)


def _words_of(name: str, operands: list[str], condition: str) -> str:
    """The condition after an instruction of this name; empty where no words are known."""
    if len(operands) != _OPERANDS.get(name, 0):
        return ""
    if name in ("fcmp", "fcmpe"):
        return f"{operands[0]} was {float_relation(condition, operands[1])}"
    if name in ("tst", "ands", "bics"):
        return _words_after_test(name, operands, condition)
    if condition in ("vs", "vc"):
        return f"the signed result {'overflowed' if condition == 'vs' else 'did not overflow'}"
    if name == "cmp":
        return _words_after_compare(operands, condition)
    if name == "cmn" and condition in ("eq", "ne"):
        return f"{operands[0]} was {integer_relation(condition, f'minus {operands[1]}')}"
    if name != "cmn" and condition in _RESULT_WORDS:
        result = "the result" if operands[0] == "0" else f"the result {operands[0]}"
        return f"{result} {_RESULT_WORDS[condition]}"
    if name in ("cmn", "adds", "adcs"):
        return _words_after_sum(name, operands, condition)
    if name == "sbcs":
        words = _DIFFERENCE_WORDS.get(condition, "")
        return f"the difference {operands[1]} - {operands[2]}, less the borrow, {words}"
    first, second = ("0", operands[1]) if name == "negs" else (operands[1], operands[2])
    return f"{first} was, before the subtraction, {integer_relation(condition, second)}"


def _words_after_compare(operands: list[str], condition: str) -> str:
    relation = integer_relation(condition, operands[1])
    if relation:
        return f"{operands[0]} was {relation}"
    if condition not in _RESULT_WORDS:
        return ""
    if operands[1] == "0":
        return f"{operands[0]} {_RESULT_WORDS[condition]}"
    return f"the difference {operands[0]} - {operands[1]} {_RESULT_WORDS[condition]}"


def _words_after_sum(name: str, operands: list[str], condition: str) -> str:
    """Carry and overflow of an addition: unsigned, whether it fitted; signed, its exact value."""
    words = _SUM_WORDS.get(condition, "")
    kind = _SUM_KINDS.get(condition, "unsigned ")
    terms = f" {operands[0]} + {operands[1]}" if name == "cmn" else ""
    return f"the {kind}sum{terms} {words}" if words else ""


def _words_after_chained(setter: Instruction, operands: list[str], condition: str) -> str:
    """A comparison that another condition guards; if that fails, the flags are a number."""
    if len(operands) != 4 or not operands[2].isdecimal():
        return ""
    words = _words_of(_CHAINED[setter.mnemonic], operands[:2], condition)
    if not words:
        return ""
    guard = operands[3]
    if is_met(condition, int(operands[2])):
        return f"{words}, or {guard} did not hold before"
    return f"{guard} held before and {words}"


_CHAINED = {"ccmp": "cmp", "ccmn": "cmn", "fccmp": "fcmp", "fccmpe": "fcmpe"}
_OPERANDS = {
    "cmp": 2, "cmn": 2, "tst": 2, "fcmp": 2, "fcmpe": 2, "negs": 2, "adds": 3, "subs": 3, "adcs": 3,
    "sbcs": 3, "ands": 3, "bics": 3,
}  # fmt: skip
_SUM_WORDS = {
    "hs": "did not fit (carry)", "cs": "did not fit (carry)",
    "lo": "did fit (no carry)", "cc": "did fit (no carry)",
    "hi": "did not fit (carry) and left more than 0",
    "ls": "did fit (no carry) or left 0",
    "mi": "was negative (in as many bits)", "pl": "was not negative (in as many bits)",
    "ge": "was at least 0", "lt": "was less than 0",
    "gt": "was greater than 0", "le": "was at most 0",
}  # fmt: skip
_SUM_KINDS = {
    "mi": "", "pl": "", "ge": "exact signed ", "lt": "exact signed ", "gt": "exact signed ",
    "le": "exact signed ",
}  # fmt: skip
_DIFFERENCE_WORDS = {
    "hs": "was at least 0, unsigned", "cs": "was at least 0, unsigned",
    "lo": "was less than 0, unsigned", "cc": "was less than 0, unsigned",
    "hi": "was greater than 0, unsigned", "ls": "was at most 0, unsigned",
    "ge": "was at least 0, signed", "lt": "was less than 0, signed",
    "gt": "was greater than 0, signed", "le": "was at most 0, signed",
}  # fmt: skip
# After a logical operation C and V are clear: Arm ARM, C6.2 "ANDS".
_LOGIC_WORDS = {
    "ge": "was not negative", "lt": "was negative", "gt": "was greater than 0 (signed)",
    "le": "was at most 0 (signed)",
}  # fmt: skip
_LOGIC_CONSTANTS = {
    "hs": False, "cs": False, "hi": False, "vs": False,
    "lo": True, "cc": True, "ls": True, "vc": True,
}  # fmt: skip
_RESULT_WORDS = {
    "eq": "was 0", "ne": "was not 0", "mi": "was negative", "pl": "was not negative",
}  # fmt: skip


def _words_after_test(name: str, operands: list[str], condition: str) -> str:
    if condition in _LOGIC_CONSTANTS:
        left = "no carry and no overflow" if _LOGIC_CONSTANTS[condition] else "carry or overflow"
        return f"the bit operation left {left} (it never leaves one)"
    words = _RESULT_WORDS.get(condition) or _LOGIC_WORDS.get(condition, "")
    if name != "tst":
        result = "the result" if operands[0] == "0" else f"the result {operands[0]}"
        return f"{result} {words}" if words else ""
    if condition in ("eq", "ne") and operands[1] == "1":
        return f"the lowest bit of {operands[0]} was {'clear' if condition == 'eq' else 'set'}"
    if condition == "eq":
        return f"none of the bits {operands[1]} was set in {operands[0]}"
    if condition == "ne":
        return f"some of the bits {operands[1]} were set in {operands[0]}"
    return f"{operands[0]} & {operands[1]} {words}" if words else ""


def _sets_from_predicate(setter: Instruction) -> bool:
    first = setter.operands[0] if setter.operands else None
    is_predicate = getattr(first, "kind", "") in ("p", "pn")
    return (is_predicate and setter.mnemonic.startswith(_PREDICATE_SETTERS)) or (
        is_predicate and setter.mnemonic.endswith("s")
    )


def _text(operand: object) -> str:
    if isinstance(operand, Shifted):
        return str(view_of(operand.operand, operand.modifier, ""))
    return str(view_of(operand, None, ""))


def _flag_words(views: Views) -> str:
    number = int(views["c"].number)
    names = [name for name, bit in (("N", 8), ("Z", 4), ("C", 2), ("V", 1)) if number & bit]
    if not names:
        return "clear all flags"
    return f"set {'flag' if len(names) == 1 else 'flags'} {' and '.join(names)}, clear the rest"


SLOTS: dict[str, Callable[[Views], str]] = {
    "when": _when,
    "test": lambda views: views.condition,
    "c_flags": _flag_words,
    "c_bits": lambda views: str(views["c"].number),
    "quiet": lambda views: (
        " (any NaN raises the invalid-operation flag)"
        if views.instruction.mnemonic == "fcmpe"
        else ""
    ),
}
