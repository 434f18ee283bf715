"""A box of a drawn graph, with two lines of text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeBox:
    """A box of a drawn graph, with two lines of text."""

    x: float
    """Upper left corner."""
    y: float
    """Upper left corner."""
    width: float
    height: float
    centre: float
    """Of the texts, in the middle of the box."""
    name: str
    """The two lines, with their base lines."""
    name_y: float
    text: str
    """The two lines, with their base lines."""
    text_y: float
    title: str
    """Said on focus and hover."""
    classes: str
    """What the style tells it by."""
    address: str
    """"" where nothing opens."""
