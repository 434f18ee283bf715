"""GPTQ column by column, and AWQ's search, on one layer."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10

from app.drawing.views.picture import Line, Mark, Picture, path
from compiler_core.llm.weight_quantisation.records import AwqChannel, AwqCurve, GptqWalk

CURVE_WIDTH, CURVE_HEIGHT = 520, 150
MARGIN = 8
CHANNELS_SHOWN = 8


@dataclass(frozen=True, slots=True)
class WalkView:
    """GPTQ on some columns of a layer."""

    title: str
    walk: GptqWalk
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveView:
    """AWQ's tried exponents with the error each gives."""

    picture: Picture
    """The errors, on a logarithmic scale, over the exponents, and the best of them."""
    curve: AwqCurve
    """The search that is drawn."""
    channels: tuple[AwqChannel, ...]
    """The first of them."""
    outcome: str
    """The best exponent with its error, beside the error without scaling, in a sentence."""


def walk_view(walk: GptqWalk) -> WalkView:
    """The table of columns in the order they were rounded."""
    return WalkView(
        f"{walk.name}: {walk.rows} of {walk.of_rows} rows, {walk.columns} of {walk.of_columns} "
        f"columns, groups of {walk.group}",
        walk,
        f"Relative error of the layer's outputs on {walk.samples} sample inputs: "
        f"{walk.error:.3g}, where rounding each weight alone gives {walk.plain_error:.3g}.",
    )


def curve_view(curve: AwqCurve) -> CurveView:
    """The curve and the channels with the largest and the smallest factors."""
    places = _places(curve)
    best = min(range(len(places)), key=lambda index: curve.points[index].error)
    x, y = (round(at, 1) for at in places[best])
    return CurveView(
        picture=Picture(
            title="Error by exponent; the table below has the numbers",
            width=CURVE_WIDTH,
            height=CURVE_HEIGHT,
            lines=(Line(path(places), "curve"),),
            marks=(Mark(x=x, y=y, classes="is-best"),),
        ),
        curve=curve,
        channels=curve.channels[:CHANNELS_SHOWN],
        outcome=f"Best at {curve.alpha:.2f}: relative output error {curve.error:.3g}; without "
        f"scaling {curve.plain_error:.3g}.",
    )


def _places(curve: AwqCurve) -> list[tuple[float, float]]:
    logs = [log10(max(point.error, 1e-12)) for point in curve.points]
    low, high = min(logs), max(logs)
    span = (high - low) or 1.0
    steps = max(1, len(logs) - 1)
    return [
        (
            MARGIN + (CURVE_WIDTH - 2 * MARGIN) * index / steps,
            MARGIN + (CURVE_HEIGHT - 2 * MARGIN) * (high - log) / span,
        )
        for index, log in enumerate(logs)
    ]
