"""The page of all components."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.lesson.views.lesson import ClaimView, ExerciseView, PredictionView
from app.lesson.views.track_picture import TrackPicture
from app.loop.views.diff import DiffView
from app.loop.views.explorer import AlertView, DiagnosticView
from app.loop.views.figure import FigureView
from app.loop.views.registers import RegisterMapView
from app.model.views.elsewhere import ElsewhereCommand
from app.model.views.model_stage import Download, StageProblem, StageProgress, StageTab
from app.model.views.model_step import ModelStepView, StepRow
from app.site.views.folds import OpenFolds
from app.site.views.setting_fields import SettingField
from app.soc.views.stage_panel import StagePanel

if TYPE_CHECKING:
    from app.model.views.whole_graph import WholeGraphView


@dataclass(frozen=True, slots=True, kw_only=True)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentsPage:
    """The page that shows all components."""

    title: str
    alert: AlertView
    """Made-up messages."""
    diagnostics: tuple[DiagnosticView, ...]
    """Made-up messages."""
    figure: FigureView | None
    """From a live example, or nothing where no compiler runs."""
    registers: tuple[RegisterMapView, ...]
    """From a live example, or nothing where no compiler runs."""
    diff: DiffView | None
    """From a live example, or nothing where no compiler runs."""
    lesson: LessonParts
    """Parts of those pages; model is None where nothing draws graphs."""
    model: ModelParts | None
    """As `lesson`."""
    roles: tuple[tuple[str, str], ...]
    """Of registers, each with its meaning."""
