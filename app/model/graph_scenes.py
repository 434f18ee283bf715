"""The scenes of a network's graph: its passes, with links that leave one out, and its fusion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.drawing.scenes.graph_fusion import FusionWords, fusion_scene
from app.drawing.scenes.graph_passes import PassWords, passes_scene
from app.drawing.scenes.views.scene import SceneView, no_scene, scene_view
from app.model.views.model_stage import reproduce
from app.model_runs.known import KnownModel
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run
from app.site.views.links import Link
from compiler_core.errors import InputError
from compiler_core.graph.pipeline.export_stage import ExportDetails
from compiler_core.graph.pipeline.fusion_stage import FusionDetails
from compiler_core.graph.whole_graph.fusion_history import fusion_history
from compiler_core.graph.whole_graph.pass_history import PassHistory, pass_history
from compiler_core.trace import Step

TITLE = "The graph, pass by pass"
FUSION_TITLE = "The graph, kernel by kernel"


def pass_history_of(steps: Sequence[Step]) -> PassHistory | None:
    """None where no pass changed a node."""
    history = pass_history(steps)
    return history if history is not None and history.effects else None


def pass_scene_view(
    request: ModelRequest, known: KnownModel, history: PassHistory, ideas: Mapping[str, str]
) -> SceneView:
    """The scene, or why it cannot be drawn."""
    words = PassWords(ideas, known.title, reproduce(known, request))
    try:
        return scene_view(passes_scene(history, words))
    except InputError as error:
        return no_scene(TITLE, error)


def fusion_scene_view(
    request: ModelRequest, known: KnownModel, run: Run, details: FusionDetails
) -> SceneView | None:
    """The scene, or why it cannot be drawn; None where nothing was fused."""
    read = run.result("export")
    if read is None or not isinstance(read.details, ExportDetails) or not read.details.graph.nodes:
        return None
    history = fusion_history(read.details.graph.nodes, details.graph.nodes, details.fusion)
    if not history.closed:
        return None
    words = FusionWords(known.title, reproduce(known, request))
    try:
        return scene_view(fusion_scene(history, words))
    except InputError as error:
        return no_scene(FUSION_TITLE, error)


def pass_switches(
    request: ModelRequest, passes: Sequence[str], history: PassHistory | None
) -> tuple[Link, ...]:
    """Each pass that changed a node, left out wherever it stands."""
    changing = dict.fromkeys(effect.pass_name for effect in history.effects) if history else {}
    return tuple(
        Link(
            name.replace("-", " "),
            request.with_settings(passes=[other for other in passes if other != name]).address(),
        )
        for name in changing
    )
