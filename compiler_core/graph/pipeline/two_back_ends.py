"""The second back end: a plan that a small runtime interprets, beside compiled code of the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import onnx_ir as ir

from compiler_core.errors import LoweringLabError
from compiler_core.graph.artifact import Artifact, make_artifact
from compiler_core.graph.emission.interpreted_plan import RUNTIME, InterpretedPlan, interpreted_plan
from compiler_core.graph.emission.program import emit_program, one_group_per_node
from compiler_core.graph.pipeline.run_stage import BackEnd, RunDetails, TwoBackEnds
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.records import MemoryPlan
from compiler_core.graph.running.interpreted import InterpretedRun, run_interpreted
from compiler_core.graph.running.records import ProgramResult
from compiler_core.graph.running.run import run_artifact
from compiler_core.pipelines.stages import StageFile, StageResult

# The runtime computes each index anew, some 50 instructions a multiplication.
MOST_MULTIPLIES = 30_000_000
TOO_LARGE = (
    "This network is too large for the interpreted plan under the emulator; it is measured on "
    "networks of at most {most:,} multiplications."
)


def plan_files(state: PipelineState) -> tuple[StageFile, ...]:
    """The plan, its weights and the runtime's source; none where no plan can be written, or where
    the network is too large to run it."""
    if state.source.imported.report.multiplies > MOST_MULTIPLIES:
        return ()
    try:
        plan = interpreted_plan(state.float_model, _arena(state))
    except LoweringLabError:
        return ()
    kind = "application/octet-stream"
    return (
        StageFile("interpreted-plan.bin", kind, plan.plan),
        StageFile("interpreted-weights.bin", kind, plan.weights),
        StageFile(RUNTIME.name, "text/plain; charset=utf-8", RUNTIME.read_bytes()),
    )


def with_back_ends(state: PipelineState, run: StageResult) -> StageResult:
    """The result of the last stage, with both back ends measured or why they are not."""
    details = run.details
    if not isinstance(details, RunDetails) or not details.result.ok:
        return run
    if state.source.imported.report.multiplies > MOST_MULTIPLIES:
        return _noted(run, details, TOO_LARGE.format(most=MOST_MULTIPLIES))
    try:
        comparison = two_back_ends(state.float_model, _arena(state), state.inputs.run)
    except LoweringLabError as error:
        return _noted(run, details, error.message)
    return replace(run, details=replace(details, back_ends=comparison, back_ends_note=""))


def two_back_ends(
    model: ir.Model, arena: MemoryPlan, inputs: Mapping[str, np.ndarray]
) -> TwoBackEnds:
    """Both, run and counted. arena: of the model with a kernel for each node.

    Raises InputError, naming the operator, for what the runtime does not have.
    """
    plan = interpreted_plan(model, arena)
    artifact = make_artifact(emit_program(model, one_group_per_node(model), arena), arena)
    interpreted = run_interpreted(plan, inputs)
    compiled = run_artifact(artifact, inputs)
    pairs = [(compiled.outputs[name], output) for name, output in interpreted.outputs.items()]
    return TwoBackEnds(
        _compiled(artifact, compiled),
        _interpreted(plan, interpreted),
        tuple(Counter(plan.operations).most_common()),
        max(float(np.abs(array - other).max()) for array, other in pairs),
        max(float(np.abs(reference).max()) for reference, _ in pairs),
    )


def _arena(state: PipelineState) -> MemoryPlan:
    model = state.float_model
    return plan_model(model, one_group_per_node(model), state.settings.planner)


def _noted(run: StageResult, details: RunDetails, note: str) -> StageResult:
    return replace(run, details=replace(details, back_ends_note=note))


def _compiled(artifact: Artifact, run: ProgramResult) -> BackEnd:
    moved = sum(kernel.tally.bytes_loaded + kernel.tally.bytes_stored for kernel in run.kernels)
    manifest = artifact.manifest
    return BackEnd(
        kernels=len(run.kernels),
        instructions=run.instructions,
        bytes_moved=moved,
        code_bytes=run.code_bytes,
        plan_bytes=0,
        arena_bytes=manifest.arena_bytes,
        weight_bytes=manifest.weight_bytes,
    )


def _interpreted(plan: InterpretedPlan, run: InterpretedRun) -> BackEnd:
    return BackEnd(
        kernels=len(plan.operations),
        instructions=run.instructions,
        bytes_moved=run.bytes_moved,
        code_bytes=run.code_bytes,
        plan_bytes=len(plan.plan),
        arena_bytes=plan.arena_bytes,
        weight_bytes=len(plan.weights),
    )
