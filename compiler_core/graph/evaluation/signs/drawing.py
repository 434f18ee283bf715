"""One picture of one sign: painted and photographed, or drawn by hand with dark ink."""

from __future__ import annotations

import numpy as np

from compiler_core.graph.evaluation.signs.camera import SIDE, photographed, scanned, sign_points
from compiler_core.graph.evaluation.signs.chance import Chance
from compiler_core.graph.evaluation.signs.classes import SIGN_CLASSES, Drawing, Part, SignClass
from compiler_core.graph.evaluation.signs.distance import coverage
from compiler_core.graph.evaluation.signs.strokes import Area, Stroke, freehand

_INK_SHARE = 0.45
_CONTRAST = 42.0
_BRIGHTNESS = np.array([0.299, 0.587, 0.114])
Layer = tuple[Stroke | Area, np.ndarray]


def draw_sign(label: int, *seed: int) -> np.ndarray:
    """A picture of class `label`: uint8 [32, 32, 3], RGB. The same seed gives the same picture."""
    chance = Chance(*seed)
    if chance.happens(_INK_SHARE):
        return _drawn_by_hand(SIGN_CLASSES[label], chance)
    return _painted(SIGN_CLASSES[label], chance)


def _drawn_by_hand(sign: SignClass, chance: Chance) -> np.ndarray:
    paper, ink = _paper_and_ink(chance)
    thickness = chance.between(0.09, 0.26)
    wobble = chance.between(0.0, 0.1)
    layers = [
        (shape, ink)
        for part in chance.one_of(sign.drawings)
        for shape in (_by_hand(part, thickness, wobble, chance),)
    ]
    page = _put_on(_uneven(paper, 6.0, chance), layers, chance)
    return scanned(_with_stray_lines(page, ink, 0.25, chance), chance)


def _by_hand(part: Part, thickness: float, wobble: float, chance: Chance) -> Stroke | Area:
    corners = np.array(part.corners)
    if part.role == "line":
        return Stroke(freehand(corners, "open", wobble, chance), "open", thickness)
    outline = freehand(corners, "closed", wobble, chance)
    if part.role == "area" and chance.happens(0.4):
        return Area(outline)
    return Stroke(outline, "closed", thickness)


def _paper_and_ink(chance: Chance) -> tuple[np.ndarray, np.ndarray]:
    """Light paper and dark ink, or chalk on a board."""
    light = np.full(3, chance.between(195, 255)) - chance.spread(3) * 6
    dark = np.full(3, chance.between(0, 75)) + chance.spread(3) * chance.one_of((0, 25))
    return (dark, light) if chance.happens(0.15) else (light, dark)


def _painted(sign: SignClass, chance: Chance) -> np.ndarray:
    drawing = chance.one_of(sign.drawings)
    background = _colour(chance)
    layers = _painted_layers(sign, drawing, background, chance)
    scene = _uneven(background, chance.one_of((4.0, 18.0, 34.0)), chance)
    seen = _put_on(_with_stray_lines(scene, _colour(chance), 0.5, chance), layers, chance)
    return photographed(_with_stray_lines(seen, _colour(chance), 0.3, chance), chance)


def _with_stray_lines(
    picture: np.ndarray, colour: np.ndarray, share: float, chance: Chance
) -> np.ndarray:
    """Sometimes a branch, a wire or a slip of the pen crosses the picture."""
    while chance.happens(share):
        ends = np.array([[chance.between(-1.4, 1.4) for _ in range(2)] for _ in range(2)])
        line = Stroke(ends, "open", chance.between(0.03, 0.12))
        picture = _put_on(picture, [(line, colour)], chance)
    return picture


def _painted_layers(
    sign: SignClass, drawing: Drawing, background: np.ndarray, chance: Chance
) -> list[Layer]:
    board, border, mark = _sign_colours(sign, background, drawing, chance)
    width = chance.between(0.14, 0.3)
    has_border = chance.happens(0.75) or len(drawing) == 1
    layers: list[Layer] = []
    for part in drawing:
        corners = np.array(part.corners)
        if part.role == "board":
            layers.append((Area(corners), board))
            if has_border:
                layers.append((Stroke(corners * 0.88, "closed", width * 0.7), border))
        elif part.role == "area":
            layers.append((Area(corners), mark))
        else:
            layers.append((Stroke(corners, "open", width), mark))
    return layers


def _sign_colours(
    sign: SignClass, background: np.ndarray, drawing: Drawing, chance: Chance
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Usual colours half of the time; always told apart from what they stand on by brightness."""
    usual = [np.array(colour, dtype=float) for colour in sign.colours]
    board, border, mark = usual if chance.happens(0.5) else [_colour(chance) for _ in range(3)]
    if drawing[0].role != "board":
        return board, border, _apart(mark, background, chance)
    board = _apart(board, background, chance)
    return board, _apart(border, board, chance), _apart(mark, board, chance)


def _colour(chance: Chance) -> np.ndarray:
    return np.array([chance.between(10, 245) for _ in range(3)])


def _apart(colour: np.ndarray, ground: np.ndarray, chance: Chance) -> np.ndarray:
    """The colour, or another one whose brightness differs enough from the ground's."""
    level = _brightness(ground)
    while abs(_brightness(colour) - level) < _CONTRAST:
        colour = _colour(chance)
    return colour


def _brightness(colour: np.ndarray) -> float:
    red, green, blue = (colour * _BRIGHTNESS).tolist()
    return red + green + blue


def _uneven(colour: np.ndarray, strength: float, chance: Chance) -> np.ndarray:
    """A ground of this colour with soft patches: [32, 32, 3]."""
    patches = chance.spread(5, 5, 3) * strength
    positions = np.linspace(0, 3.999, SIDE)
    low = positions.astype(int)
    rest = (positions - low)[:, None, None]
    rows = patches[low] * (1 - rest) + patches[low + 1] * rest
    across = rest[:, 0][None]
    return colour + rows[:, low] * (1 - across) + rows[:, low + 1] * across


def _put_on(ground: np.ndarray, layers: list[Layer], chance: Chance) -> np.ndarray:
    """Paint the layers over the ground, all seen from the same place."""
    points, pixels_per_unit = sign_points(chance)
    picture = ground.reshape(-1, 3)
    for shape, colour in layers:
        covered = coverage(shape.distances(points), pixels_per_unit)[:, None]
        picture = picture * (1 - covered) + colour * covered
    return picture.reshape(SIDE, SIDE, 3)
