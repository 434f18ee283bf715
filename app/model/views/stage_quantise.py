"""Stage 4: the layer table, one tensor's histogram with the range each method chose, its curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.drawing.views.picture import Bar, Line, Mark, Picture, path
from app.model.views.stage_calibration import CalibrationView, calibration_view
from app.model.views.stage_sensitivity import SensitivityView, sensitivity_view
from app.model_runs.request import ModelRequest
from app.words import more_rows
from compiler_core.graph.calibration.methods import MEASURED
from compiler_core.graph.observing.histogram import BINS, Histogram
from compiler_core.graph.observing.records import Curve, TensorCalibration
from compiler_core.graph.pipeline.quantise_stage import QuantiseDetails
from compiler_core.graph.quantisation.mixed_precision import PROPOSED
from compiler_core.graph.quantisation.records import LayerRow

WIDTH, HEIGHT, BARS = 560, 160, 112


@dataclass(frozen=True, slots=True)
class QuantisedLayer:
    """One row of the table; scales as text, empty where there is none."""

    row: LayerRow
    input: str
    output: str
    weights: str
    bytes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeRow:
    """The range one method chose: its place in the drawing, and in words."""

    method: str
    """Name of the way to choose a range."""
    idea: str
    """Of the method, in words; empty where none is known."""
    low: str
    """Least value of the range, to four digits."""
    high: str
    """Largest value of the range, to four digits."""
    clipped: str
    """Share of values beyond the range, as `0.125%`."""
    reason: str
    """Why the method chose this range."""
    used: bool
    """Whether the network was quantised by this method, of which `measured` is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveView:
    """What the method weighed at each threshold: a line, and the chosen point."""

    title: str
    """Of the drawing, with the method's name."""
    picture: Picture
    """The costs, on a logarithmic scale, and the chosen one."""
    low: str
    """Text at the left end of the axis, `0`."""
    high: str
    """Largest threshold tried, the text at the right end."""
    sentence: str
    """How many thresholds were tried and which was chosen."""


ROWS_SHOWN = 400


@dataclass(frozen=True, slots=True)
class TensorChoice:
    """A tensor in the menu."""

    name: str
    selected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantiseView:
    """A quantised network, as its stage shows it."""

    layers: tuple[QuantisedLayer, ...]
    """The first 400 nodes, with their scales."""
    more_layers: str
    """How many nodes are not listed, in words; empty if none."""
    origin: str
    """What the network was calibrated on, in words."""
    tensors: tuple[TensorChoice, ...]
    """All that were calibrated, for the menu."""
    tensor: str
    """Name of the chosen tensor, empty where none was calibrated."""
    histogram: Picture
    """The chosen tensor's values, square roots of counts so that the tails show, with ranges."""
    left: str
    """Value at the drawing's left edge."""
    right: str
    """Value at the drawing's right edge."""
    ranges: tuple[RangeRow, ...]
    """What each method chose for the chosen tensor."""
    curve: CurveView | None
    """Of the method in use, None where it tried no thresholds."""
    sensitivity: SensitivityView | None = None
    """What each layer loses alone."""
    measured: CalibrationView | None = None
    """What each method leaves of every tensor."""


def quantise_view(request: ModelRequest, details: QuantiseDetails) -> QuantiseView:
    """The view; asked.view names the tensor."""
    tensors = details.calibration.tensors
    names = tuple(tensors)
    chosen = request.view if request.view in tensors else (names[0] if names else "")
    calibration = tensors.get(chosen)
    bars, low, high = _bars(calibration.histogram) if calibration else ((), 0.0, 0.0)
    return QuantiseView(
        layers=tuple(_layer(row) for row in details.layers[:ROWS_SHOWN]),
        more_layers=more_rows(len(details.layers), ROWS_SHOWN, "node"),
        origin=details.origin,
        tensors=tuple(TensorChoice(name, name == chosen) for name in names),
        tensor=chosen,
        histogram=Picture(
            title="Histogram; the table below has the ranges",
            width=WIDTH,
            height=HEIGHT,
            bars=bars,
            lines=tuple(_cuts(calibration, details, low, high)) if calibration else (),
        ),
        left=f"{low:.3g}",
        right=f"{high:.3g}",
        ranges=tuple(_ranges(calibration, details)) if calibration else (),
        curve=_curve(calibration, _single(calibration, details.method)) if calibration else None,
        sensitivity=sensitivity_view(request, details),
        measured=calibration_view(request, details),
    )


def layer_pins(request: ModelRequest, layers: Sequence[LayerRow]) -> list[tuple[str, str]]:
    """What can be pinned: the first and last layer, those proposed, every node that multiplies."""
    words = [("first", "first layer"), ("last", "last layer"), (PROPOSED, "those proposed below")]
    named = [(row.node, f"{row.operator} {row.node}") for row in layers if row.weight_bytes[0]]
    return words + named[:40]


