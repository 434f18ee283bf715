"""Each stage's own part of its page: view, template, settings; one row a stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.model.known import KnownModel
from app.model.request import ModelRequest
from app.model.runs import Run
from app.view_models.model_settings import SettingField
from compiler_core.graph.stages import StageResult


@dataclass(frozen=True, slots=True)
class StageDetail:
    """view: printed by template. fields: of the settings form. ideas: of steps, by pass name."""

    view: object | None
    template: str
    fields: tuple[SettingField, ...] = ()
    ideas: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StageContext:
    """What a stage's part may look at: earlier results through the run."""

    asked: ModelRequest
    known: KnownModel
    run: Run
    result: StageResult


def _input(context: StageContext) -> StageDetail:
    from app.view_models.stage_input import input_view
    from compiler_core.graph.pipeline.input_stage import InputDetails

    details = context.result.details
    view = input_view(details) if isinstance(details, InputDetails) else None
    return StageDetail(view, "partials/stage_input.html")


def _export(context: StageContext) -> StageDetail:
    from app.view_models.stage_export import export_view
    from compiler_core.graph.pipeline.export_stage import ExportDetails

    details = context.result.details
    view = export_view(context.asked, details) if isinstance(details, ExportDetails) else None
    return StageDetail(view, "partials/stage_export.html")


def _passes(context: StageContext) -> StageDetail:
    from app.view_models.stage_passes import passes_view
    from compiler_core.graph.passes.registry import PASSES
    from compiler_core.graph.pipeline.passes_stage import PassesDetails

    details = context.result.details
    ideas = {one.name: one.idea for one in PASSES}
    if not isinstance(details, PassesDetails):
        return StageDetail(None, "", ideas=ideas)
    view = passes_view(context.asked, details, PASSES)
    return StageDetail(view, "partials/stage_passes.html", ideas=ideas)


DetailOf = Callable[[StageContext], StageDetail]
DETAILS: tuple[tuple[str, DetailOf], ...] = (
    ("input", _input),
    ("export", _export),
    ("passes", _passes),
)


def stage_detail(
    asked: ModelRequest, known: KnownModel, run: Run, result: StageResult
) -> StageDetail | None:
    """The part of this stage, None for one that shows its steps only."""
    for name, detail_of in DETAILS:
        if name == asked.stage:
            return detail_of(StageContext(asked, known, run, result))
    return None
