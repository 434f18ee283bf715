"""What every page shares: the doors in the header."""

from __future__ import annotations

from dataclasses import dataclass

from app.settings import Settings


@dataclass(frozen=True, slots=True)
class Door:
    """A link in the header: title and path."""

    title: str
    path: str


_DOORS = (
    Door("Loops", "/loop"),
    Door("Models", "/model"),
    Door("Chips", "/soc"),
    Door("Learn", "/learn"),
)
_LAB = Door("Lab", "/lab")
_EXAMPLES = Door("Examples", "/examples")


def doors_of(site: Settings) -> tuple[Door, ...]:
    """Five doors; the last one leads to the classes where the site hosts some."""
    return (*_DOORS, _LAB if site.lab else _EXAMPLES)
