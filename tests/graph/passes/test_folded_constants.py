"""Constants that exporters leave to be computed: masks, norms of weights, assigned parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx_ir as ir
import pytest
from onnx import NodeProto, helper

from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.passes.constant_folding import fold_constants
from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
from compiler_core.graph.validation import validate
from tests.graph.importing.models import model
from tests.graph.pipeline.test_parts import results_of

node = helper.make_node
RANDOM = np.random.default_rng(4)
SIDE = 5
CONSTANTS = {
    "a": RANDOM.standard_normal((SIDE, SIDE)).astype(np.float32),
    "p": RANDOM.uniform(0.5, 2, (SIDE, SIDE)).astype(np.float32),
    "updates": RANDOM.standard_normal((2, SIDE)).astype(np.float32),
    "k": np.array(1), "less": np.array(-1), "one": np.array(1), "axes": np.array([1]),
    "rows": np.array([[3], [0]]), "points": np.array([[[0, 1]], [[4, -2]]]),
    "places": np.array([[0, 1, 2, 3, 4], [1, 0, 4, -1, 2]]),
}  # fmt: skip
NODES: dict[str, NodeProto] = {
    "upper triangle": node("Trilu", ["a", "k"], ["c"]),
    "lower triangle": node("Trilu", ["a", "less"], ["c"], upper=0),
    "whole triangle": node("Trilu", ["a"], ["c"]),
    "sums so far": node("CumSum", ["a", "one"], ["c"]),
    "sums from behind": node("CumSum", ["a", "less"], ["c"], reverse=1, exclusive=1),
    "rows assigned": node("ScatterND", ["a", "rows", "updates"], ["c"]),
    "elements assigned": node("ScatterElements", ["a", "places", "updates"], ["c"], axis=0),
    "elements along": node("GatherElements", ["a", "places"], ["c0"], axis=1),
    "points": node("GatherND", ["a", "points"], ["c0"]),
    **{name: node(name, ["p"], ["c"], axes=[1])
       for name in ("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare")},
    "not kept": node("ReduceLogSumExp", ["a"], ["c"], axes=[0], keepdims=0),
}  # fmt: skip


@pytest.mark.parametrize("name", NODES)
def test_it_is_computed_once_and_gives_what_the_runtime_gives(name: str) -> None:
    first = NODES[name]
    rest = [node("Add", ["x", "c"], ["y"])]
    if first.output[0] == "c0":
        # Of another shape: its sum is added.
        rest = [node("ReduceMax", ["c0"], ["c"], keepdims=0), *rest]
    constants = {given: CONSTANTS[given] for given in first.input}
    made = model([first, *rest], {"x": (SIDE, SIDE)}, ["y"], constants, opset=17)
    read, folded = (import_model(made.SerializeToString()).model for _ in range(2))
    fold_constants(folded)
    assert [one.op_type for one in folded.graph] == ["Add"]
    assert validate(read, folded).equal


@pytest.mark.usefixtures("emulator")
def test_a_convolution_whose_weights_are_normalised_computes_in_int8(tmp_path: Path) -> None:
    """g · v / |v|, as PyTorch's weight_norm leaves it."""
    nodes = [
        node("ReduceL2", ["v"], ["norm"], axes=[1, 2, 3]), node("Div", ["v", "norm"], ["unit"]),
        node("Mul", ["unit", "g"], ["w"]), node("Conv", ["x", "w"], ["y"]),
    ]  # fmt: skip
    constants = {
        "v": RANDOM.standard_normal((8, 4, 3, 3)).astype(np.float32),
        "g": RANDOM.uniform(0.5, 2, (8, 1, 1, 1)).astype(np.float32),
    }
    made = model(nodes, {"x": (1, 4, 8, 8)}, ["y"], constants)
    results = results_of(ir.from_proto(made), "int8", tmp_path)
    (details,) = (result.details for result in results if result.stage == "quantise")
    assert isinstance(details, QuantiseDetails)
    assert [row.precision for row in details.layers] == ["int8"]
