"""A value that does not fit its field or option, in plain words: what is expected, what came."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

TOO_LARGE = "number_too_large"
"""The kind of fault that bodies of ours add to those of pydantic."""
_MOST_QUOTED = 40
_LONGEST_WORD = 160
_SHOWN_OF_WORD = 60
_LONG_WORD = re.compile(rf"\S{{{_LONGEST_WORD},}}")
_KINDS = (
    ("string_type", "text"), ("int_", "a whole number"), ("float_", "a number"),
    ("finite_number", "a finite number"), ("bool_", "true or false"), ("list_", "a list"),
    ("tuple_", "a list"), ("model_", "an object"), ("dict_", "an object"),
    (TOO_LARGE, "a number of at most 18 digits"),
)  # fmt: skip
"""How names of pydantic's faults begin, and what it wanted."""


def expected_words(kind: str, context: Mapping[str, Any]) -> str:
    """What a field takes, by pydantic's name of the fault; "" for a fault of another kind."""
    match kind:
        case "literal_error":
            return str(context["expected"])
        case "greater_than_equal":
            return f"a number of at least {_limit(context['ge'])}"
        case "less_than_equal":
            return f"a number of at most {_limit(context['le'])}"
    return next((words for beginning, words in _KINDS if kind.startswith(beginning)), "")


def shown_value(value: object) -> str:
    """A value in short: what only JSON has by its name there, a text in quotes."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return in_short(repr(value))


def in_short(text: str) -> str:
    """Its beginning where it is long."""
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"


def _limit(number: float) -> str:
    """Every digit of it."""
    return f"{int(number):,}" if number == int(number) else f"{number:,}"


def with_short_words(message: str) -> str:
    """The message, of words without end the beginning and the end: nobody reads 5,000 letters."""
    return _LONG_WORD.sub(
        lambda word: f"{word[0][:_SHOWN_OF_WORD]}…{word[0][-_SHOWN_OF_WORD:]}", message
    )
