"""Stage 6: an algorithm for each kernel, a place for each tensor, and the program's text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.amounts import count
from compiler_core.graph.artifact import Artifact, Manifest, make_artifact
from compiler_core.graph.emission.program import emit_program
from compiler_core.graph.pipeline.files import kept_files
from compiler_core.graph.pipeline.state import Advance, PipelineState, StageEnd
from compiler_core.graph.pipeline.tuned_kernels import Tuned, tune_layers
from compiler_core.graph.pipeline.two_back_ends import plan_files
from compiler_core.graph.pipeline.written_kernels import (
    ChosenLayers,
    WrittenKernels,
    write_kernels,
)
from compiler_core.graph.planning.arena_picture import ArenaPicture, arena_picture
from compiler_core.graph.planning.plan import PLANNERS
from compiler_core.graph.records import FusedGroup, KernelText, MemoryPlan
from compiler_core.graph.selection.binding import with_binding
from compiler_core.graph.selection.choose import choose_kernels, reason_against
from compiler_core.graph.selection.cores import CORES, CoreProfile, find_core
from compiler_core.graph.selection.layers import layers_of
from compiler_core.graph.selection.records import Layer, RefusedLayer, Selection
from compiler_core.pipelines.stages import StageFile, StageResult

_CORES = tuple((core.name, core.title) for core in CORES)
_PLANNERS = tuple((planner.name, planner.idea) for planner in PLANNERS)
_TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineDetails:
    """What the engine stage of a network has to tell."""

    selection: Selection
    """Tactics by layer with all that were considered."""
    refused: tuple[RefusedLayer, ...]
    """Groups that the generic code computes, and why."""
    core: CoreProfile
    """The one that the plan is made for."""
    cores: tuple[tuple[str, str], ...]
    """Name and title of each that may be chosen."""
    plan: MemoryPlan
    """Where each tensor lies in the arena."""
    picture: ArenaPicture
    """The arena over time."""
    planners: tuple[tuple[str, str], ...]
    """Name and idea of each way to lay out the arena."""
    manifest: Manifest
    """What the written bundle is."""
    lines: tuple[str, ...]
    """Text of the program's C file; a kernel's `first_line` counts in it from 1."""
    tuned: Tuned | None = None
    """What the search for better tiles measured, None where it was not asked for."""


def engine_stage(state: PipelineState, advance: Advance) -> StageEnd:
    """Choose kernels, plan the arena, write the program."""
    fusion = state.fusion
    assert fusion is not None
    groups = fusion.groups
    core = find_core(state.settings.core)
    advance("choosing kernels", 0, 3)
    layers, refused = fast_layers(state, groups, core)
    choice = choose_kernels(layers, core, state.settings.winograd_mebibytes)
    selection = with_binding(choice, layers)
    seconds = state.settings.tune_seconds
    tuned = tune_layers(layers, selection, core, seconds, advance) if seconds else None
    chosen = _chosen(layers, selection, tuned)
    written = write_kernels(state, groups, chosen, core, lambda: advance("planning memory", 1, 3))
    kernels, plan = written.kernels, written.plan
    selection = replace(selection, log=(*selection.log, *written.log))
    refused = _refused(refused, written)
    advance("writing the program", 2, 3)
    program = emit_program(state.model, groups, plan, kernels)
    artifact = make_artifact(program, plan, core.name)
    details = EngineDetails(
        selection=selection,
        refused=refused,
        core=core,
        cores=_CORES,
        plan=plan,
        picture=arena_picture(plan),
        planners=_PLANNERS,
        manifest=artifact.manifest,
        lines=tuple(program.source.splitlines()),
        tuned=tuned,
    )
    result = StageResult(
        stage="engine",
        sentence=_sentence(artifact, plan, kernels),
        details=details,
        metrics=_metrics(artifact, plan, kernels),
        files=(*_files(artifact), *plan_files(state)),
    )
    return StageEnd(replace(state, artifact=artifact), result)


def _chosen(layers: tuple[Layer, ...], selection: Selection, tuned: Tuned | None) -> ChosenLayers:
    tiles = {tuning.layer: tuning.winner.tile for tuning in tuned.results} if tuned else {}
    choices = {choice.layer: choice for choice in selection.choices}
    return ChosenLayers(layers, choices, tiles)


def fast_layers(
    state: PipelineState, groups: Sequence[FusedGroup], core: CoreProfile
) -> tuple[tuple[Layer, ...], tuple[RefusedLayer, ...]]:
    """Layers that a fast kernel can compute on this core, and the others with the reason."""
    fast: list[Layer] = []
    refused: list[RefusedLayer] = []
    for layer in layers_of(state.model, groups):
        if isinstance(layer, RefusedLayer):
            refused.append(layer)
        elif reason := reason_against(layer, core):
            refused.append(RefusedLayer(layer.name, reason))
        else:
            fast.append(layer)
    return tuple(fast), tuple(refused)


def _refused(
    refused: tuple[RefusedLayer, ...], written: WrittenKernels
) -> tuple[RefusedLayer, ...]:
    """Layers and groups of two operators that generic code computes."""
    paired = written.chains | {layer.name for layer in written.refused}
    return (*(refusal for refusal in refused if refusal.name not in paired), *written.refused)


def _metrics(
    artifact: Artifact, plan: MemoryPlan, kernels: dict[str, KernelText]
) -> dict[str, float]:
    manifest = artifact.manifest
    return {
        "arena_bytes": float(manifest.arena_bytes),
        "lower_bound_bytes": float(plan.lower_bound),
        "naive_bytes": float(plan.without_reuse),
        "weight_bytes": float(manifest.weight_bytes),
        "parts": float(len(plan.parts)),
        "parts_inside": float(sum(not part.refused for part in plan.parts)),
        "kernels": float(len(manifest.kernels)),
        "fast_kernels": float(len(kernels)),
    }


def _sentence(artifact: Artifact, plan: MemoryPlan, kernels: dict[str, KernelText]) -> str:
    manifest = artifact.manifest
    needs = f" It needs a core with {' and '.join(manifest.features)}." if manifest.features else ""
    return (
        f"{count(len(manifest.kernels), 'kernel')}, {len(kernels)} of them with a chosen "
        "algorithm. "
        f"The arena has {_arena(manifest.arena_bytes, plan.without_reuse)}; packed weights "
        f"{manifest.weight_bytes:,} bytes.{_inside(plan)}{needs}"
    )


def _arena(size: int, without_reuse: int) -> str:
    """Of a few small tensors, aligned places take more than reuse saves."""
    if size < without_reuse:
        return f"{size:,} bytes instead of {without_reuse:,} without reuse"
    return f"{size:,} bytes, for tensors of {without_reuse:,} at aligned places"


def _inside(plan: MemoryPlan) -> str:
    """Which tensors are joined or taken apart without a copy."""
    inside = sum(not part.refused for part in plan.parts)
    if not plan.parts:
        return ""
    return f" {inside} of {len(plan.parts)} parts of Concats and Splits lie inside the whole."


def _files(artifact: Artifact) -> tuple[StageFile, ...]:
    return kept_files(
        *(
            StageFile(name, "application/octet-stream" if name.endswith(".bin") else _TEXT, content)
            for name, content in artifact.files.items()
        )
    )
