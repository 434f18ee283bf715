"""What takes longer than the stages, so comes last: outputs compared on random inputs, and what
each stage bought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from compiler_core.errors import InputError, LoweringLabError
from compiler_core.graph.pass_pipeline import GraphPassFailed, run_passes
from compiler_core.graph.pipeline.engine_stage import EngineDetails, fast_layers
from compiler_core.graph.pipeline.ladder import ladder_of
from compiler_core.graph.pipeline.passes_stage import (
    EACH_PASS_UP_TO,
    PassesDetails,
    compared_inputs,
)
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.selection.measured_plan import measured_sentence, with_errors
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.graph.undoing import undone_changes
from compiler_core.graph.validation import validate
from compiler_core.pipelines.stages import StageResult
from compiler_core.toolchain.discovery import find_compiler

# No further program is built for measuring errors after so long; they are kept for the next time.
_ERROR_SECONDS = 3.0


def checked_results(state: PipelineState, results: Sequence[StageResult]) -> Iterator[StageResult]:
    """Results of stages with something to compare, each with what the comparison found."""
    yield from _checked_passes(state, results)
    yield from _checked_engine(state, results[STAGE_NAMES.index("engine")])


def _checked_engine(state: PipelineState, engine: StageResult) -> Iterator[StageResult]:
    """The tactics' errors, where a fast kernel was chosen and a compiler is there."""
    details = engine.details
    if not isinstance(details, EngineDetails) or not details.selection.choices:
        return
    assert state.fusion is not None
    layers, _ = fast_layers(state, state.fusion.groups, details.core)
    try:
        compiler = find_compiler("gcc")
        measured = with_errors(details.selection, layers, details.core, compiler, _ERROR_SECONDS)
    except LoweringLabError as error:
        unmeasured = f"The kernels' errors were not measured: {error.message}"
        yield replace(engine, checked=unmeasured, held=False)
        return
    yield replace(
        engine, details=replace(details, selection=measured), checked=measured_sentence(measured)
    )


def _checked_passes(state: PipelineState, results: Sequence[StageResult]) -> Iterator[StageResult]:
    """The graph passes, if they changed the graph."""
    passes = results[STAGE_NAMES.index("passes")]
    if not any(step.changed for step in passes.steps):
        return
    details = passes.details
    small = state.source.imported.report.multiplies <= EACH_PASS_UP_TO
    whole = not small or bool(undone_changes(passes.steps))
    if isinstance(details, PassesDetails) and not details.remedies and not whole:
        yield _each_pass(state, passes, details.passes)
    else:
        sentence, same = _as_a_whole(state)
        yield replace(passes, checked=sentence, held=same)


def _as_a_whole(state: PipelineState) -> tuple[str, bool]:
    """What the passes left beside the model as imported, in words and whether it is the same; why
    they are not compared, if not."""
    inputs = compared_inputs(state.source)
    try:
        validation = validate(state.source.imported.model, state.float_model, inputs)
    except InputError as error:
        return f"The outputs were not compared: {error.message}", False
    return validation.sentence, validation.equal


def _each_pass(state: PipelineState, passes: StageResult, names: tuple[str, ...]) -> StageResult:
    """Every pass compared with the model as it was imported, on the same random inputs."""
    try:
        run = run_passes(state.source.imported.model, names, compared_inputs(state.source))
    except (GraphPassFailed, InputError) as error:
        sentence, _ = _as_a_whole(state)
        return replace(passes, checked=f"{sentence} Pass by pass: {error.message}", held=False)
    steps = tuple(
        replace(step, remarks=checked.remarks)
        for step, checked in zip(passes.steps, run.steps, strict=True)
    )
    validations = [validation for validation in run.validations if validation is not None]
    largest = max(validations, key=lambda candidate: candidate.largest)
    sentence = f"{_after(len(validations))}: {_lowered(largest.sentence)}"
    return replace(passes, steps=steps, checked=sentence)


def _after(passes: int) -> str:
    if passes == 1:
        return "After the one pass that changed it"
    return f"After each of the {passes} passes that changed it"


def _lowered(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]


def with_ladder(state: PipelineState, run: StageResult) -> StageResult:
    """The result of the last stage, with what each stage bought; takes several runs."""
    if not isinstance(run.details, RunDetails) or not run.details.result.ok:
        return run
    ladder = ladder_of(state, run.details)
    details = replace(
        run.details, ladder=ladder.rungs, ladder_note=ladder.note, fused_costs=ladder.fused_costs
    )
    return replace(run, details=details)
