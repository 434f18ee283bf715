"""A scene as plain data: shapes with names, and steps that say what becomes of them.

A scene has panels, each a picture of its own with a width that a phone has room for; the page puts
them side by side or below each other. State n is the first state with what steps 1 to n set; a step
sets absolute values, so going back is the same as going forwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from app.drawing.table import Table
from compiler_core.basis import Basis

Shape = Literal["rect", "text", "path", "circle"]
Kind = Literal["lanes", "strip", "blocks", "bars", "square", "timeline", "histogram"]
Value = str | float
SETTABLE = frozenset({"x", "y", "w", "h", "d", "classes", "label", "opacity"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """A shape with its label. Lengths are CSS pixels at the scene's natural size."""

    id: str
    """Unique in its scene, of letters, digits, `-` and `_`."""
    shape: Shape
    """`rect`, `text`, `path` or `circle`."""
    x: float = 0
    """The left edge; of a circle, its middle; of a text, where it is anchored."""
    y: float = 0
    """The upper edge; of a circle, its middle; of a text, its baseline."""
    w: float = 0
    """A rectangle's width; a circle's radius."""
    h: float = 0
    """A rectangle's height."""
    d: str = ""
    """A path's SVG commands."""
    classes: str = ""
    """What it is and how it stands: `now`, `held`, `old`, `gone`, `waiting`, none for untouched."""
    label: str = ""
    """Its own text; inside a rectangle it stands in the middle."""
    title: str = ""
    """More than there is room for."""
    opacity: float = 1
    """0 where it is not there, 1 where it is."""
    ways: tuple[tuple[str, int], ...] = ()
    """Where a click leads: words, and the step from 1. Without, to where it changes next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneStep:
    """What happens in one step."""

    say: str
    """In one or two sentences, with the numbers that are drawn."""
    set: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """New values by element and field."""
    moves: tuple[tuple[str, str], ...] = ()
    """Pairs of elements of one panel: a value goes from the first to the second. Only motion."""
    sweeps: tuple[str, ...] = ()
    """Rectangles that are gone through from left to right during the step. Only motion."""
    focus: str = ""
    """The element at which one looks; it is kept in view."""
    name: str = ""
    """What the slider says it is at, "" for its number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One picture of a scene."""

    id: str
    title: str
    """What one sees, above it."""
    width: float
    height: float
    elements: tuple[Element, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture that changes in steps."""

    id: str
    """The scene's name, unique on its page; its element's id is `scene-` with it."""
    kind: Kind
    """What sort of drawing it is; its CSS class is made of it."""
    title: str
    """Over the scene."""
    track: Literal["loop", "model"]
    """The colour of the scene: that of loops, or that of models."""
    panels: tuple[Panel, ...]
    """Pictures side by side, or below each other where there is less room."""
    start: str
    """Says the first state."""
    start_name: str = ""
    """What the slider says it is at before the first step, "" for its number."""
    steps: tuple[SceneStep, ...]
    """In order; state n is the first state with what steps 1 to n set."""
    basis: Basis
    """Where most of its numbers come from; the source says which do not."""
    source: str
    """What was run or computed, with which setting, in a sentence."""
    handle: str = ""
    """The element that can be dragged to a step's x, "" for none."""
    command: str = ""
    """Gives the same numbers on the command line, "" without."""
    notes: tuple[str, ...] = ()
    """What is left out, and what a mark means."""
    pace: int = 1000
    """Milliseconds of a step while it plays."""
    table: Table | None = None
    """Where the page has no table of its own."""

    def elements(self) -> Iterator[Element]:
        """Of all panels, in order."""
        for panel in self.panels:
            yield from panel.elements
