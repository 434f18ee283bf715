"""A box of a drawn graph, with two lines of text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeBox:
    """A box of a drawn graph, with two lines of text."""

    x: float
    """The left edge."""
    y: float
    """The upper edge."""
    width: float
    """In units of the drawing."""
    height: float
    """In units of the drawing."""
    centre: float
    """X of the middle of both lines of text."""
    name: str
    """The upper line: an operator, or a block with its count."""
    name_y: float
    """The upper line's baseline."""
    text: str
    """The lower line: a shape or a place; empty for none."""
    text_y: float
    """The lower line's baseline."""
    title: str
    """Said on focus and hover."""
    classes: str
    """What the style tells it by."""
    address: str
    """"" where nothing opens."""
