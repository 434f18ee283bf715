"""The scenes that lessons name, drawn from runs that were written down."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import compiler_core.pipelines.model_runs as model_runs
from app.drawing.scenes.awq_scales import AwqFacts, awq_scene
from app.drawing.scenes.record import Scene
from app.lesson.scenes import SCENE_MAKERS
from compiler_core.llm.weight_quantisation.records import AwqChannel, AwqCurve, AwqPoint
from tests.facts.recorded import place_recorded

# Its search takes as long as all others together; the scene is tried with a curve made up here.
SLOW = ("awq",)
CURVE = AwqCurve(
    tensors=("a.weight",),
    folded_into="norm.weight",
    points=(AwqPoint(0.0, 0.004), AwqPoint(0.5, 0.002), AwqPoint(1, 0.006)),
    alpha=0.5,
    plain_error=0.004,
    error=0.002,
    channels=(AwqChannel(3, 9.0, 2.5),),
    reason="",
)
NAMES = tuple(maker.name for maker in SCENE_MAKERS)


@contextmanager
def recorded_runs(folder: Path) -> Iterator[None]:
    """Runs that scenes show, as they were written down. folder: where they are unpacked."""
    kept = list(model_runs._shared)
    model_runs.share_runs_of(folder)
    for run in {run for maker in SCENE_MAKERS for run in maker.runs()}:
        place_recorded(run)
    yield
    model_runs._shared[:] = kept


@cache
def drawn(name: str) -> Scene:
    if name in SLOW:
        return awq_scene(AwqFacts(CURVE, "A model", ""))
    return next(maker for maker in SCENE_MAKERS if maker.name == name).make()