def _layer(row: LayerRow) -> QuantisedLayer:
    before, after = row.weight_bytes
    return QuantisedLayer(
        row,
        _scale(row.input_scale, row.input_zero_point),
        _scale(row.output_scale, row.output_zero_point),
        _weights(row.weight_scales),
        f"{before:,} → {after:,}" if before else "",
    )


def _scale(scale: float | None, zero_point: int | None) -> str:
    return "" if scale is None else f"{scale:.4g}, {zero_point}"


def _weights(scales: tuple[float, float] | None) -> str:
    if scales is None:
        return ""
    low, high = scales
    return f"{low:.3g}" if low == high else f"{low:.3g} … {high:.3g}"


def _bars(histogram: Histogram) -> tuple[tuple[Bar, ...], float, float]:
    """Counts between minimum and maximum in equal bars."""
    width = histogram.width
    first = max(0, int(np.floor(histogram.minimum / width)) + BINS)
    last = min(2 * BINS, int(np.ceil(histogram.maximum / width)) + BINS + 1)
    counts = histogram.counts[first:last].astype(float)
    groups = np.array_split(counts, min(BARS, max(1, counts.size)))
    heights = np.sqrt([group.mean() if group.size else 0.0 for group in groups])
    top = float(heights.max()) or 1.0
    step = WIDTH / len(heights)
    bars = tuple(
        Bar(
            x=round(index * step, 1),
            y=round(HEIGHT - HEIGHT * value / top, 1),
            width=round(step * 0.9, 1),
            height=round(HEIGHT * value / top, 1),
            classes="bar",
        )
        for index, value in enumerate(heights)
    )
    return bars, (first - BINS) * width, (last - BINS) * width


def _cuts(
    calibration: TensorCalibration, details: QuantiseDetails, low: float, high: float
) -> Iterator[Line]:
    """Where each method's range ends in the histogram."""
    scale = WIDTH / ((high - low) or 1.0)
    for name, cut in calibration.ranges.items():
        left = round((max(cut.low, low) - low) * scale, 1)
        right = round((min(cut.high, high) - low) * scale, 1)
        way = f"{path([(left, 0), (left, HEIGHT)])} {path([(right, 0), (right, HEIGHT)])}"
        classes = "cut is-used" if name == details.method else "cut"
        yield Line(way, classes, f"{name}: {cut.low:.4g} to {cut.high:.4g}")


def _ranges(calibration: TensorCalibration, details: QuantiseDetails) -> list[RangeRow]:
    ideas = dict(details.methods)
    return [
        RangeRow(
            method=name,
            idea=ideas.get(name, ""),
            low=f"{value_range.low:.4g}",
            high=f"{value_range.high:.4g}",
            clipped=f"{value_range.clipped:.3%}",
            reason=value_range.reason,
            used=name == details.method,
        )
        for name, value_range in calibration.ranges.items()
    ]


def _single(calibration: TensorCalibration, method: str) -> str:
    """The method that weighed this range: of the choice by measurement the tensor's winner."""
    return calibration.winner if method == MEASURED else method


def _curve(calibration: TensorCalibration, method: str) -> CurveView | None:
    value_range = calibration.ranges.get(method)
    if value_range is None or value_range.curve is None or len(value_range.curve.costs) < 2:
        return None
    return _drawn(value_range.curve, method)


def _drawn(curve: Curve, method: str) -> CurveView:
    """Costs on a logarithmic axis, for they span decades; a cost without bound is drawn on top."""
    bounded = np.isfinite(curve.costs)
    ceiling = float(curve.costs[bounded].max()) if bounded.any() else 1.0
    costs = np.log10(np.clip(np.where(bounded, curve.costs, ceiling), 1e-12, None))
    low, high = float(costs.min()), float(costs.max())
    span = (high - low) or 1.0
    places = np.linspace(0, len(costs) - 1, min(len(costs), 300)).astype(int)
    reach = float(curve.thresholds[-1]) or 1.0
    across = curve.thresholds / reach * WIDTH
    down = HEIGHT - (costs - low) / span * HEIGHT
    x = curve.threshold / reach * WIDTH
    y = HEIGHT - (float(costs[curve.chosen]) - low) / span * HEIGHT
    sentence = (
        f"{len(costs):,} thresholds were tried; the cost is smallest at {curve.threshold:.4g}, "
        f"where values beyond are clipped."
    )
    return CurveView(
        title=f"Cost of each threshold, {method}",
        picture=Picture(
            title=sentence,
            width=WIDTH,
            height=HEIGHT,
            lines=(Line(path([(float(across[at]), float(down[at])) for at in places]), "curve"),),
            marks=(Mark(x=round(x, 1), y=round(y, 1), classes="is-chosen"),),
        ),
        low="0",
        high=f"{reach:.3g}",
        sentence=sentence,
    )
