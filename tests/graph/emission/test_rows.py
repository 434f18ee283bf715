"""Rows of floats by vectors: softmax, norms and products of activations beside ONNX Runtime, on the
emulated core, in plain C, and in GCC's vectors elsewhere.
"""

from __future__ import annotations

import os
from pathlib import Path
from string import ascii_letters

import numpy as np
import onnx
import pytest
from onnx import helper

from compiler_core.graph.artifact import make_artifact
from compiler_core.graph.emission.program import emit_program, one_group_per_node
from compiler_core.graph.emission.vectors import VECTORS_FILE, native_flags, vectors_text
from compiler_core.graph.running.run import run_artifact
from tests.graph.emission.backend_suite import building
from tests.graph.emission.small_models import (
    expected,
    group,
    imported,
    model_proto,
    numbers,
    verdict,
)

pytestmark = pytest.mark.usefixtures("emulator")
node = helper.make_node
Named = tuple[onnx.ModelProto, dict[str, np.ndarray]]
# Below a vector, one, some with a rest, and more than the functions take at once.
COUNTS = (1, 4, 7, 8, 15, 16, 35, 64, 131)
# Rows, inner and columns: none, some and all of them in fours.
PRODUCTS = (
    (1, 8, 8), (3, 4, 4), (4, 4, 4), (5, 8, 12), (9, 20, 36), (8, 7, 16), (6, 12, 10), (16, 32, 64),
)  # fmt: skip
NORMS = ("layer", "other", "instance")
_HUGE = 3e4


def _softmax(count: int, at: int) -> tuple[list[onnx.NodeProto], dict[str, np.ndarray]]:
    """Ordinary, masked, far from zero, and all alike."""
    x = numbers(2, 4, count, seed=at)
    x[0, 1] = _HUGE * x[0, 1]
    x[1, 0, 1:] = -np.inf
    x[1, 1] = -_HUGE
    return [node("Softmax", [f"s{at}"], [f"soft{at}"])], {f"s{at}": x}


def _norms(count: int, at: int) -> tuple[list[onnx.NodeProto], dict[str, np.ndarray]]:
    """Around 100: a mean of squares less the square of the mean would lose half the digits."""
    x = numbers(2, 3, count, seed=at) + np.float32(100)
    scale, channels = np.ones(count, np.float32), np.ones(3, np.float32)
    inputs = {f"n{at}": x, f"w{at}": scale, f"b{at}": scale, f"c{at}": channels}
    names = [f"n{at}", f"w{at}", f"b{at}"]
    return [
        node("LayerNormalization", names, [f"layer{at}"]),
        node("LayerNormalization", names[:2], [f"other{at}"], axis=-1),
        node("InstanceNormalization", [names[0], f"c{at}", f"c{at}"], [f"instance{at}"]),
    ], inputs


def _product(
    sizes: tuple[int, int, int], at: int
) -> tuple[list[onnx.NodeProto], dict[str, np.ndarray]]:
    """In batches, one of them repeated, and with a tail in the same kernel."""
    rows, inner, columns = sizes
    left, right = numbers(2, 3, rows, inner, seed=at), numbers(3, inner, columns, seed=at + 50)
    return [node("MatMul", [f"l{at}", f"r{at}"], [f"product{at}"])], {
        f"l{at}": left,
        f"r{at}": right,
    }


def _together() -> Named:
    """All of them as one model."""
    nodes, inputs = list[onnx.NodeProto](), dict[str, np.ndarray]()
    parts = [
        *(make(count, at) for at, count in enumerate(COUNTS) for make in (_softmax, _norms)),
        *(_product(sizes, at) for at, sizes in enumerate(PRODUCTS)),
    ]
    for made, given in parts:
        nodes += made
        inputs |= given
    return model_proto(nodes, inputs, [node.output[0] for node in nodes]), inputs


def test_rows_on_the_emulated_core() -> None:
    proto, inputs = _together()
    model = imported(proto)
    program = emit_program(model, one_group_per_node(model))
    for function in ("row_largest", "row_sum", "row_squares", "row_exponentials", "four_rows"):
        assert program.source.count(f"ROWS float {function}(") <= 2
        assert f" {function}(" in program.source
    found = run_artifact(make_artifact(program, None, core="cortex-a76"), inputs).outputs
    names = [value.name for value in proto.graph.output]
    for name, given in zip(names, expected(proto, inputs), strict=True):
        wanted = _normalised(name, inputs) if name.startswith(NORMS) else given
        assert np.allclose(found[name], wanted, rtol=3e-5, atol=3e-5, equal_nan=True), name


def _normalised(name: str, inputs: dict[str, np.ndarray]) -> np.ndarray:
    """In float64: around 100 ONNX Runtime itself loses digits. All scales and shifts are one."""
    x = inputs[f"n{name.lstrip(ascii_letters)}"].astype(np.float64)
    away = x - x.mean(-1, keepdims=True)
    shift = 0 if name.startswith("other") else 1
    return away / np.sqrt((away**2).mean(-1, keepdims=True) + 1e-5) + shift


@pytest.mark.parametrize("vectors", [False, True])
def test_rows_elsewhere(vectors: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proto, inputs = _together()
    if vectors:
        model = imported(proto)
        flags = native_flags(emit_program(model, one_group_per_node(model)).source)
        assert flags
        fused = ("-mfma",) if os.uname().machine == "x86_64" else ()
        monkeypatch.setattr(building, "_FLAGS", (*building._FLAGS, *flags, *fused))
        (tmp_path / VECTORS_FILE).write_text(vectors_text(), encoding="utf-8")
    # ONNX Runtime's own sums differ from ours by a few last places around 100.
    inputs = {name: value % 8 if name.startswith("n") else value for name, value in inputs.items()}
    assert verdict(proto, inputs, tmp_path) == ""


def test_a_reshape_at_the_end_needs_no_division() -> None:
    """Heads laid side by side again, and rows that only change their axes."""
    x = numbers(2, 3, 8, 4)
    shape = np.array([2, 8, 12])
    nodes = [
        node("Transpose", ["x"], ["turned"], perm=[0, 2, 1, 3], name="turn"),
        node("Reshape", ["turned", "shape"], ["y"], name="count"),
    ]
    proto = model_proto(nodes, {"x": x}, ["y"], {"shape": shape})
    model = imported(proto)
    names = [one.name or "" for one in model.graph]
    program = emit_program(model, [group("y", names, "", ["x"], "y")])
    kernel = program.kernels[0]
    text = "\n".join(program.source.split("\n")[kernel.first_line : kernel.last_line])
    assert "%" not in text
    assert "/" not in text
    found = run_artifact(make_artifact(program, None, core="cortex-a76"), {"x": x}).outputs
    assert np.array_equal(found["y"], expected(proto, {"x": x})[0])
