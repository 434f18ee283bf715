"""What helps whoever wrote a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def near_name(name: str, known: Iterable[str]) -> str:
    """The known name that is nearest, empty where none is near."""
    return next(iter(get_close_matches(name[:60], tuple(known), 1)), "")


def did_you_mean(name: str, known: Iterable[str], mark: str = "") -> str:
    """The nearest name as a question, else all names. mark: stands on both sides of the nearest."""
    names = tuple(known)
    near = near_name(name, names)
    return f"Did you mean {mark}{near}{mark}?" if near else f"There are: {', '.join(names)}."
