"""Small pieces of English that sentences are put together from."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, singular: str, plural: str = "") -> str:
    """`1 load`, `2 loads`; the plural adds an s unless given."""
    return f"{count} {singular if count == 1 else plural or singular + 's'}"


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def decimal(value: float) -> str:
    """At most two places, none for whole numbers: `2`, `0.5`, `0.33`."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
