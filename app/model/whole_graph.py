"""The picture of the whole graph on a stage's page, from what the run has left so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.model.request import ModelRequest
from app.model.runs import Run
from compiler_core.stages import StageResult

if TYPE_CHECKING:
    from app.view_models.whole_graph import WholeGraphView


def whole_graph(asked: ModelRequest, run: Run, result: StageResult) -> WholeGraphView | None:
    """None for language models, and for a stage that has no graph."""
    if asked.track.name != "graph":
        return None
    from app.view_models.whole_graph import COLOURS, whole_graph_view
    from compiler_core.graph.whole_graph.stage_pictures import (
        DONE,
        INSTRUCTIONS,
        results_needed,
        stage_picture,
    )

    counted = run.has_ended("run")
    by = asked.colour or (INSTRUCTIONS if asked.stage == "run" else DONE)
    found = {asked.stage: result}
    for name in results_needed(asked.stage, by):
        there = found.get(name) or run.result(name)
        if there is not None:
            found[name] = there
    picture = stage_picture(asked.stage, found, by)
    if picture is None or not picture.graph.nodes:
        return None
    offered = tuple(name for name, _ in COLOURS if counted or name != INSTRUCTIONS)
    return whole_graph_view(asked, picture, offered)
