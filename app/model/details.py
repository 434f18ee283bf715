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


DetailOf = Callable[[StageContext], StageDetail]
DETAILS: tuple[tuple[str, DetailOf], ...] = ()


def stage_detail(
    asked: ModelRequest, known: KnownModel, run: Run, result: StageResult
) -> StageDetail | None:
    """The part of this stage, None for one that shows its steps only."""
    for name, detail_of in DETAILS:
        if name == asked.stage:
            return detail_of(StageContext(asked, known, run, result))
    return None
