"""A network's kernels under the roof: dots that walk to the right, stage by stage.

A dot is a kernel of the last stage; before, it stands where its largest part stood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.drawing.roofline import RoofAxes
from app.drawing.scenes.pieces import WIDTH, Changes, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.drawing.views.picture import path
from app.words import count
from compiler_core.amounts import three_digits, time_text
from compiler_core.soc.rooflines.roofline import PlacedPoint
from compiler_core.soc.rooflines.stage_points import StageName, StagePoints
from compiler_core.soc.rooflines.staged_roofline import RoofedStage

MOST_DOTS = 80
_TOP, _BOTTOM, _LEFT, _RIGHT = 12, 208, 6, WIDTH - 12
_SAID: dict[StageName, str] = {
    "nodes": "As in the file, {kernels} in {numbers} on {unit}: what one hands to the next goes "
    "through memory",
    "passes": "After the graph passes, {kernels} in {numbers} on {unit}",
    "fused": "Fused, {kernels} in {numbers} on {unit}: what stays inside a kernel no longer goes "
    "through memory",
    "quantised": "In {numbers}, {kernels} on {unit}: the same operations on fewer bytes",
}
_TITLES: dict[StageName, str] = {
    "nodes": "as in the file",
    "passes": "after the graph passes",
    "fused": "fused",
    "quantised": "quantised",
}


@dataclass(frozen=True, slots=True)
class StageFacts:
    """What the scene of kernels that walk under the roof, stage by stage, is drawn from."""

    stages: tuple[StagePoints, ...]
    """The network at each stage, from the file on: its kernels as points."""
    roofed: tuple[RoofedStage, ...]
    """The same stages under the chip's roof, in the same order."""
    units: Mapping[str, str]
    """The chip's, by name their title."""
    model: str
    """Its title."""
    chip: str
    """Its title."""
    command: str
    """Gives the same numbers on the command line."""
    note: str = ""
    """How the page's other figures are made, where otherwise."""


def stage_scene(facts: StageFacts) -> Scene:
    """One step for each stage after the first."""
    dots = _traced(facts.stages, facts.roofed)
    drawing = _Drawing(facts.roofed, dots, facts.units, _axes(facts.roofed, dots))
    return Scene(
        id="stages",
        kind="square",
        title="Kernels walk under the roof",
        track="model",
        panels=(drawing.chart(), _figures(facts.roofed[0])),
        start=f"A dot is a kernel. {drawing.said(facts.roofed[0])}",
        steps=tuple(drawing.steps()),
        basis="modelled",
        source=f"{facts.model} on {facts.chip}: operations and bytes from shapes; dots stand on "
        "what the roof allows.",
        command=facts.command,
        notes=(
            "Both axes are logarithmic. Filled: limited by arithmetic. Pale: waits for memory.",
            "Before fusion a dot stands where the largest part of its kernel stands.",
            *([facts.note] if facts.note else []),
        ),
        pace=1800,
    )


def _traced(stages: Sequence[StagePoints], roofed: Sequence[RoofedStage]) -> list[Trace]:
    """Of each dot its point at each stage, the first stage first; dots with most operations."""
    known: list[Mapping[str, PlacedPoint]] = [
        {point.name: point for point in stage.roofline.points} for stage in roofed
    ]
    last = sorted(roofed[-1].roofline.points, key=lambda candidate: -candidate.operations)[
        :MOST_DOTS
    ]
    return [_trace(stages, known, dot.name) for dot in last]


def _trace(
    stages: Sequence[StagePoints], known: Sequence[Mapping[str, PlacedPoint]], name: str
) -> list[PlacedPoint | None]:
    trace: list[PlacedPoint | None] = []
    for at in range(len(stages) - 1, -1, -1):
        point = known[at].get(name)
        trace.append(point)
        names = [dot.name for dot in stages[at].points]
        made_of = stages[at].made_of[names.index(name)] if at and name in names else ()
        before = [known[at - 1][part] for part in made_of if part in known[at - 1]]
        name = max(before, key=lambda candidate: candidate.operations).name if before else name
    return trace[::-1]


Trace = Sequence[PlacedPoint | None]


