"""Whole numbers as forms, addresses and headers hold them: one rule for all."""

from __future__ import annotations


def whole_number(text: str, digits: int) -> int | None:
    """None for anything but a decimal number of at most so many digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
