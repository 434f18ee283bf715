"""The roofline before and after one stage of a network's compilation, and what the stage moved.

Each stage stands under the ceiling of its own precision: of the chosen unit if it has one there,
else of the fastest unit that has. What moves a point to the right is fewer bytes (fusion: tensors
that never leave the kernel; quantisation: fewer bits), and so it climbs along the memory's slope.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from statistics import median
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.rooflines.distance import LossCause, ModelledPoint
from compiler_core.soc.rooflines.modelled_points import with_network_times
from compiler_core.soc.rooflines.roofline import (
    PlacedPoint,
    Point,
    Roofline,
    RooflineBound,
    place,
    roofline,
)
from compiler_core.soc.rooflines.stage_points import StageName, StagePoints


@dataclass(frozen=True, slots=True)
class ModelledSummary:
    """All kernels of one stage as the cost model sees them.

    seconds: one after another. least_seconds: of their roof, with the same bytes. lost: seconds
    beyond it by cause, the most first; they add up to the difference. shares: of each kernel, its
    part of `seconds`.
    """

    seconds: float
    least_seconds: float
    lost: tuple[tuple[LossCause, float], ...]
    shares: tuple[float, ...]

    @property
    def distance(self) -> float:
        """How many times as long as the roof allows."""
        return self.seconds / self.least_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class StageSummary:
    """All kernels of one stage."""

    kernels: int
    """How many there are."""
    operations: float
    """Of all kernels together."""
    bytes: float
    """Moved by all kernels together."""
    median_intensity: float
    """Operations a byte, inf where most move none."""
    memory_bound: int
    """How many kernels are bound by memory."""
    memory_share: float
    """Part of `seconds` that kernels bound by memory take, 0 to 1."""
    seconds: float
    """The least time, one after another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoofedStage:
    """One stage under its ceilings."""

    name: StageName
    """Of the stage."""
    precision: Precision
    """Of its tensors; the ceiling has another where no unit has a known speed at it."""
    roofline: Roofline
    """Its kernels as points."""
    shares: tuple[float, ...]
    """Part of the stage's least time that each point takes, in the order of the points."""
    summary: StageSummary
    """Of all its kernels."""
    modelled: ModelledSummary | None = None
    """None where the cost model has no times."""


@dataclass(frozen=True, slots=True)
class Move:
    """From where a kernel came. before: the points it was made of, by name. crosses: what bounds it
    now if the other bounded all of them; "" if it stays on its side of the ridge."""

    name: str
    before: tuple[str, ...]
    crosses: RooflineBound | Literal[""]


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedRoofline:
    """A stage, the one before it (None for the first), and how points moved from one to
    the other."""

    soc: str
    """Name of the chip."""
    stages: tuple[StageName, ...]
    """Names of all there are."""
    now: RoofedStage
    """The chosen stage."""
    before: RoofedStage | None
    """The stage before it, None for the first."""
    moves: tuple[Move, ...]
    """How the kernels of `now` came from those of `before`."""
    fallback: bool
    """Whether the unit is not the one asked for, because that one has no known speed at the stage's
    precision."""

    def crossing(self, bound: RooflineBound) -> int:
        """How many kernels this bounds after the stage, and the other did before it."""
        return sum(move.crosses == bound for move in self.moves)


@dataclass(frozen=True, slots=True)
class Roof:
    """The ceilings that were asked for: unit, its precision, and the memory ("" for what the unit
    reaches)."""

    unit: str
    precision: Precision
    memory: str = ""


def roofed_stages(
    soc: SocDescription, stages: Sequence[StagePoints], roof: Roof
) -> tuple[RoofedStage, ...]:
    """Each under its ceilings. Raises as `staged_roofline`."""
    return tuple(_roofed(soc, stage, roof) for stage in stages)


def compared(
    soc: SocDescription,
    stages: Sequence[StagePoints],
    roofed: Sequence[RoofedStage],
    roof: Roof,
) -> StagedRoofline:
    """stages: all there are. roofed: the one before, if there is one, and the one that is shown."""
    now, before = roofed[-1], roofed[-2] if len(roofed) > 1 else None
    stage = next(candidate for candidate in stages if candidate.name == now.name)
    return StagedRoofline(
        soc=soc.name,
        stages=tuple(known_stage.name for known_stage in stages),
        now=now,
        before=before,
        moves=_moves(stage, now, before),
        fallback=now.roofline.unit != roof.unit,
    )