def _axes(roofed: Sequence[RoofedStage], dots: Sequence[Trace]) -> RoofAxes:
    """With room around the dots and the roofs of all stages."""
    points = [placed for dot in dots for placed in dot if placed and placed.intensity]
    ridges = [stage.roofline.ridge for stage in roofed]
    across = [spot.intensity for spot in points if spot.intensity] + ridges
    peaks = [stage.roofline.peak for stage in roofed]
    lowest = min([*(point.attainable for point in points if point.attainable), *peaks]) / 2
    reach = (min(across) / 2, max(across) * 2)
    return RoofAxes.between((_LEFT, _TOP), (_RIGHT, _BOTTOM), reach, (lowest, max(peaks) * 2))


@dataclass(slots=True)
class _Drawing:
    roofed: Sequence[RoofedStage]
    dots: Sequence[Trace]
    units: Mapping[str, str]
    axes: RoofAxes

    def roof(self, stage: RoofedStage) -> str:
        return path(self.axes.corners(stage.roofline))

    def chart(self) -> Panel:
        elements: list[Element] = [
            Element(id="axes", shape="path", d=f"M{_LEFT} {_TOP}V{_BOTTOM}H{WIDTH - 4}"),
            Element(id="line", shape="path", classes="roof", d=self.roof(self.roofed[0])),
            words("across", WIDTH, _BOTTOM + 18, "operations a byte →", "soft end"),
            words("up", _LEFT + 6, _TOP + 8, "↑ operations a second"),
        ]
        for at, dot in enumerate(self.dots):
            first = dot[0]
            x, y = self._place(first) if first else (0.0, 0.0)
            elements.append(
                Element(
                    id=f"d{at}",
                    shape="circle",
                    x=x,
                    y=y,
                    w=4,
                    classes=_look(first),
                    title=first.name if first else "",
                    opacity=1 if first else 0,
                )
            )
        return Panel(
            id="chart",
            title="The roof, and the kernels under it",
            width=WIDTH,
            height=_BOTTOM + 26,
            elements=tuple(elements),
        )

    def _place(self, point: PlacedPoint) -> tuple[float, float]:
        intensity = self.axes.across.high if point.intensity is None else point.intensity
        return self.axes.at(intensity, point.attainable)

    def steps(self) -> Iterator[SceneStep]:
        for at, stage in enumerate(self.roofed[1:], 1):
            changes: Changes = {"line": {"d": self.roof(stage)}}
            for index, dot in enumerate(self.dots):
                changes[f"d{index}"] = self._dot(dot[at])
            changes |= {name: {"label": text} for name, text in _numbers(stage).items()}
            yield SceneStep(say=self.said(stage), set=changes, focus="line")

    def said(self, stage: RoofedStage) -> str:
        """With its numbers and who computes them: a unit without floats leaves them to another."""
        summary, roof = stage.summary, stage.roofline
        start = _SAID[stage.name].format(
            kernels=count(summary.kernels, "kernel"),
            numbers=stage.precision,
            unit=self.units[roof.unit],
        )
        return (
            f"{start}. Half of them do at least {three_digits(summary.median_intensity)} "
            f"operations a byte; {summary.memory_bound:,} wait for memory. The roof allows "
            f"{time_text(summary.seconds)} for a run."
        )

    def _dot(self, point: PlacedPoint | None) -> dict[str, str | float]:
        if point is None:
            return {"opacity": 0}
        x, y = self._place(point)
        return {"x": x, "y": y, "opacity": 1, "classes": _look(point)}


def _look(point: PlacedPoint | None) -> str:
    return "spot held" if point and point.bound == "memory" else "spot now"


def _numbers(stage: RoofedStage) -> dict[str, str]:
    summary = stage.summary
    return {
        "stage": f"{_TITLES[stage.name]}, {stage.precision}",
        "kernels": f"{summary.kernels:,}",
        "median": three_digits(summary.median_intensity),
        "waits": f"{summary.memory_bound:,}",
        "least": time_text(summary.seconds),
    }


def _figures(stage: RoofedStage) -> Panel:
    shown = _numbers(stage)
    elements = (
        words("stage", 0, 14, shown["stage"], "plain strong"),
        *number("kernels", (0, 24), shown["kernels"], "kernels"),
        *number("waits", (150, 24), shown["waits"], "wait for memory"),
        *number("median", (0, 78), shown["median"], "operations a byte, the median kernel"),
        *number("least", (0, 132), shown["least"], "a run, at least"),
    )
    return Panel(
        id="figures", title="The whole network", width=WIDTH, height=176, elements=elements
    )
