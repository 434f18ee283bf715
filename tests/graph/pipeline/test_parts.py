"""Chosen kernels step through tensors inside others: stages 2 to 7, beside ONNX Runtime."""

from __future__ import annotations

from pathlib import Path

import onnx_ir as ir
import pytest

from compiler_core.graph.compile import FUNCTIONS
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from compiler_core.pipelines.stages import StageResult
from tests.graph.planning.checker import complaints
from tests.graph.planning.joined_networks import (
    chain_of_concats,
    channel_split,
    skip_connection,
    two_way_concat,
)

pytestmark = pytest.mark.usefixtures("emulator")

# With the least number of tensors that lie inside others when channels are last.
CASES = [
    (two_way_concat(batch=2), "fp32", 2),
    (chain_of_concats(), "int8", 10),
    (skip_connection(), "fp32", 1),
    (channel_split(), "fp32", 6),
    (channel_split(), "int8", 4),
]


def results_of(model: ir.Model, precision: str, directory: Path) -> list[StageResult]:
    path = directory / "net.onnx"
    ir.save(model, path)
    settings = CompileSettings(precision=precision, calibration="minmax")  # type: ignore[arg-type]
    source = source_model(str(path), settings)
    read = source.imported.model
    state, found = (
        PipelineState(
            source=source, settings=settings, inputs=inputs_of(source), model=read, float_model=read
        ),
        [],
    )
    for _, stage in FUNCTIONS[1:]:
        end = stage(state, lambda *_: None)
        state = end.state
        found.append(end.result)
    return found


@pytest.mark.parametrize(("model", "precision", "inside"), CASES)
def test_the_program_agrees_and_the_arena_meets_its_bound(
    model: ir.Model, precision: str, inside: int, tmp_path: Path
) -> None:
    *_, engine, run = results_of(model, precision, tmp_path)
    assert isinstance(engine.details, EngineDetails)
    assert isinstance(run.details, RunDetails)
    plan = engine.details.plan
    assert complaints(plan, 64) == []
    assert sum(not part.refused for part in plan.parts) >= inside
    assert plan.arena_bytes <= 1.05 * plan.lower_bound
    assert run.details.agrees
