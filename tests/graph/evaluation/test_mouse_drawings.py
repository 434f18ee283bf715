"""Signs drawn with the mouse on a canvas, by another renderer than the training pictures'."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageDraw

from compiler_core.graph.evaluation.shipped import shipped_model
from compiler_core.graph.evaluation.signs.classes import SIGN_CLASSES, Drawing
from compiler_core.graph.model_session import Session
from compiler_core.graph.picture_input.prepare import prepare_picture

CANVAS = 280
DRAWINGS = [
    (label, drawing) for label, sign in enumerate(SIGN_CLASSES) for drawing in sign.drawings
]


def drawn(drawing: Drawing, stream: np.random.Generator) -> bytes:
    """A PNG of dark strokes on white, of some size, a little turned, each corner a little off."""
    picture = Image.new("RGB", (CANVAS, CANVAS), "white")
    pen = ImageDraw.Draw(picture)
    size, angle = stream.uniform(70, 115), stream.uniform(-0.15, 0.15)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle, width = CANVAS / 2 + stream.uniform(-20, 20, 2), int(stream.integers(8, 20))
    for part in drawing:
        corners = np.array(part.corners) @ turn * size + middle
        corners += stream.normal(0, 4, corners.shape)
        line = [tuple(corner) for corner in corners.tolist()]
        closing = [] if part.role == "line" else line[:1]
        pen.line([*line, *closing], fill=(20, 20, 20), width=width, joint="curve")
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("name", ["plain", "residual", "depthwise"])
def test_a_net_knows_what_is_drawn_with_the_mouse(name: str) -> None:
    net = shipped_model(name)
    session, stream = Session(net.content()), np.random.default_rng(3)
    asked = [(label, drawn(drawing, stream)) for label, drawing in DRAWINGS * 4]
    right = sum(
        int(session.first_output({"image": prepare_picture(content, net.settings).tensor}).argmax())
        == label
        for label, content in asked
    )
    assert right >= 0.95 * len(asked)
