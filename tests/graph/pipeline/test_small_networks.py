"""Networks of one node: the stages' sentences count them as people do, and no figure is endless."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import helper

from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from compiler_core.pipelines.stages import StageResult
from tests.graph.emission.small_models import model_proto, numbers

pytestmark = pytest.mark.usefixtures("emulator")

node = helper.make_node
RELU = model_proto([node("Relu", ["x"], ["y"])], {"x": numbers(1, 3, 4, 4)}, ["y"], {})
NOTHING = np.zeros((1, 1), np.float32)
PRODUCT = model_proto(
    [node("Gemm", ["x", "w"], ["y"])], {"x": numbers(1, 1)}, ["y"], {"w": NOTHING}
)
ONE_OF_MANY = re.compile(r"(?<![\d,.])\b1 \w+s\b(?! in int8)")


def sentences(results: list[StageResult]) -> list[str]:
    changes = [change.reason for one in results for step in one.steps for change in step.changes]
    return [result.sentence for result in results] + changes


@pytest.mark.parametrize("model", [RELU, PRODUCT], ids=["relu", "product"])
def test_one_of_a_kind_is_no_plural(model: onnx.ModelProto, tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    onnx.save(model, path)
    settings = CompileSettings(precision="int8", calibration="minmax")
    source = source_model(str(path), settings)
    read = source.imported.model
    state, results = (
        PipelineState(
            source=source, settings=settings, inputs=inputs_of(source), model=read, float_model=read
        ),
        [],
    )
    for _, stage in FUNCTIONS[1:]:
        end = stage(state, lambda *_: None)
        state = end.state
        results.append(end.result)
    said = sentences(results)
    assert [one for one in said if ONE_OF_MANY.search(one)] == []
    assert [one for one in said if re.search(r"\binf\b|\d+e-\d", one)] == []
    # Places are aligned: the arena of a few bytes is no gain over them.
    arena = next(one for one in said if "The arena has" in one)
    assert "without reuse" not in arena or model is RELU
    shrunk = next(one for one in said if "in int8" in one and "calibrated" in one)
    assert "shrank from" not in shrunk
