"""What a stage's own part of its page is made from, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.drawing.scenes.views.scene import SceneView
from app.model_runs.known import KnownModel
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run
from app.site.views.links import Link
from app.site.views.setting_fields import SettingField
from compiler_core.pipelines.stages import StageResult


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDetail:
    """A stage's own part of its page."""

    view: object | None
    """What the template prints; None where the stage gave nothing to show."""
    template: str
    """Path of the partial that prints the view; empty for none."""
    fields: tuple[SettingField, ...] = ()
    """Those of the settings form that belong to this stage."""
    ideas: Mapping[str, str] = field(default_factory=dict)
    """What each pass is for, by its name."""
    scene: SceneView | None = None
    """The stage's picture that moves."""
    switches: tuple[Link, ...] = ()
    """Links that leave one thing out."""
    usual: str = ""
    """Address with all of them."""


@dataclass(frozen=True, slots=True)
class StageContext:
    """What a stage's part may look at: earlier results through the run."""

    asked: ModelRequest
    known: KnownModel
    run: Run
    result: StageResult
