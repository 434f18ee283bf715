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
    """All stages, made up so that some are done, one runs and others wait."""
    problem: StageProblem | None
    """A made-up stage that failed."""
    without_picture: str
    """Address that the problem offers, where a reader's own picture failed."""
    unchecked: str
    """A sentence about figures that are missing behind the last stage."""
    progress: StageProgress
    """A made-up stage under way."""
    headline: str
    """What the stage did, in a sentence."""
    seconds: str
    """How long the stage took, such as `0.4 s`."""
    checked: str
    """What a comparison found, in a sentence."""
    steps: tuple[StepRow, ...]
    """The passes of the made-up graph."""
    step: ModelStepView
    """The chosen one of them, with the graph before and after."""
    fields: tuple[SettingField, ...]
    """Of the settings form: one with a single choice, one with several."""
    kept: tuple[SettingField, ...]
    """Hidden fields of the form; empty here."""
    action: str
    """Where the settings form is sent."""
    downloads: tuple[Download, ...]
    """Files that the stage leaves."""
    elsewhere: tuple[ElsewhereCommand, ...]
    """What other tools document for the stage."""
    panel: StagePanel | None
    """The stage on a chip, with made-up numbers; None where there is none."""
    graph: WholeGraphView | None
    """The picture of the whole graph; None where the stage has none."""
    held: bool = True
    """Whether the comparison told in `checked` found what had to be so."""
    failed: bool = False
    """Whether the stage ended without doing what it is for."""
    opened: OpenFolds = field(default_factory=lambda: OpenFolds(all=True))
    """Parts that stand open: all of them."""


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
    """Of the document."""
    alert: AlertView
    """A made-up error, as it stands in place of a result."""
    diagnostics: tuple[DiagnosticView, ...]
    """Made-up messages of a compiler."""
    figure: FigureView | None
    """A live example: source beside assembly; None where no compiler runs."""
    registers: tuple[RegisterMapView, ...]
    """Register maps of the live example; empty where no compiler runs."""
    diff: DiffView | None
    """The live example under two settings; None where no compiler runs."""
    lesson: LessonParts
    """Parts of those pages; model is None where nothing draws graphs."""
    model: ModelParts | None
    """What the pages of a model's stages are made of; None where nothing draws graphs."""
    roles: tuple[tuple[str, str], ...]
    """Each role of a register, with its meaning."""
