"""The page of all components."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.view_models.diff import DiffView
from app.view_models.elsewhere import ElsewhereCommand
from app.view_models.explorer import AlertView, DiagnosticView
from app.view_models.figure import FigureView
from app.view_models.folds import OpenFolds
from app.view_models.lesson import ClaimView, ExerciseView, PredictionView
from app.view_models.model_settings import SettingField
from app.view_models.model_stage import Download, StageProblem, StageProgress, StageTab
from app.view_models.model_step import ModelStepView, StepRow
from app.view_models.registers import RegisterMapView
from app.view_models.soc.stage_panel import StagePanel
from app.view_models.track_picture import TrackPicture

if TYPE_CHECKING:
    from app.view_models.whole_graph import WholeGraphView


@dataclass(frozen=True, slots=True)
class ModelParts:
    """What the pages of a model's stages are made of, as in StagePage."""

    tabs: tuple[StageTab, ...]
    problem: StageProblem | None
    without_picture: str
    progress: StageProgress
    headline: str
    seconds: str
    checked: str
    steps: tuple[StepRow, ...]
    step: ModelStepView
    fields: tuple[SettingField, ...]
    kept: tuple[SettingField, ...]
    action: str
    downloads: tuple[Download, ...]
    elsewhere: tuple[ElsewhereCommand, ...]
    panel: StagePanel | None
    graph: WholeGraphView | None
    held: bool = True
    failed: bool = False
    opened: OpenFolds = field(default_factory=lambda: OpenFolds(all=True))


@dataclass(frozen=True, slots=True)
class LessonParts:
    """What lessons and the map are made of."""

    track: TrackPicture
    claim: ClaimView
    question: PredictionView
    exercise: ExerciseView


@dataclass(frozen=True, slots=True)
class ComponentsPage:
    """alert, diagnostics: made-up messages. figure, registers, diff: from a live example, or
    nothing where no compiler runs. roles: of registers, each with its meaning. lesson, model: parts
    of those pages; model is None where nothing draws graphs.
    """

    title: str
    alert: AlertView
    diagnostics: tuple[DiagnosticView, ...]
    figure: FigureView | None
    registers: tuple[RegisterMapView, ...]
    diff: DiffView | None
    lesson: LessonParts
    model: ModelParts | None
    roles: tuple[tuple[str, str], ...]
