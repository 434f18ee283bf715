"""Scenes of a network's stages that show one thing each: its input, its graph, a range, the arena,
the ladder.

None where a stage has nothing to draw, a sentence where there is more than a picture has room for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.drawing.scenes.arena_time import ArenaFacts, arena_scene
from app.drawing.scenes.graph_walk import WalkFacts, walk_scene
from app.drawing.scenes.ladder_bars import LadderFacts, ladder_scene
from app.drawing.scenes.pixel_places import PixelFacts, pixels_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.threshold import ThresholdFacts, threshold_scene
from app.drawing.scenes.views.scene import SceneView, no_scene, scene_view
from app.model.stage_parts import StageContext
from app.model.views.model_stage import reproduce
from compiler_core.errors import InputError
from compiler_core.graph.observing.records import TensorCalibration
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.export_stage import ExportDetails
from compiler_core.graph.pipeline.input_stage import InputDetails
from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.kept import remembered
from compiler_core.trace import Snapshot

_LEAST_RUNGS = 2
_WALKS_KEPT = 8


def input_scene_view(context: StageContext, details: InputDetails) -> SceneView | None:
    """A patch of the picture in memory, and ways to hand it over."""
    if not details.layouts:
        return None
    facts = PixelFacts(details.layouts, details.buffers, *_named(context))
    return _drawn("A picture is bytes in an order", lambda: pixels_scene(facts))


def walk_scene_view(context: StageContext, details: ExportDetails) -> SceneView | None:
    """The graph as imported, row by row."""
    if not details.graph.nodes:
        return None
    return _walk(details.graph, *_named(context))


@remembered(_WALKS_KEPT)
def _walk(graph: Snapshot, model: str, command: str) -> SceneView:
    """Every click on a picture below it asks for it again."""
    facts = WalkFacts(graph.nodes, model, command)
    return _drawn("A tensor goes through the graph", lambda: walk_scene(facts))


def threshold_scene_view(context: StageContext, details: QuantiseDetails) -> SceneView | None:
    """The range of one tensor whose values are never negative: the chosen one, else the first."""
    tensor = _never_negative(details.calibration.tensors, context.asked.view)
    if tensor is None:
        return None
    facts = ThresholdFacts(tensor.histogram, tensor.name, *_named(context))
    return _drawn("A scale is a bet on a range", lambda: threshold_scene(facts))


def _never_negative(
    tensors: Mapping[str, TensorCalibration], chosen: str
) -> TensorCalibration | None:
    order = [tensor for tensor in (tensors.get(chosen), *tensors.values()) if tensor is not None]
    fitting = (stats for stats in order if stats.histogram.minimum >= 0 < stats.histogram.maximum)
    return next(fitting, None)


def arena_scene_view(context: StageContext, details: EngineDetails) -> SceneView | None:
    """Which tensor lies where, kernel by kernel."""
    if not details.plan.placed:
        return None
    arena = details.manifest.arena_bytes
    facts = ArenaFacts(details.plan, details.picture, arena, *_named(context))
    return _drawn("Tensors share one piece of memory", lambda: arena_scene(facts))


def ladder_scene_view(context: StageContext, details: RunDetails) -> SceneView | None:
    """What each stage bought; None until it is measured."""
    if len(details.ladder) < _LEAST_RUNGS:
        return None
    facts = LadderFacts(details.ladder, *_named(context))
    return _drawn("What each stage bought", lambda: ladder_scene(facts))


def _named(context: StageContext) -> tuple[str, str]:
    return context.known.title, reproduce(context.known, context.asked)


def _drawn(title: str, scene: Callable[[], Scene]) -> SceneView:
    try:
        return scene_view(scene())
    except InputError as error:
        return no_scene(title, error)
