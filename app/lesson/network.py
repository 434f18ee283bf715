"""Scenes of the lessons on networks, from the residual network that ships, compiled as usual."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from app.drawing.scenes.arena_time import ArenaFacts, arena_scene
from app.drawing.scenes.graph_fusion import FusionWords, fusion_scene
from app.drawing.scenes.graph_passes import PassWords, passes_scene
from app.drawing.scenes.ladder_bars import LadderFacts, ladder_scene
from app.drawing.scenes.patch_ways import PatchFacts, patch_scene
from app.drawing.scenes.pixel_places import PixelFacts, pixels_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.threshold import ThresholdFacts, threshold_scene
from app.drawing.scenes.traced_branch import TraceFacts, traced_scene
from compiler_core.errors import InputError
from compiler_core.graph.exporting.hazards import recorded_hazards
from compiler_core.graph.kernels.four_ways import four_ways
from compiler_core.graph.passes.registry import PASSES
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.settings import DEFAULT_SETTINGS
from compiler_core.graph.whole_graph.fusion_history import fusion_history
from compiler_core.graph.whole_graph.pass_history import pass_history
from compiler_core.pipelines.model_runs import ShippedRun, stage_result

if TYPE_CHECKING:
    from compiler_core.pipelines.stages import StageResult

MODEL, TITLE, NAME = "residual", "The residual network", "the residual network"
HAZARD = "control_flow"
_COMMAND = f"lowlab graph compile {MODEL} --out program"
Details = TypeVar("Details")


def network_run() -> ShippedRun:
    """The run behind all of these scenes."""
    return ShippedRun("graph", MODEL, DEFAULT_SETTINGS)


def _left(stage: str, kind: type[Details]) -> tuple[StageResult, Details]:
    """What a stage of it left. Raises InputError for a run that failed."""
    result = stage_result(network_run(), stage)
    if not isinstance(result.details, kind):
        raise InputError(f"The stage {stage} left nothing to draw.", "See lowlab doctor.")
    return result, result.details


def layouts_scene() -> Scene:
    """A patch of its picture in memory, and three ways to hand the picture over."""
    from compiler_core.graph.pipeline.input_stage import InputDetails

    _, details = _left("input", InputDetails)
    return pixels_scene(PixelFacts(details.layouts, details.buffers, NAME, _COMMAND))


def branch_scene() -> Scene:
    """The module with an if, as PyTorch took it."""
    recorded = recorded_hazards()
    outcome = next(hazard for hazard in recorded.outcomes if hazard.id == HAZARD)
    return traced_scene(TraceFacts(outcome, recorded.torch, recorded.date))


def graph_passes_scene() -> Scene:
    """Its graph under the passes."""
    from compiler_core.graph.pipeline.passes_stage import PassesDetails

    result, _ = _left("passes", PassesDetails)
    history = pass_history(result.steps)
    if history is None or not history.effects:
        raise InputError("No pass changed a node.")
    return passes_scene(
        history,
        PassWords({graph_pass.name: graph_pass.idea for graph_pass in PASSES}, TITLE, _COMMAND),
    )


def range_scene() -> Scene:
    """What the first ReLU gives, and where its range may end."""
    from compiler_core.claims.facts.networks import FIRST_RELU
    from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails

    _, details = _left("quantise", QuantiseDetails)
    tensor = details.calibration.tensors[FIRST_RELU]
    named = "What the first ReLU gives"
    return threshold_scene(ThresholdFacts(tensor.histogram, named, NAME, _COMMAND))


def groups_scene() -> Scene:
    """Its graph, kernel by kernel."""
    from compiler_core.graph.pipeline.export_stage import ExportDetails
    from compiler_core.graph.pipeline.fusion_stage import FusionDetails

    _, read = _left("export", ExportDetails)
    _, details = _left("fusion", FusionDetails)
    history = fusion_history(read.graph.nodes, details.graph.nodes, details.fusion)
    return fusion_scene(history, FusionWords(TITLE, _COMMAND))


def patch_ways_scene() -> Scene:
    """The algorithms that its kernels choose among, on a small patch."""
    return patch_scene(PatchFacts(four_ways()))


def memory_scene() -> Scene:
    """Its arena over time."""
    from compiler_core.graph.pipeline.engine_stage import EngineDetails

    _, details = _left("engine", EngineDetails)
    return arena_scene(
        ArenaFacts(details.plan, details.picture, details.manifest.arena_bytes, NAME, _COMMAND)
    )


def rungs_scene() -> Scene:
    """What each of its stages bought."""
    _, details = _left("run", RunDetails)
    if not details.ladder:
        raise InputError(f"The ladder was not measured: {details.ladder_note}")
    return ladder_scene(LadderFacts(details.ladder, TITLE, _COMMAND))
