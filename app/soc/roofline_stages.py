"""The stages of a roofline's page: kept for a while, and drawn at the speed that is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from app.soc.views.context import SocContext
from app.soc.views.roofline_places import Axes, PointSpeed, axes_of
from compiler_core.kept import Kept
from compiler_core.soc.rooflines.stage_points import StagePoints
from compiler_core.soc.rooflines.staged_roofline import (
    Roof,
    RoofedStage,
    StagedRoofline,
    as_modelled,
    compared,
    roofed_stages,
)

POINTS: tuple[tuple[PointSpeed, str], ...] = (
    ("modelled", "as modelled"),
    ("allowed", "what the chip allows"),
)
_KEPT = 16
_roofed: Kept[tuple[RoofedStage, ...]] = Kept(_KEPT)


@dataclass(frozen=True, slots=True)
class StagesShown:
    """allowed: with every byte through the memory once, and the modelled times beside. drawn: as
    asked for. speed: of the points that are drawn, "allowed" where the stage has no times. roofed:
    every stage under its ceilings, as the roof allows."""

    allowed: StagedRoofline
    drawn: StagedRoofline
    speed: PointSpeed
    axes: Axes
    roofed: tuple[RoofedStage, ...]


def stages_shown(
    context: SocContext, stages: tuple[StagePoints, ...], chosen: int, roof: Roof
) -> StagesShown:
    """Raises InputError for a speed of points that is none."""
    request = context.asked
    wanted = cast("PointSpeed", request.one_of("points", tuple(dict(POINTS))))
    key = request.chip, request.edits, request.model, context.model and context.model.id, roof
    roofed, _ = _roofed.get_or_compute(key, lambda: roofed_stages(context.soc, stages, roof))
    needed = slice(max(chosen - 1, 0), chosen + 1)
    allowed = compared(context.soc, stages, roofed[needed], roof)
    if wanted == "allowed" or roofed[chosen].modelled is None:
        return StagesShown(allowed, allowed, "allowed", axes_of(roofed, "allowed"), roofed)
    modelled = tuple(map(as_modelled, roofed))
    drawn = compared(context.soc, stages, modelled[needed], roof)
    return StagesShown(allowed, drawn, "modelled", axes_of(modelled, "modelled"), roofed)
