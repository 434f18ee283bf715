"""Numbers as forms, addresses, headers, options and files hold them: one rule for all."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

_LONGEST_DECIMAL = 40


def whole_number(text: str, digits: int) -> int | None:
    """None for anything but a decimal number of at most so many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def whole_numbers(words: Sequence[str], digits: int) -> tuple[int, ...] | None:
    """None where one of them is none."""
    numbers = [whole_number(word, digits) for word in words]
    known = tuple(number for number in numbers if number is not None)
    return known if len(known) == len(numbers) else None


def decimal_number(text: str) -> float | None:
    """None for what is no finite number, or longer than any is written."""
    try:
        value = float(text) if len(text) <= _LONGEST_DECIMAL else None
    except ValueError:
        return None
    return value if value is not None and isfinite(value) else None
