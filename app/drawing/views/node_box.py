"""A box of a drawn graph, with two lines of text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeBox:
    """x, y: upper left corner. centre: of the texts, in the middle of the box.

    name and text: the two lines, with their base lines. title: said on focus and hover. classes:
    what the style tells it by. address: "" where nothing opens.
    """

    x: float
    y: float
    width: float
    height: float
    centre: float
    name: str
    name_y: float
    text: str
    text_y: float
    title: str
    classes: str
    address: str
