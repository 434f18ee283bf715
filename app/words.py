"""Counts and lists as English words."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10

from compiler_core.amounts import count as count
from compiler_core.amounts import plural as plural

_LEAST_PERCENT = 0.01


def capitalised(sentence: str) -> str:
    """The sentence with a capital letter; the rest as it is."""
    return sentence[:1].upper() + sentence[1:]


def more_rows(total: int, shown: int, what: str) -> str:
    """`9,600 more nodes follow.` below a table that ends at so many rows; empty for all of them."""
    rest = total - shown
    return f"{count(rest, f'more {what}')} follow{'s' if rest == 1 else ''}." if rest > 0 else ""


def joined(names: Sequence[str], most: int, comma: str = ", ") -> str:
    """`a, b and c`; beyond `most` names, `a, b and 4 more`. comma: another where names have some;
    it stands before the "and" too."""
    last = " and " if comma == ", " else f"{comma}and "
    if len(names) > most:
        rest = len(names) - most + 1
        return f"{comma.join(names[: most - 1])}{last}{rest} more"
    if len(names) < 2:
        return "".join(names)
    return f"{comma.join(names[:-1])}{last}{names[-1]}"


def modelled_text(value: float) -> str:
    """A modelled number with the three digits it can be good for: `27,000`, `12.4`, `0.523`."""
    if value == 0:
        return "0"
    digits = 2 - floor(log10(abs(value)))
    rounded = round(value, digits)
    return f"{rounded:,.{max(0, digits)}f}"


def share_text(share: float) -> str:
    """`48%`; `0.3%` for what is small, `< 0.01%` for what is smaller."""
    percent = 100 * share
    if 0 < percent < _LEAST_PERCENT:
        return f"< {_LEAST_PERCENT}%"
    return f"{percent:.0f}%" if percent >= 10 or not percent else f"{percent:.2g}%"
