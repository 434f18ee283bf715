"""What takes longer than the stages, so comes last: outputs compared on random inputs, and what
each stage bought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from compiler_core.graph.pipeline.ladder import ladder_of
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.stages import STAGE_NAMES, StageResult
from compiler_core.graph.validation import validate

# A network with more multiplications a run is compared on fewer inputs.
_FEWER_FROM = 1 << 30
_INPUTS, _FEWER_INPUTS = 8, 2


def checked_results(state: PipelineState, results: Sequence[StageResult]) -> Iterator[StageResult]:
    """Results whose stage changed the graph, each with what the comparison found."""
    passes = results[STAGE_NAMES.index("passes")]
    if any(step.changed for step in passes.steps):
        multiplies = state.source.imported.report.multiplies
        inputs = _FEWER_INPUTS if multiplies >= _FEWER_FROM else _INPUTS
        found = validate(state.source.imported.model, state.float_model, inputs)
        yield replace(passes, checked=found.sentence)


def with_ladder(state: PipelineState, run: StageResult) -> StageResult:
    """The result of the last stage, with what each stage bought; takes several runs."""
    if not isinstance(run.details, RunDetails) or not run.details.result.ok:
        return run
    ladder, note = ladder_of(state, run.details)
    return replace(run, details=replace(run.details, ladder=ladder, ladder_note=note))
