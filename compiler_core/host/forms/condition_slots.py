"""Slots that put a condition into words, better when it is known what set the flags."""

from __future__ import annotations

from collections.abc import Callable

from compiler_core.host.forms.conditions import (
    float_relation,
    general_words,
    integer_relation,
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
    name = setter.mnemonic
    if name in ("fcmp", "fcmpe"):
        return f"{operands[0]} was {float_relation(condition, operands[1])}"
    if name in ("tst", "ands", "bics"):
        return _words_after_test(name, operands, condition)
    if condition in ("vs", "vc") and name in _INTEGER_SETTERS:
        return f"the signed result {'overflowed' if condition == 'vs' else 'did not overflow'}"
    if name == "cmp":
        return _words_after_compare(operands, condition)
    if name == "cmn" and condition in ("eq", "ne"):
        return f"{operands[0]} was {integer_relation(condition, f'minus {operands[1]}')}"
    if name in ("subs", "adds", "negs") and condition in _RESULT_WORDS:
        return f"the result {operands[0]} {_RESULT_WORDS[condition]}"
    if name == "subs" and len(operands) == 3:
        relation = integer_relation(condition, operands[2])
        return f"{operands[1]} was, before the subtraction, {relation}" if relation else ""
    if name == "adds" and condition in _CARRY_WORDS:
        return f"the unsigned sum {_CARRY_WORDS[condition]}"
    return ""


def _words_after_compare(operands: list[str], condition: str) -> str:
    relation = integer_relation(condition, operands[1])
    if relation:
        return f"{operands[0]} was {relation}"
    if condition not in _RESULT_WORDS:
        return ""
    if operands[1] == "0":
        return f"{operands[0]} {_RESULT_WORDS[condition]}"
    return f"the difference {operands[0]} - {operands[1]} {_RESULT_WORDS[condition]}"


_INTEGER_SETTERS = ("cmp", "cmn", "adds", "subs", "negs", "adcs", "sbcs")
_CARRY_WORDS = {
    "hs": "did not fit (carry)", "cs": "did not fit (carry)",
    "lo": "did fit (no carry)", "cc": "did fit (no carry)",
}  # fmt: skip
_RESULT_WORDS = {
    "eq": "was 0", "ne": "was not 0", "mi": "was negative", "pl": "was not negative",
}  # fmt: skip


def _words_after_test(name: str, operands: list[str], condition: str) -> str:
    if name != "tst":
        words = _RESULT_WORDS.get(condition, "")
        return f"the result {operands[0]} {words}" if words else ""
    if condition == "eq":
        return f"none of the bits {operands[1]} was set in {operands[0]}"
    if condition == "ne":
        return f"some of the bits {operands[1]} were set in {operands[0]}"
    return ""


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
