"""Sizes of open axes as text: `height=320`, or `height=256:320:640` for a profile.

A profile says the least, the usual and the largest size. The program is built for the usual one,
since its memory is laid out at compile time; the others say what they would cost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.errors import InputError

MOST_SIZES = 32
LONGEST_NAME = 120
LARGEST_SIZE = 1 << 20
_EXAMPLE = "Write a name and a size, such as height=320, or least:usual:largest: height=256:320:640"
# A name may hold "=" or ":" itself ("input:2" is the third axis of an input); digits end the text.
_SIZE = re.compile(r"(?P<name>[^,]+)=(?P<sizes>[0-9]+(?::[0-9]+){0,2})")


@dataclass(frozen=True, slots=True)
class AxisSize:
    """Of the axis of this name, or of "input:axis"; all in elements, least first."""

    name: str
    least: int
    usual: int
    largest: int

    @property
    def text(self) -> str:
        if self.least == self.largest:
            return f"{self.name}={self.usual}"
        return f"{self.name}={self.least}:{self.usual}:{self.largest}"


def axis_sizes(texts: Sequence[str]) -> tuple[AxisSize, ...]:
    """Raises InputError for what is no size, for too many, and for a name twice."""
    if len(texts) > MOST_SIZES:
        raise InputError(f"{len(texts)} sizes are more than {MOST_SIZES}.", "Leave some out.")
    sizes = tuple(_axis_size(text.strip()) for text in texts if text.strip())
    names = [size.name for size in sizes]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise InputError(f"The size of {twice} is given twice.", "Give it once.")
    return sizes


def _axis_size(text: str) -> AxisSize:
    match = _SIZE.fullmatch(text)
    if match is None or len(match["name"].strip()) > LONGEST_NAME or not match["name"].strip():
        raise InputError(f"{text[:60]!r} is no size of an axis.", f"{_EXAMPLE}.")
    numbers = [
        int(dimension)
        for dimension in match["sizes"].split(":")
        if len(dimension) <= len(str(LARGEST_SIZE))
    ]
    if len(numbers) <= match["sizes"].count(":") or not all(
        1 <= number <= LARGEST_SIZE for number in numbers
    ):
        raise InputError(
            f"The size {match['sizes'][:40]} of {match['name'][:60]} is not one of 1 to "
            f"{LARGEST_SIZE:,}.",
            f"{_EXAMPLE}.",
        )
    if len(numbers) == 2 or sorted(numbers) != numbers:
        raise InputError(
            f"The profile {match['sizes']} of {match['name'][:60]} does not rise from least to "
            "largest.",
            f"{_EXAMPLE}.",
        )
    return AxisSize(match["name"].strip(), numbers[0], numbers[len(numbers) // 2], numbers[-1])
