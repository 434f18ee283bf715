"""What networks expect of their inputs is found, and drawn so that their outputs are numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx_ir as ir
import pytest
from onnx import ModelProto, NodeProto, TensorProto

from compiler_core.graph.expected_inputs.search import expected_of
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.input_stage import input_stage
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from compiler_core.graph.validation import random_inputs, run_model
from tests.graph.expected_inputs.networks import (
    KINDS,
    WORDS,
    bert,
    hidden_scores,
    network,
    node,
)
from tests.graph.pipeline.test_parts import results_of

SEEDS = range(12)


def drawn_and_run(made: ModelProto) -> tuple[list[dict[str, np.ndarray]], np.ndarray]:
    """Arrays of some seeds, and the first output of each."""
    model = import_model(made.SerializeToString()).model
    given = [random_inputs(model, seed) for seed in SEEDS]
    return given, np.stack([one[0] for one in run_model(model, tuple(given))])


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_a_network_of_tokens_and_a_mask_compiles_and_agrees(precision: str, tmp_path: Path) -> None:
    results = results_of(ir.from_proto(bert()), precision, tmp_path)
    run = results[-1].details
    assert isinstance(run, RunDetails)
    assert run.agrees
    assert np.isfinite(next(iter(run.result.outputs.values()))).all()


def test_the_first_stage_says_what_each_input_gets_and_why(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(bert().SerializeToString())
    settings = CompileSettings()
    source = source_model(str(path), settings)
    read = source.imported.model
    state = PipelineState(
        source=source, settings=settings, inputs=inputs_of(source), model=read, float_model=read
    )
    sentence = input_stage(state, lambda *_: None).result.sentence
    assert f"input_ids gets numbers from 0 to {WORDS - 1} (Gather looks up" in sentence
    assert "attention_mask gets ones and zeros (it is a mask: a one shows its place)." in sentence


def test_tokens_name_every_row_of_their_table_and_no_other() -> None:
    given, outputs = drawn_and_run(bert())
    tokens = np.stack([one["input_ids"] for one in given])
    assert (tokens.min() >= 0, tokens.max() < WORDS, tokens.max() > WORDS / 2) == (True,) * 3
    assert {int(one) for each in given for one in each["token_type_ids"].flat} == set(range(KINDS))
    assert np.isfinite(outputs).all()


MASKS: dict[str, tuple[list[NodeProto], int]] = {
    "a product": ([node("Cast", ["m"], ["f"], to=1), node("Mul", ["f", "lowest"], ["b"]),
                   node("Add", ["scores", "b"], ["masked"])], TensorProto.INT32),
    "one less": ([node("Sub", ["m", "one"], ["f"]), node("Div", ["f", "small"], ["b"]),
                  node("Add", ["scores", "b"], ["masked"])], TensorProto.FLOAT),
    "the contrary": ([node("Not", ["m"], ["n"]), node("Where", ["n", "below", "scores"],
                                                      ["masked"])], TensorProto.BOOL),
    "a condition": ([node("Cast", ["m"], ["n"], to=9), node("Where", ["n", "scores", "below"],
                                                            ["masked"])], TensorProto.INT64),
    "hidden": ([node("Where", ["m", "below", "scores"], ["masked"])], TensorProto.BOOL),
    "a comparison": ([node("Equal", ["m", "whole"], ["n"]), node("Where", ["n", "below", "scores"],
                                                                 ["masked"])], TensorProto.INT64),
}  # fmt: skip


@pytest.mark.parametrize("name", MASKS)
def test_a_mask_hides_some_and_never_all(name: str) -> None:
    nodes, kind = MASKS[name]
    given, outputs = drawn_and_run(hidden_scores(nodes, kind, small=np.array(1e-9, np.float32)))
    masks = np.stack([one["m"] for one in given]).astype(float)
    assert set(np.unique(masks)) == {0.0, 1.0}
    assert np.isfinite(outputs).all()
    # Some are hidden, and each row shows something of its own.
    assert (outputs == 0).any()
    assert (outputs.max(axis=-1) > 0).all()


RANGES: dict[str, tuple[list[NodeProto], int, tuple[float, float]]] = {
    "a table behind an offset": ([node("Add", ["x", "two"], ["i"]), node("Gather", ["t", "i"],
                                                                         ["y"])], 7, (-2, 6)),
    "rows counted from behind": (
        [node("Less", ["x", "zero"], ["n"]), node("Add", ["x", "nine"], ["p"]),
         node("Where", ["n", "p", "x"], ["i"]), node("Gather", ["t", "i"], ["y"])], 7, (0, 8)),
    "points of a table": ([node("GatherND", ["t", "x"], ["y"])], 7, (0, 3)),
    "lengths": ([node("Unsqueeze", ["x", "last"], ["l"]), node("Less", ["places", "l"], ["b"]),
                 node("Cast", ["b"], ["y"], to=1)], 7, (1, 6)),
    "a logarithm": ([node("Add", ["x", "one"], ["p"]), node("Log", ["p"], ["y"])], 1,
                    (-0.999, np.inf)),
    "bytes as floats": ([node("Div", ["x", "most"], ["y"])], 1, (0, 255)),
    "a quantised input": ([node("QuantizeLinear", ["x", "step", "middle"], ["q"]),
                           node("DequantizeLinear", ["q", "step", "middle"], ["y"])], 1,
                          (-64, 63.5)),
}  # fmt: skip


@pytest.mark.parametrize("name", RANGES)
def test_numbers_lie_where_the_network_wants_them(name: str) -> None:
    nodes, kind, (low, high) = RANGES[name]
    constants = {
        "t": np.ones((9, 4), np.float32), "two": np.array(2), "zero": np.array(0),
        "nine": np.array(9), "places": np.arange(6), "one": np.array(1, np.float32),
        "most": np.array(255, np.float32), "step": np.array(0.5, np.float32),
        "middle": np.array(0, np.int8), "last": np.array([-1]),
    }  # fmt: skip
    used = {given for node in nodes for given in node.input}
    kept = {key: array for key, array in constants.items() if key in used}
    made = network(nodes, {"x": (kind, (3, 2))}, kept)
    given, outputs = drawn_and_run(made)
    numbers = np.stack([one["x"] for one in given])
    assert (numbers.min() >= low - 1e-6, numbers.max() <= high) == (True, True)
    assert np.isfinite(outputs).all()
    expected = expected_of(import_model(made.SerializeToString()).model)["x"]
    assert expected.low == pytest.approx(low)
    assert expected.high == pytest.approx(high)


def test_bytes_are_all_bytes_and_what_says_nothing_is_not_bounded() -> None:
    made = network([node("Cast", ["x"], ["f"], to=1), node("Add", ["f", "z"], ["y"])],
                   {"x": (TensorProto.UINT8, (9, 9)), "z": (TensorProto.FLOAT, (9, 9))},
                   {})  # fmt: skip
    model = import_model(made.SerializeToString()).model
    assert not expected_of(model)
    given = random_inputs(model, 0)
    assert given["x"].max() > 200
    assert given["z"].min() < 0
