"""A decode step under a chip's roof, as one thing after the other is changed.

Points and times are those of the decode model: operations and bytes are counted from the model's
shape, seconds are modelled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from app.drawing.scenes.pieces import WIDTH, Changes, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.sizes import size_text

HEIGHT, _TOP, _LEFT = 190, 12, 6
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
    available_bytes: float
    """Memory of the chip; 0 where that is not known."""


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
    drawing = _Drawing(facts.stops)
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


@dataclass(slots=True)
class _Drawing:
    stops: Sequence[RoofStop]

    def x(self, intensity: float) -> float:
        across = [stop.intensity for stop in self.stops] + [other.ridge for other in self.stops]
        low, high = log10(min(across) / 2), log10(max(across) * 2)
        share = (log10(intensity) - low) / (high - low)
        return round(_LEFT + share * (_RIGHT - _LEFT), 1)

    def y(self, speed: float) -> float:
        high = log10(max(stop.peak for stop in self.stops) * 2)
        low = log10(min(other.operations_per_second for other in self.stops) / 3)
        return round(_TOP + HEIGHT * (high - log10(speed)) / (high - low), 1)

    def roof(self, stop: RoofStop) -> str:
        across = [other.intensity for other in self.stops] + [
            another.ridge for another in self.stops
        ]
        left, right = min(across) / 2, max(across) * 2
        start = (self.x(left), self.y(stop.bandwidth * left))
        corner = (self.x(stop.ridge), self.y(stop.peak))
        return f"M{start[0]} {start[1]}L{corner[0]} {corner[1]}L{self.x(right)} {self.y(stop.peak)}"

    def ticks(self, bottom: float) -> Iterator[Element]:
        """The powers of ten that the axis reaches, under it."""
        across = [stop.intensity for stop in self.stops] + [other.ridge for other in self.stops]
        for power in range(ceil(log10(min(across) / 2)), floor(log10(max(across) * 2)) + 1):
            x = self.x(10**power)
            yield Element(id=f"tick{power}", shape="path", d=f"M{x} {bottom}v4")
            yield words(f"at{power}", x - 4, bottom + 18, f"{10**power:,}")

    def panel(self) -> Panel:
        first, bottom = self.stops[0], _TOP + HEIGHT
        elements: list[Element] = [
            Element(id="axes", shape="path", d=f"M{_LEFT} {_TOP}V{bottom}H{_RIGHT}"),
            Element(id="before", shape="path", classes="wire", d=self.roof(first)),
            Element(id="line", shape="path", classes="roof", d=self.roof(first)),
            Element(
                id="dot",
                shape="circle",
                x=self.x(first.intensity),
                y=self.y(first.operations_per_second),
                w=7,
                classes="dot",
                opacity=0,
            ),
            *self.ticks(bottom),
            words("across", WIDTH, bottom + 34, "operations a byte →", "soft end"),
            words("up", _LEFT + 6, _TOP + 10, "↑ operations a second"),
            words("name", 0, bottom + 52, " ", "plain strong"),
        ]
        y = bottom + 62
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
            changes: Changes = {
                "dot": {
                    "x": self.x(stop.intensity), "y": self.y(stop.operations_per_second),
                    "opacity": 1, "classes": "dot" if stop.bound else "dot gone",
                },
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
            f"{size_text(stop.available_bytes)}. It does not fit; the dot is where it would be."
        )
    times = f"memory takes {stop.memory_ms:.0f} ms, arithmetic {stop.compute_ms:.0f} ms beside it"
    waits = "memory" if stop.bound == "memory" else "arithmetic"
    speed = f"{stop.tokens_per_second:.1f} tokens a second"
    said = f"{stop.title}: {times}. It waits for {waits}: {speed}"
    if before is None or not before.bound:
        return f"{said}."
    gain = stop.tokens_per_second / before.tokens_per_second
    return f"{said}, {gain:.2f} times the step before."
