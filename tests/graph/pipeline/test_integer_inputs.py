"""Pictures as bytes: networks whose inputs are 8-bit integers, from the file to the run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx_ir as ir
import pytest
from onnx import NodeProto, TensorProto, helper

from compiler_core.graph.pipeline.run_stage import RunDetails
from tests.graph.importing.models import model
from tests.graph.pipeline.test_parts import results_of

pytestmark = pytest.mark.usefixtures("emulator")
node = helper.make_node


def scaled(kind: type) -> tuple[list[NodeProto], dict[str, np.ndarray]]:
    """The usual picture: a byte by 255."""
    return [node("Cast", ["x"], ["c"], to=1), node("Mul", ["c", "k"], ["p"])], {
        "k": np.array(1 / 255, np.float32)
    }


def dequantised(kind: type) -> tuple[list[NodeProto], dict[str, np.ndarray]]:
    return [node("DequantizeLinear", ["x", "k", "z"], ["p"])], {
        "k": np.array(1 / 64, np.float32),
        "z": np.array(3, kind),
    }


def turned(kind: type) -> tuple[list[NodeProto], dict[str, np.ndarray]]:
    """The bytes of a camera, channels last in memory, are moved before they become numbers."""
    nodes = [node("Transpose", ["x"], ["t"], perm=[0, 1, 3, 2]), node("Cast", ["t"], ["p"], to=1)]
    return nodes, {}


@pytest.mark.parametrize(("begin", "kind", "precision"), [
    (scaled, np.uint8, "fp32"), (scaled, np.int8, "int8"), (dequantised, np.uint8, "int8"),
    (dequantised, np.int8, "fp32"), (turned, np.uint8, "int8"), (turned, np.int8, "fp32"),
])  # fmt: skip
def test_a_network_that_takes_bytes_compiles_and_agrees(
    begin: object, kind: type, precision: str, tmp_path: Path
) -> None:
    assert callable(begin)
    nodes, constants = begin(kind)
    chance = np.random.default_rng(2)
    constants["w"] = chance.standard_normal((8, 3, 3, 3)).astype(np.float32)
    nodes += [node("Conv", ["p", "w"], ["q"], pads=[1, 1, 1, 1]), node("Relu", ["q"], ["y"])]
    element = TensorProto.UINT8 if kind is np.uint8 else TensorProto.INT8
    made = model(nodes, {"x": (1, 3, 12, 12)}, ["y"], constants, element_type=element)
    made.graph.output[0].type.tensor_type.elem_type = TensorProto.FLOAT
    *_, run = results_of(ir.from_proto(made), precision, tmp_path)
    assert isinstance(run.details, RunDetails)
    assert run.details.agrees, run.sentence


@pytest.mark.parametrize(
    ("operator", "element", "best"),
    [
        ([node("Greater", ["x", "k"], ["y"])], TensorProto.BOOL, 1.0),
        ([node("Cast", ["x"], ["y"], to=TensorProto.UINT8)], TensorProto.UINT8, None),
    ],
)
def test_the_largest_of_scores_that_have_no_negative_comes_first(
    operator: list[NodeProto], element: int, best: float | None, tmp_path: Path
) -> None:
    nodes = [node("Abs", ["i"], ["a"]), node("Mul", ["a", "hundred"], ["x"]), *operator]
    constants = {"k": np.array(50, np.float32), "hundred": np.array(60, np.float32)}
    made = model(nodes, {"i": (1, 9)}, ["y"], constants)
    made.graph.output[0].type.tensor_type.elem_type = element
    *_, run = results_of(ir.from_proto(made), "fp32", tmp_path)
    assert isinstance(run.details, RunDetails)
    scores = run.details.result.outputs["y"].ravel()
    told = [one.ours for one in run.details.classes]
    assert told == sorted(scores.astype(float), reverse=True)[: len(told)]
    assert best is None or told[0] == best
    # Whether numbers of a file that nobody knows are scores of classes, nobody can say.
    assert run.details.meaning
    assert "It says" not in run.sentence
