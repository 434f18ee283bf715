"""GPTQ column by column, and AWQ's search, on one layer."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10

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

    path: str
    """SVG path of the errors, on a logarithmic scale, over the exponents."""
    x: float
    """Of the best exponent's point, in pixels of the picture."""
    y: float
    """Of the best exponent's point, in pixels from the top."""
    box: str
    """The SVG's viewBox."""
    width: int
    """Width of the picture, in pixels."""
    height: int
    """Height of the picture, in pixels."""
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
    path = " ".join(
        f"{'L' if index else 'M'}{x:.1f} {y:.1f}" for index, (x, y) in enumerate(places)
    )
    return CurveView(
        path=path,
        x=round(places[best][0], 1),
        y=round(places[best][1], 1),
        box=f"0 0 {CURVE_WIDTH} {CURVE_HEIGHT}",
        width=CURVE_WIDTH,
        height=CURVE_HEIGHT,
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
