"""A network that scales its pixels itself reads bytes, not numbers normalised a second time."""

from __future__ import annotations

import numpy as np
import pytest
from onnx import NodeProto, TensorProto

from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.source_model import usual_picture
from tests.graph.expected_inputs.networks import network, node

PLANES, PIXELS = (1, 3, 8, 8), (1, 8, 8, 3)
CONSTANTS = {
    "whole": np.array(255, np.float32), "part": np.array(1 / 255, np.float32),
    "half": np.array(127.5, np.float32), "one": np.array(1, np.float32),
    "mean": np.array([123.7, 116.3, 103.5], np.float32).reshape(3, 1, 1),
    "deviation": np.array([58.4, 57.1, 57.4], np.float32).reshape(3, 1, 1),
    "normal": np.array([0.229, 0.224, 0.225], np.float32).reshape(3, 1, 1),
}  # fmt: skip
SCALES: dict[str, tuple[tuple[int, ...], list[NodeProto]]] = {
    "div": (PLANES, [node("Div", ["x", "whole"], ["y"])]),
    "mul": (PLANES, [node("Mul", ["part", "x"], ["y"])]),
    "around zero": (PIXELS, [node("Transpose", ["x"], ["t"], perm=[0, 3, 1, 2]),
                             node("Div", ["t", "half"], ["s"]), node("Sub", ["s", "one"], ["y"])]),
    "cast": (PLANES, [node("Cast", ["x"], ["c"], to=TensorProto.FLOAT),
                      node("Sub", ["c", "half"], ["s"]), node("Div", ["s", "half"], ["y"])]),
    "each channel": (PLANES, [node("Sub", ["x", "mean"], ["s"]),
                              node("Div", ["s", "deviation"], ["y"])]),
}  # fmt: skip
# Numbers of 0 to 1, or normalised ones, are what these read.
OTHERS = {
    "normal": [node("Div", ["x", "normal"], ["y"])],
    "shift": [node("Sub", ["x", "one"], ["y"])],
    "later": [node("Relu", ["x"], ["r"]), node("Div", ["r", "whole"], ["y"])],
}


def _settings(shape: tuple[int, ...], nodes: list[NodeProto]):
    used = {given for node in nodes for given in node.input}
    kept = {name: array for name, array in CONSTANTS.items() if name in used}
    made = network(nodes, {"x": (TensorProto.FLOAT, shape)}, kept)
    settings = usual_picture(import_model(made.SerializeToString()))
    assert settings is not None
    return settings


@pytest.mark.parametrize("name", SCALES)
def test_who_scales_pixels_itself_gets_bytes(name: str) -> None:
    shape, nodes = SCALES[name]
    settings = _settings(shape, nodes)
    picture = np.arange(192, dtype=np.uint8).reshape(1, 8, 8, 3) + 64
    assert settings.shape == shape
    assert sorted(settings.tensors(picture).reshape(-1)) == list(range(64, 256))
    assert settings.keeps_bytes


@pytest.mark.parametrize("name", OTHERS)
def test_who_does_not_gets_normalised_numbers(name: str) -> None:
    settings = _settings(PLANES, OTHERS[name])
    assert not settings.keeps_bytes
    assert settings.tensors(np.full((1, 8, 8, 3), 255, np.uint8)).max() < 3
