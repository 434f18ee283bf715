"""Both back ends of a pipeline's run: measured on what the passes left, or refused by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.graph.compile import GraphCompilation, compile_model
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.run_stage import RunDetails, TwoBackEnds
from compiler_core.graph.pipeline.two_back_ends import MOST_MULTIPLIES, with_back_ends
from compiler_core.graph.settings import settings_of
from compiler_core.graph.source_model import source_model

pytestmark = pytest.mark.usefixtures("emulator")

PLAN_FILES = {"interpreted-plan.bin", "interpreted-weights.bin", "interpreter.c"}


def compiled(**settings: str) -> GraphCompilation:
    chosen = settings_of(settings)
    source = source_model("depthwise", chosen)
    return compile_model(source, chosen, inputs_of(source))


def measured(compilation: GraphCompilation) -> RunDetails:
    result = with_back_ends(compilation.state, compilation.results[-1])
    assert isinstance(result.details, RunDetails)
    return result.details


def left_files(compilation: GraphCompilation) -> set[str]:
    return {file.name for file in compilation.results[5].files}


def test_the_plan_is_left_and_costs_more_than_the_code() -> None:
    compilation = compiled(precision="fp32")
    found = measured(compilation).back_ends
    assert isinstance(found, TwoBackEnds)
    assert found.largest_difference < 1e-5 * found.largest_output
    assert found.interpreted.kernels == found.compiled.kernels == 30
    assert found.interpreted.instructions > 2 * found.compiled.instructions
    assert found.interpreted.arena_bytes == found.compiled.arena_bytes
    assert found.interpreted.weight_bytes == found.compiled.weight_bytes
    assert 0 < found.interpreted.plan_bytes < found.compiled.code_bytes
    assert left_files(compilation) >= PLAN_FILES
    assert found.interpreted.plan_bytes == next(
        len(file.content) for file in compilation.results[5].files if file.name.endswith("plan.bin")
    )
    report = replace(compilation.state.source.imported.report, multiplies=MOST_MULTIPLIES + 1)
    imported = replace(compilation.state.source.imported, report=report)
    source = replace(compilation.state.source, imported=imported)
    large = replace(compilation, state=replace(compilation.state, source=source))
    assert measured(large).back_ends is None
    assert f"{MOST_MULTIPLIES:,}" in measured(large).back_ends_note


def test_a_picture_of_bytes_is_refused_by_name() -> None:
    compilation = compiled(precision="fp32", preprocessing="graph")
    found = measured(compilation)
    assert found.back_ends is None
    assert "Cast" in found.back_ends_note
    assert not left_files(compilation) & PLAN_FILES