def as_modelled(stage: RoofedStage) -> RoofedStage:
    """With the bytes and the times of the cost model: each point stands where its own bytes put it,
    its roof is the one over that place. The stage as it is where the cost model has no times."""
    if stage.modelled is None:
        return stage
    roof = stage.roofline
    points = tuple(_with_modelled_bytes(roof, point) for point in roof.points)
    return replace(
        stage,
        roofline=replace(roof, points=points),
        shares=stage.modelled.shares,
        summary=summary_of(points),
    )


def _with_modelled_bytes(roof: Roofline, point: PlacedPoint) -> PlacedPoint:
    moved = point.modelled.bytes if point.modelled else point.bytes
    placed = place(Point(point.name, point.operations, moved), roof.peak, roof.bandwidth)
    return replace(placed, modelled=point.modelled)


def ceiling_at(soc: SocDescription, roof: Roof, precision: Precision) -> tuple[str, Precision]:
    """The unit and precision whose ceiling holds for tensors in this precision.

    The unit asked for, else the fastest that has a speed there; where none has, what was asked for.
    """
    if soc.unit(roof.unit).operations_per_second(precision) is not None:
        return roof.unit, precision
    speeds = {unit.name: unit.operations_per_second(precision) or 0.0 for unit in soc.units}
    fastest = max(speeds, key=lambda name: speeds[name])
    return (fastest, precision) if speeds[fastest] else (roof.unit, roof.precision)


def _roofed(soc: SocDescription, stage: StagePoints, roof: Roof) -> RoofedStage:
    unit, precision = ceiling_at(soc, roof, stage.precision)
    bare = roofline(soc, stage.points, unit, precision, roof.memory)
    timed = with_network_times(soc, bare, stage.layers, stage.precision)
    seconds = sum(point.seconds for point in timed.points)
    return RoofedStage(
        name=stage.name,
        precision=stage.precision,
        roofline=timed,
        shares=tuple(point.seconds / seconds for point in timed.points),
        summary=summary_of(timed.points),
        modelled=modelled_summary(timed.points),
    )


def modelled_summary(points: Sequence[PlacedPoint]) -> ModelledSummary | None:
    """None where a point has no modelled time."""
    times = [point.modelled for point in points if point.modelled is not None]
    if not times or len(times) < len(points):
        return None
    seconds = sum(time.seconds for time in times)
    return ModelledSummary(
        seconds=seconds,
        least_seconds=sum(time.least_seconds for time in times),
        lost=_lost(times),
        shares=tuple(time.seconds / seconds for time in times),
    )


def _lost(points: Sequence[ModelledPoint]) -> tuple[tuple[LossCause, float], ...]:
    totals: dict[LossCause, float] = {}
    for point in points:
        for loss in point.losses:
            totals[loss.cause] = totals.get(loss.cause, 0.0) + loss.seconds
    return tuple(sorted(totals.items(), key=lambda pair: -pair[1]))


def summary_of(points: Sequence[PlacedPoint]) -> StageSummary:
    """Raises InputError where there is no point."""
    if not points:
        raise InputError("Nothing of this network moves data.", "Choose another one.")
    seconds = sum(point.seconds for point in points)
    bound = [point for point in points if point.bound == "memory"]
    return StageSummary(
        kernels=len(points),
        operations=sum(point.operations for point in points),
        bytes=sum(point.bytes for point in points),
        median_intensity=median(_intensity(point) for point in points),
        memory_bound=len(bound),
        memory_share=sum(point.seconds for point in bound) / seconds,
        seconds=seconds,
    )


def _intensity(point: PlacedPoint) -> float:
    return inf if point.intensity is None else point.intensity


def _moves(stage: StagePoints, now: RoofedStage, before: RoofedStage | None) -> tuple[Move, ...]:
    if before is None:
        return ()
    bounds: dict[str, RooflineBound] = {point.name: point.bound for point in before.roofline.points}
    return tuple(
        Move(point.name, names, _crosses(point, names, bounds))
        for point, names in zip(now.roofline.points, stage.made_of, strict=True)
    )


def _crosses(
    point: PlacedPoint, names: Sequence[str], bounds: Mapping[str, RooflineBound]
) -> RooflineBound | Literal[""]:
    if not names or any(bounds[name] == point.bound for name in names):
        return ""
    return point.bound
