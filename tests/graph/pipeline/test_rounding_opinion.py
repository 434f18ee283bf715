"""A difference counts as rounding only up to what a rounding of the inputs changes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from onnx import helper

from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.rounding_opinion import rounding_opinion
from compiler_core.graph.pipeline.run_stage import reference_model
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.running.comparison import compare_outputs, reference_outputs
from compiler_core.graph.running.records import ProgramResult
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import source_model
from tests.graph.importing.models import model


def state_of(folder: Path, precision: str = "fp32") -> PipelineState:
    """A sigmoid far below its middle: its largest output is a few millionths."""
    weights = np.random.default_rng(2).standard_normal((64, 8)).astype(np.float32)
    bias = np.full(8, -24, np.float32)
    nodes = [
        helper.make_node("Gemm", ["x", "w", "b"], ["far"]),
        helper.make_node("Sigmoid", ["far"], ["y"]),
    ]
    path = folder / "net.onnx"
    made = model(nodes, {"x": (4, 64)}, ["y"], {"w": weights, "b": bias})
    path.write_bytes(made.SerializeToString())
    settings = settings_of({"precision": precision})
    source = source_model(str(path), settings)
    start = source.imported.model
    return PipelineState(
        source=source, settings=settings, inputs=inputs_of(source), model=start, float_model=start
    )


def opinion(state: PipelineState, error: float) -> str:
    """Of a program whose first output is wrong by so much."""
    reference = reference_model(state)
    expected = reference_outputs(reference, state.inputs.run)[0]
    ours = {name: one.astype(np.float64) for name, one in expected.items()}
    ours["y"].flat[0] += error
    result = ProgramResult(
        status="ok",
        message="",
        outputs=ours,
        reference="ONNX Runtime",
        comparison=compare_outputs(ours, expected),
    )
    return rounding_opinion(state, result, reference)


def noise(state: PipelineState) -> float:
    reference = reference_model(state)
    usual = reference_outputs(reference, state.inputs.run)[0]["y"]
    moved = {name: np.nextafter(one, np.float32(9)) for name, one in state.inputs.run.items()}
    return float(np.abs(reference_outputs(reference, moved)[0]["y"] - usual).max())


def test_what_a_rounding_changes_is_no_mistake(tmp_path: Path) -> None:
    state = state_of(tmp_path)
    assert "rounding step" in opinion(state, noise(state) / 4)


@pytest.mark.parametrize("times", [100, 1e5, np.inf, np.nan])
def test_what_is_further_off_is_one(tmp_path: Path, times: float) -> None:
    state = state_of(tmp_path)
    assert opinion(state, noise(state) * times) == ""


def test_int8_has_its_own_tolerance(tmp_path: Path) -> None:
    assert opinion(state_of(tmp_path, "int8"), 0.0) == ""
