"""Conditions in words, by what set the flags.

Source: Arm Architecture Reference Manual for A-profile, C1.2.4 "Condition code" (integers, floating
point) and C1.2.6 (the SVE names of the same codes).
"""

from __future__ import annotations

# Each row: words when nothing is known of what set the flags; the relation between the two values
# compared, for integers; the same for floating point.
_ROWS: dict[str, tuple[str, str, str]] = {
    "eq": ("the compared values were equal (or the result was zero)", "equal to {}", "equal to {}"),
    "ne": (
        "the compared values differed (or the result was not zero)",
        "not equal to {}",
        "not equal to {}, or one is NaN",
    ),
    "hs": (
        "the first value was higher or the same (unsigned)",
        "higher than or equal to {}, unsigned",
        "greater than or equal to {}, or one is NaN",
    ),
    "lo": (
        "the first value was lower (unsigned; floats: less)",
        "lower than {}, unsigned",
        "less than {}",
    ),
    "mi": ("the result was negative (floats: the first was less)", "", "less than {}"),
    "pl": (
        "the result was not negative (floats: the first was not less)",
        "",
        "greater than or equal to {}, or one is NaN",
    ),
    "vs": (
        "there was a signed overflow (floats: a NaN took part)",
        "",
        "not comparable to {} (NaN)",
    ),
    "vc": ("there was no signed overflow (floats: no NaN)", "", "comparable to {} (no NaN)"),
    "hi": (
        "the first value was higher (unsigned)",
        "higher than {}, unsigned",
        "greater than {}, or one is NaN",
    ),
    "ls": (
        "the first value was lower or the same (unsigned; floats: less or equal)",
        "lower than or equal to {}, unsigned",
        "less than or equal to {}",
    ),
    "ge": (
        "the first value was greater or equal (signed or floats)",
        "greater than or equal to {}, signed",
        "greater than or equal to {}",
    ),
    "lt": (
        "the first value was less (signed)",
        "less than {}, signed",
        "less than {}, or one is NaN",
    ),
    "gt": (
        "the first value was greater (signed or floats)",
        "greater than {}, signed",
        "greater than {}",
    ),
    "le": (
        "the first value was less or equal (signed)",
        "less than or equal to {}, signed",
        "less than or equal to {}, or one is NaN",
    ),
    "al": ("always", "", ""),
}
_SAME = {"cs": "hs", "cc": "lo"}
PREDICATE_WORDS = {
    "none": "no lane is active",
    "any": "at least one lane is active",
    "nlast": "the last lane is not active",
    "last": "the last lane is active",
    "first": "the first lane is active",
    "nfrst": "the first lane is not active",
    "pmore": "more than the last lane is active",
    "plast": "the last active lane is the last, or none is",
    "tcont": "the scalarised loop goes on",
    "tstop": "the scalarised loop stops",
}
_PREDICATE_NAMES = {
    "eq": "none", "ne": "any", "hs": "nlast", "lo": "last", "mi": "first", "pl": "nfrst",
    "hi": "pmore", "ls": "plast", "ge": "tcont", "lt": "tstop",
}  # fmt: skip
_NEGATED = {
    "eq": "ne", "ne": "eq", "hs": "lo", "lo": "hs", "mi": "pl", "pl": "mi", "vs": "vc", "vc": "vs",
    "hi": "ls", "ls": "hi", "ge": "lt", "lt": "ge", "gt": "le", "le": "gt", "al": "al",
}  # fmt: skip


def general_words(condition: str) -> str:
    """The condition in words, not knowing what set the flags."""
    if condition in PREDICATE_WORDS:
        return PREDICATE_WORDS[condition]
    return _ROWS[_SAME.get(condition, condition)][0]


def integer_relation(condition: str, second: str) -> str:
    """`lower than w1, unsigned`; empty where the condition says nothing about two integers."""
    return _relation(condition, 1).format(second)


def float_relation(condition: str, second: str) -> str:
    """`less than s1, or one is NaN`."""
    return _relation(condition, 2).format(second)


def predicate_words(condition: str) -> str:
    """The condition after an instruction that set the flags from a predicate."""
    name = _SAME.get(condition, condition)
    return PREDICATE_WORDS.get(_PREDICATE_NAMES.get(name, name), "")


def negated(condition: str) -> str:
    """The opposite condition."""
    return _NEGATED.get(_SAME.get(condition, condition), condition)


def is_met(condition: str, nzcv: int) -> bool:
    """True if these flags (N 8, Z 4, C 2, V 1) meet the condition."""
    negative, zero, carry, overflow = (bool(nzcv & bit) for bit in (8, 4, 2, 1))
    name = _SAME.get(condition, condition)
    met = {
        "eq": zero, "hs": carry, "mi": negative, "vs": overflow, "hi": carry and not zero,
        "ge": negative == overflow, "gt": not zero and negative == overflow, "al": True,
    }  # fmt: skip
    return met[name] if name in met else not met.get(negated(name), False)


def _relation(condition: str, column: int) -> str:
    name = _SAME.get(condition, condition)
    return _ROWS[name][column] if name in _ROWS else ""
