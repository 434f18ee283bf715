"""What each stage bought: programs from the plain graph to the final one, each run and counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.errors import LoweringLabError
from compiler_core.graph.artifact import make_artifact
from compiler_core.graph.emission.program import emit_program, one_group_per_node
from compiler_core.graph.pipeline.run_stage import FusedCost, LadderRung, RunDetails
from compiler_core.graph.pipeline.state import PipelineState
from compiler_core.graph.planning.plan import plan_model
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.running.records import ProgramResult
from compiler_core.graph.running.run import run_artifact

# The generic code of the lowest rungs runs some 10 to 30 instructions a multiplication.
MOST_MULTIPLIES = 60_000_000
TOO_LARGE = (
    "This network is too large to run its unfused, generic programs under the emulator; the ladder "
    "is measured on networks of at most {most:,} multiplications."
)


@dataclass(frozen=True, slots=True)
class _Rung:
    """A program to measure: a model, its groups, and how its arena is laid out."""

    name: str
    model: ir.Model
    groups: Sequence[FusedGroup]
    planner: str
    judged: ir.Model


@dataclass(frozen=True, slots=True)
class Ladder:
    """The rungs in order, what fusion made of each kernel, and why there are none."""

    rungs: tuple[LadderRung, ...] = ()
    fused_costs: tuple[FusedCost, ...] = ()
    note: str = ""


def ladder_of(state: PipelineState, final: RunDetails) -> Ladder:
    """No rung where measuring would take too long."""
    if state.source.imported.report.multiplies > MOST_MULTIPLIES:
        return Ladder(note=TOO_LARGE.format(most=MOST_MULTIPLIES))
    accuracies: dict[int, float | None] = {}
    lower = tuple(_lower_rungs(state))
    try:
        results = [_run(state, level) for level in lower]
    except LoweringLabError as error:
        return Ladder(note=f"The ladder could not be measured: {error.message}")
    rungs = tuple(
        _rung(step.name, result, sizes, _accuracy(state, step.judged, accuracies))
        for step, (result, sizes) in zip(lower, results, strict=True)
    )
    ran = {rung.name: (rung, result) for rung, (result, _) in zip(lower, results, strict=True)}
    before = ran["in int8"] if "in int8" in ran else ran["after the graph passes"]
    costs = tuple(_fused_costs(before, ran["fused"]))
    return Ladder((*rungs, _last(state, final.result, accuracies)), costs)


def _fused_costs(
    before: tuple[_Rung, ProgramResult], fused: tuple[_Rung, ProgramResult]
) -> Iterator[FusedCost]:
    """Of each kernel of several operators; none where the two programs have other nodes."""
    apart = {
        group.nodes[0]: kernel.tally
        for group, kernel in zip(before[0].groups, before[1].kernels, strict=True)
    }
    for group, kernel in zip(fused[0].groups, fused[1].kernels, strict=True):
        parts = [apart[name] for name in group.nodes if name in apart]
        if len(group.nodes) > 1 and len(parts) == len(group.nodes):
            yield FusedCost(
                function=kernel.function,
                operators=kernel.operators,
                sources=kernel.sources,
                apart=sum(part.executions for part in parts),
                together=kernel.tally.executions,
                loads_apart=sum(tally.loads for tally in parts),
                loads_together=kernel.tally.loads,
            )


def _lower_rungs(state: PipelineState) -> Iterator[_Rung]:
    imported, folded = state.source.imported.model, state.float_model
    yield _Rung("as imported", imported, one_group_per_node(imported), "naive", imported)
    yield _Rung("after the graph passes", folded, one_group_per_node(folded), "naive", folded)
    judged = state.quantised or folded
    if state.quantised is not None:
        yield _Rung("in int8", state.model, one_group_per_node(state.model), "naive", judged)
    groups = state.fusion.groups if state.fusion else one_group_per_node(state.model)
    yield _Rung("fused", state.model, groups, "naive", judged)
    yield _Rung("with a planned arena", state.model, groups, state.settings.planner, judged)


def _run(state: PipelineState, rung: _Rung) -> tuple[ProgramResult, tuple[int, int]]:
    """With the bytes of its arena and weights."""
    plan = plan_model(rung.model, tuple(rung.groups), rung.planner)
    artifact = make_artifact(emit_program(rung.model, rung.groups, plan), plan)
    result = run_artifact(artifact, _inputs_for(state, rung.model))
    manifest = artifact.manifest
    return result, (manifest.arena_bytes, manifest.weight_bytes)


def _last(
    state: PipelineState, result: ProgramResult, accuracies: dict[int, float | None]
) -> LadderRung:
    assert state.artifact is not None
    manifest = state.artifact.manifest
    accuracy = _accuracy(state, state.quantised or state.float_model, accuracies)
    sizes = (manifest.arena_bytes, manifest.weight_bytes)
    return _rung("with chosen kernels", result, sizes, accuracy)


def _rung(
    name: str, result: ProgramResult, sizes: tuple[int, int], accuracy: float | None
) -> LadderRung:
    tallies = [kernel.tally for kernel in result.kernels]
    moved = sum(tally.bytes_loaded + tally.bytes_stored for tally in tallies)
    return LadderRung(name, len(tallies), result.instructions, moved, *sizes, accuracy)


def _inputs_for(state: PipelineState, model: ir.Model) -> Mapping[str, np.ndarray]:
    names = {value.name for value in model.graph.inputs}
    return {name: array for name, array in state.inputs.run.items() if name in names}


def _accuracy(
    state: PipelineState, model: ir.Model, known: dict[int, float | None]
) -> float | None:
    """Share of the test pictures that the model has right, in the reference runtime."""
    if id(model) not in known:
        known[id(model)] = _measured_accuracy(state, model)
    return known[id(model)]


def _measured_accuracy(state: PipelineState, model: ir.Model) -> float | None:
    if not state.source.trained or state.source.picture is None:
        return None
    from compiler_core.graph.evaluation.accuracy import accuracy
    from compiler_core.graph.evaluation.splits import split

    return accuracy(model, split("test"), state.source.picture).share
