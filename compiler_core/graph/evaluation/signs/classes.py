"""The sixteen signs, as lines and polygons between -1 and 1; y points down, as in pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

Corner = tuple[float, float]
Colour = tuple[int, int, int]
Role = Literal["board", "area", "line"]

_RED, _WHITE, _BLACK = (190, 30, 45), (240, 240, 235), (25, 25, 30)
_BLUE, _YELLOW, _GREEN = (20, 80, 170), (245, 200, 30), (20, 130, 70)
_TURN = 2 * math.pi


@dataclass(frozen=True, slots=True)
class Part:
    """A board is filled and may have a border, an area is filled, a line is stroked (open)."""

    role: Role
    corners: tuple[Corner, ...]


Drawing = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class SignClass:
    """One class: the drawings by which it is known, and colours it often has.

    colours: of the board, its border, and what stands on it; a sign without a board has the last.
    """

    name: str
    title: str
    drawings: tuple[Drawing, ...]
    colours: tuple[Colour, Colour, Colour]


def _regular(corners: int, turn: float, radius: float = 1.0) -> tuple[Corner, ...]:
    """Corners of a regular polygon, the first at `turn` of a full turn clockwise from the right."""
    angles = [_TURN * (turn + at / corners) for at in range(corners)]
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


def _star() -> tuple[Corner, ...]:
    outer, inner = _regular(5, -0.25), _regular(5, -0.15, 0.42)
    return tuple(corner for pair in zip(outer, inner, strict=True) for corner in pair)


def _heart() -> tuple[Corner, ...]:
    """The usual heart curve, x = 16 sin^3 t."""
    angles = [_TURN * at / 28 for at in range(28)]
    return tuple((math.sin(angle) ** 3, _heart_height(angle)) for angle in angles)


def _heart_height(angle: float) -> float:
    terms = 13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle)
    return -(terms - math.cos(4 * angle)) / 16


def _turned(drawing: Drawing, quarters: int) -> Drawing:
    """Turned clockwise by quarter turns."""
    cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    return tuple(
        Part(
            part.role,
            tuple((x * cosine - y * sine, x * sine + y * cosine) for x, y in part.corners),
        )
        for part in drawing
    )


def _scaled(drawing: Drawing, factor: float) -> Drawing:
    return tuple(
        Part(part.role, tuple((x * factor, y * factor) for x, y in part.corners))
        for part in drawing
    )


_ROUND = Part("board", _regular(24, 0.0))
_SQUARE = Part("board", ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)))
_OCTAGON = Part("board", _regular(8, 1 / 16))
_TRIANGLE_UP = Part("board", ((0.0, -0.95), (1.0, 0.8), (-1.0, 0.8)))
_TRIANGLE_DOWN = Part("board", ((0.0, 0.95), (1.0, -0.8), (-1.0, -0.8)))

_BLOCK_ARROW: Drawing = (
    Part("area", ((1.0, 0.0), (0.1, -0.8), (0.1, -0.3), (-0.95, -0.3),
                  (-0.95, 0.3), (0.1, 0.3), (0.1, 0.8))),
)  # fmt: skip
_LINE_ARROW: Drawing = (
    Part("line", ((-0.95, 0.0), (0.9, 0.0))),
    Part("line", ((0.3, -0.6), (0.9, 0.0), (0.3, 0.6))),
)
_ARROWS = (
    _BLOCK_ARROW,
    _LINE_ARROW,
    (_ROUND, *_scaled(_BLOCK_ARROW, 0.66)),
    (_SQUARE, *_scaled(_LINE_ARROW, 0.62)),
)
# S, T, O and P, each half a unit high.
_STOP_TEXT: Drawing = (
    Part("line", ((-0.5, -0.22), (-0.68, -0.22), (-0.68, 0.0),
                  (-0.5, 0.0), (-0.5, 0.22), (-0.68, 0.22))),
    Part("line", ((-0.36, -0.22), (-0.1, -0.22))),
    Part("line", ((-0.23, -0.22), (-0.23, 0.22))),
    Part("line", ((0.04, -0.22), (0.24, -0.22), (0.24, 0.22), (0.04, 0.22), (0.04, -0.22))),
    Part("line", ((0.42, 0.22), (0.42, -0.22), (0.64, -0.22), (0.64, 0.02), (0.42, 0.02))),
)  # fmt: skip
_LETTER_P: Drawing = (
    Part("line", ((-0.25, 0.6), (-0.25, -0.55), (0.12, -0.55), (0.32, -0.4),
                  (0.32, -0.1), (0.12, 0.05), (-0.25, 0.05))),
)  # fmt: skip


def _arrow(name: str, quarters: int) -> SignClass:
    drawings = tuple(_turned(drawing, quarters) for drawing in _ARROWS)
    return SignClass(f"arrow {name}", f"Arrow {name}", drawings, (_BLUE, _WHITE, _WHITE))


def _bare(name: str, drawings: tuple[Drawing, ...], colour: Colour) -> SignClass:
    """A sign without a board."""
    return SignClass(name, name.capitalize(), drawings, (colour, colour, colour))


_PLUS: Drawing = (Part("line", ((-0.9, 0.0), (0.9, 0.0))), Part("line", ((0.0, -0.9), (0.0, 0.9))))
_CROSS: Drawing = (
    Part("line", ((-0.8, -0.8), (0.8, 0.8))),
    Part("line", ((-0.8, 0.8), (0.8, -0.8))),
)
_CHECK: Drawing = (Part("line", ((-0.9, 0.1), (-0.3, 0.75), (0.95, -0.7))),)
_DIAMOND: Drawing = (Part("area", ((0.0, -1.0), (0.85, 0.0), (0.0, 1.0), (-0.85, 0.0))),)
_BAR = Part("area", ((-0.62, -0.17), (0.62, -0.17), (0.62, 0.17), (-0.62, 0.17)))
_BAR_LINE = Part("line", ((-0.65, 0.0), (0.65, 0.0)))
_SLASH = Part("line", ((-0.66, -0.66), (0.66, 0.66)))
_EXCLAMATION: Drawing = (
    Part("line", ((0.0, -0.3), (0.0, 0.25))),
    Part("line", ((0.0, 0.52), (0.0, 0.56))),
)

SIGN_CLASSES: tuple[SignClass, ...] = (
    SignClass(
        "stop", "Stop: an octagon", ((_OCTAGON,), (_OCTAGON, *_STOP_TEXT)), (_RED, _WHITE, _WHITE)
    ),
    SignClass("yield", "Yield: a triangle on its tip", ((_TRIANGLE_DOWN,),), (_WHITE, _RED, _RED)),
    SignClass(
        "warning",
        "Warning: a triangle with an exclamation mark",
        ((_TRIANGLE_UP, *_EXCLAMATION),),
        (_YELLOW, _BLACK, _BLACK),
    ),
    SignClass(
        "no entry",
        "No entry: a circle with a level bar",
        ((_ROUND, _BAR), (_ROUND, _BAR_LINE)),
        (_RED, _WHITE, _WHITE),
    ),
    SignClass(
        "forbidden",
        "Forbidden: a circle with a slanting bar",
        ((_ROUND, _SLASH),),
        (_WHITE, _RED, _RED),
    ),
    SignClass(
        "parking",
        "Parking: a square with the letter P",
        ((_SQUARE, *_LETTER_P),),
        (_BLUE, _WHITE, _WHITE),
    ),
    _arrow("right", 0),
    _arrow("down", 1),
    _arrow("left", 2),
    _arrow("up", 3),
    _bare("cross", (_CROSS,), _RED),
    _bare("plus", (_PLUS,), _GREEN),
    _bare("check", (_CHECK,), _GREEN),
    _bare("star", ((Part("area", _star()),),), _YELLOW),
    _bare("heart", ((Part("area", _heart()),),), _RED),
    _bare("diamond", (_DIAMOND,), _YELLOW),
)

CLASS_NAMES = tuple(sign_class.name for sign_class in SIGN_CLASSES)
