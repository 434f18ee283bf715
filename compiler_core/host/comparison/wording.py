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


def short_names(names: Sequence[str]) -> list[str]:
    """C++ names without result and parameters, `axpy<float>`; in full where two would be equal."""
    short = [_without_types(name) for name in names]
    return [
        name if short.count(brief) > 1 else brief for name, brief in zip(names, short, strict=True)
    ]


def _without_types(name: str) -> str:
    depth, start = 0, 0
    for position, character in enumerate(name):
        if character in "<[":
            depth += 1
        elif character in ">]":
            depth -= 1
        elif character == "(" and depth == 0 and position > start:
            return name[start:position]
        elif character == " " and depth == 0:
            start = position + 1
    return name[start:] or name
