"""What every page shares: the doors in the header."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Door:
    """A link in the header: title and path."""

    title: str
    path: str


DOORS = (
    Door("Loop", "/loop"),
    Door("Model", "/model"),
    Door("SoC", "/soc"),
    Door("Learn", "/learn"),
    Door("Examples", "/examples"),
    Door("About", "/about"),
)
