"""Elements that scenes of every kind have: boxes, lines of text, numbers with their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.drawing.scenes.record import Element, Panel, Value

WIDTH = 320
"""Of a panel: a phone has room for it."""

LETTER = 7.6
"""Of a label in a box, in pixels."""

Changes = dict[str, dict[str, Value]]


def box(
    name: str,
    corner: tuple[float, float],
    size: tuple[float, float],
    classes: str = "cell",
    label: str = "",
    opacity: float = 1,
) -> Element:
    """A rectangle with its label in the middle."""
    return Element(
        id=name,
        shape="rect",
        x=corner[0],
        y=corner[1],
        w=size[0],
        h=size[1],
        classes=classes,
        label=label,
        opacity=opacity,
    )


def words(name: str, x: float, y: float, label: str, classes: str = "soft") -> Element:
    """A line of text; y is where it stands on."""
    return Element(id=name, shape="text", x=x, y=y, classes=classes, label=label)


def number(name: str, corner: tuple[float, float], value: str, named: str) -> tuple[Element, ...]:
    """A large number, and under it what it is; 40 high."""
    x, y = corner
    return (
        words(name, x, y + 18, value, "figure"),
        words(f"{name}-name", x, y + 36, named),
    )


def looks(names: Iterable[str], classes: str) -> Changes:
    """All of them look so from this step on."""
    return {name: {"classes": classes} for name in names}


def begun(panels: Iterable[Panel], changes: Changes) -> tuple[Panel, ...]:
    """The panels as they stand after these changes: a first state in which something is seen."""

    def changed(part: Element) -> Element:
        return replace(part, **changes.get(part.id, {}))  # pyright: ignore[reportArgumentType]

    return tuple(
        replace(panel, elements=tuple(changed(part) for part in panel.elements)) for panel in panels
    )
