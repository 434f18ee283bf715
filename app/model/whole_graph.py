"""The picture of the whole graph on a stage's page, from what the run has left so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run
from compiler_core.pipelines.stages import StageResult

if TYPE_CHECKING:
    from app.model.views.node_fates import FatesView
    from app.model.views.whole_graph import WholeGraphView
    from app.model.views.worst_first import WorstView
    from compiler_core.graph.whole_graph.worst_first import KernelCost


# Where kernels are told about; stage 3 names the cliff among its findings.
_KERNEL_STAGES = ("engine", "run")


def worst_kernels(request: ModelRequest, run: Run) -> WorstView | None:
    """Kernels by cost, on the stages about kernels, once the program has run."""
    if request.track.name != "graph" or request.stage not in _KERNEL_STAGES:
        return None
    from app.model.views.worst_first import worst_view

    return worst_view(request, counted_kernels(run))


def counted_kernels(run: Run) -> tuple[KernelCost, ...]:
    """What each kernel executed, the dearest first; empty before the program has run."""
    from compiler_core.graph.whole_graph.worst_first import worst_first

    if not run.has_ended("run"):
        return ()
    results = {name: run.result(name) for name in _KERNEL_STAGES}
    return worst_first({name: result for name, result in results.items() if result is not None})


def node_fates(request: ModelRequest, run: Run) -> FatesView | None:
    """What became of each node of the source, on the stages about kernels."""
    if request.track.name != "graph" or request.stage not in _KERNEL_STAGES:
        return None
    from app.model.views.node_fates import fates_view
    from compiler_core.graph.whole_graph.fates import FATE_STAGES, fates_of

    results = {name: run.result(name) for name in FATE_STAGES}
    return fates_view(
        request, fates_of({name: result for name, result in results.items() if result})
    )


def whole_graph(request: ModelRequest, run: Run, result: StageResult) -> WholeGraphView | None:
    """None for language models, and for a stage that has no graph."""
    if request.track.name != "graph":
        return None
    from app.model.views.whole_graph import COLOURS, whole_graph_view
    from compiler_core.graph.whole_graph.stage_pictures import (
        DONE,
        INSTRUCTIONS,
        results_needed,
        stage_picture,
    )

    counted = run.has_ended("run")
    by = request.colour or (INSTRUCTIONS if request.stage == "run" else DONE)
    results = {request.stage: result}
    for name in results_needed(request.stage, by):
        there = results.get(name) or run.result(name)
        if there is not None:
            results[name] = there
    picture = stage_picture(request.stage, results, by)
    if picture is None or not picture.graph.nodes:
        return None
    offered = tuple(name for name, _ in COLOURS if counted or name != INSTRUCTIONS)
    return whole_graph_view(request, picture, offered)
