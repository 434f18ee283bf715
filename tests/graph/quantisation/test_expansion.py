"""A normalisation in front of a padded convolution: int8 all the way, as a product and a sum."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from onnx import helper

from compiler_core.graph.model_inputs import ModelInputs
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.pipeline.quantise_stage import quantise_stage
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import SourceModel
from tests.graph.emission.small_models import imported, model_proto, numbers

pytestmark = pytest.mark.usefixtures("emulator")

node = helper.make_node


def test_the_quantise_stage_expands_what_is_left() -> None:
    x = numbers(1, 4, 8, 8)
    constants = {
        "w": numbers(6, 4, 3, 3, seed=1), "v": numbers(4, 6, 3, 3, seed=2),
        "s": numbers(6, seed=3), "b": numbers(6, seed=4), "m": numbers(6, seed=5),
        "d": np.abs(numbers(6, seed=6)) + 1,
    }  # fmt: skip
    nodes = [
        node("Conv", ["x", "w"], ["c"], pads=[1, 1, 1, 1]),
        node("Relu", ["c"], ["r"]),
        node("BatchNormalization", ["r", "s", "b", "m", "d"], ["n"]),
        node("Relu", ["n"], ["a"]),
        node("Conv", ["a", "v"], ["y"], pads=[1, 1, 1, 1]),
    ]
    model = run_passes(imported(model_proto(nodes, {"x": x}, ["y"], constants))).model
    assert "BatchNormalization" in {one.op_type for one in model.graph}
    inputs = ModelInputs(None, {"x": x}, ({"x": x},), "one input")
    settings = settings_of({"precision": "int8"})
    # Nothing of the source is asked for by this stage.
    state = PipelineState(
        source=cast(SourceModel, None),
        settings=settings,
        inputs=inputs,
        model=model,
        float_model=model,
    )
    end = quantise_stage(state, lambda _text, _done, _total: None)
    kinds = [one.op_type for one in end.state.model.graph]
    assert "BatchNormalization" not in kinds
    assert kinds.count("ConvInteger") == 2
    assert end.result.steps[0].pass_name == "batch-norm-expansion"
    assert {row.precision for row in end.result.details.layers} == {"int8"}  # pyright: ignore
