"""A decode step under a chip's roof, as one thing after the other is changed.

Points and times are those of the decode model: operations and bytes are counted from the model's
shape, seconds are modelled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from app.drawing.roofline import RoofAxes
from app.drawing.scenes.pieces import WIDTH, Changes, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from app.drawing.views.picture import path
from compiler_core.sizes import size_text
from compiler_core.soc.decoding.decode import capacity_text, misfit_text

_TOP, _BOTTOM, _LEFT = 12, 202, 6
_RIGHT = WIDTH - 6


@dataclass(frozen=True, slots=True, kw_only=True)
class RoofStop:
    """The decode step under one setting."""

    title: str
    """What was changed, in a few words."""
    intensity: float
    """Operations a byte that is read."""
    operations_per_second: float
    """As modelled; as the roof allows where it does not fit."""
    used: float
    """Share of its arithmetic that engines use; the roof is as high as that."""
    peak: float
    """Operations a second at the flat part of the roof: the chip's times `used`."""
    bandwidth: float
    """Bytes a second, the slope of the roof."""
    ridge: float
    """Operations a byte at which slope and flat part meet, `used` counted in."""
    bound: str
    """`memory`, `compute`, or "" where the model does not fit."""
    memory_ms: float
    """Milliseconds that the step's bytes take; 0 where no time is modelled."""
    compute_ms: float
    """Milliseconds of the step's arithmetic, beside memory; 0 where none is modelled."""
    tokens_per_second: float
    """All sequences together; 0 where the model does not fit."""
    needed_bytes: float
    """Memory that the model takes under this setting."""
    available_bytes: float | None
    """Memory of the chip; None where no size is stated."""


@dataclass(frozen=True, slots=True)
class RoofFacts:
    """stops: in the order of the walk. used: of the first stop."""

    stops: tuple[RoofStop, ...]
    model: str
    chip: str
    command: str
    used: float


def roof_scene(facts: RoofFacts) -> Scene:
    """One step for each stop."""
    drawing = _Drawing(facts.stops, _axes(facts.stops))
    return Scene(
        id="roof",
        kind="square",
        title="A dot walks under the roof",
        track="model",
        panels=(drawing.panel(),),
        start=f"The roof of {facts.chip}: the slope is memory, the flat part arithmetic, "
        f"{facts.used:.0%} of its peak. A dot will be one decode step of {facts.model}.",
        steps=tuple(drawing.steps()),
        basis="modelled",
        source=f"{facts.model}, 128 positions, on {facts.chip}, as its decode model says.",
        command=facts.command,
        notes=(
            "Both axes are logarithmic: the same way is the same factor. The grey roof is the chip "
            "before any change.",
        ),
        pace=1500,
    )


def _axes(stops: Sequence[RoofStop]) -> RoofAxes:
    """With room around all stops."""
    across = [stop.intensity for stop in stops] + [other.ridge for other in stops]
    lowest = min(stop.operations_per_second for stop in stops) / 3
    highest = max(stop.peak for stop in stops) * 2
    reach = (min(across) / 2, max(across) * 2)
    return RoofAxes.between((_LEFT, _TOP), (_RIGHT, _BOTTOM), reach, (lowest, highest))


@dataclass(slots=True)
class _Drawing:
    stops: Sequence[RoofStop]
    axes: RoofAxes

    def roof(self, stop: RoofStop) -> str:
        return path(self.axes.corners(stop))

    def ticks(self) -> Iterator[Element]:
        """The powers of ten that the axis reaches, under it."""
        across = self.axes.across
        for power in range(ceil(log10(across.low)), floor(log10(across.high)) + 1):
            x = across.at(10**power)
            yield Element(id=f"tick{power}", shape="path", d=f"M{x} {_BOTTOM}v4")
            yield words(f"at{power}", x - 4, _BOTTOM + 18, f"{10**power:,}")

    def panel(self) -> Panel:
        first = self.stops[0]
        x, y = self.axes.at(first.intensity, first.operations_per_second)
        elements: list[Element] = [
            Element(id="axes", shape="path", d=f"M{_LEFT} {_TOP}V{_BOTTOM}H{_RIGHT}"),
            Element(id="before", shape="path", classes="wire", d=self.roof(first)),
            Element(id="line", shape="path", classes="roof", d=self.roof(first)),
            Element(id="dot", shape="circle", x=x, y=y, w=7, classes="dot", opacity=0),
            *self.ticks(),
            words("across", WIDTH, _BOTTOM + 34, "operations a byte →", "soft end"),
            words("up", _LEFT + 6, _TOP + 10, "↑ operations a second"),
            words("name", 0, _BOTTOM + 52, " ", "plain strong"),
        ]
        y = _BOTTOM + 62
        elements += number("memory", (0, y), "–", "ms of memory")
        elements += number("compute", (105, y), "–", "ms of arithmetic")
        elements += number("tokens", (220, y), "–", "tokens/s")
        return Panel(
            id="chart",
            title="The roof, and the step under it",
            width=WIDTH,
            height=y + 46,
            elements=tuple(elements),
        )

    def steps(self) -> Iterator[SceneStep]:
        before = None
        for stop in self.stops:
            x, y = self.axes.at(stop.intensity, stop.operations_per_second)
            classes = "dot" if stop.bound else "dot gone"
            changes: Changes = {
                "dot": {"x": x, "y": y, "opacity": 1, "classes": classes},
                "line": {"d": self.roof(stop)},
                "name": {"label": stop.title},
                "memory": {"label": f"{stop.memory_ms:.0f}" if stop.bound else "–"},
                "compute": {"label": f"{stop.compute_ms:.0f}" if stop.bound else "–"},
                "tokens": {"label": f"{stop.tokens_per_second:.1f}" if stop.bound else "–"},
            }  # fmt: skip
            yield SceneStep(say=_said(stop, before), set=changes, focus="dot")
            before = stop


def _said(stop: RoofStop, before: RoofStop | None) -> str:
    if not stop.bound:
        return (
            f"{stop.title}: it needs {size_text(stop.needed_bytes)}, and the chip has "
            f"{capacity_text(stop.available_bytes)}. {misfit_text(stop.available_bytes)}; "
            "the dot is where it would be."
        )
    times = f"memory takes {stop.memory_ms:.0f} ms, arithmetic {stop.compute_ms:.0f} ms beside it"
    waits = "memory" if stop.bound == "memory" else "arithmetic"
    speed = f"{stop.tokens_per_second:.1f} tokens a second"
    said = f"{stop.title}: {times}. It waits for {waits}: {speed}"
    if before is None or not before.bound:
        return f"{said}."
    gain = stop.tokens_per_second / before.tokens_per_second
    return f"{said}, {gain:.2f} times the step before."
