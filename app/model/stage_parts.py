"""What a stage's own part of its page is made from, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.drawing.views.scene import SceneView
from app.model_runs.known import KnownModel
from app.model_runs.request import ModelRequest
from app.model_runs.runs import Run
from app.site.views.links import Link
from app.site.views.setting_fields import SettingField
from compiler_core.pipelines.stages import StageResult


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDetail:
    """view: printed by template. fields: of the settings form. ideas: of steps, by pass name.
    scene: the stage's picture that moves. switches: links that
    leave one thing out; usual: address with all of them."""

    view: object | None
    template: str
    fields: tuple[SettingField, ...] = ()
    ideas: Mapping[str, str] = field(default_factory=dict)
    scene: SceneView | None = None
    switches: tuple[Link, ...] = ()
    usual: str = ""


@dataclass(frozen=True, slots=True)
class StageContext:
    """What a stage's part may look at: earlier results through the run."""

    asked: ModelRequest
    known: KnownModel
    run: Run
    result: StageResult
