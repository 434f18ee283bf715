"""The end of an int8 range is dragged down: steps get finer, more values are cut off.

Bars are how often values occur, from calibration. The two errors are those that the mean squared
error weighs; the step with the smallest sum is the one it chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log10

import numpy as np

from app.drawing.scenes.pieces import WIDTH, Changes, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.graph.calibration.mean_squared_error import ErrorParts, error_parts
from compiler_core.graph.observing.histogram import BINS, Histogram

BARS, TRIED = 40, 32
LEAST_SHARE = 0.6
_HEIGHT, _ERROR_X, _ERROR_H, _ERROR_ROW = 120, 74, 14, 26
_LEVELS = 255
_END, _GRIP_W, _GRIP_H = 5, 26, 32


@dataclass(frozen=True, slots=True)
class ThresholdFacts:
    """histogram: of values that are never negative."""

    histogram: Histogram
    tensor: str
    model: str
    command: str


@dataclass(frozen=True, slots=True)
class _Try:
    """One end of the range, and the errors that it leaves, each a value."""

    end: float
    rounding: float
    clipping: float

    @property
    def total(self) -> float:
        return self.rounding + self.clipping


def threshold_scene(facts: ThresholdFacts) -> Scene:
    """From the largest value downwards."""
    tries = _tries(facts)
    return Scene(
        id="threshold",
        kind="histogram",
        title="A scale is a bet on a range",
        track="model",
        panels=(_values(facts), _errors(tries)),
        start=f"The largest value seen is {facts.histogram.maximum:.2f}. {_LEVELS} steps have to "
        "reach from 0 to the end of the range. Where should it end?",
        steps=tuple(_steps(facts, tries)),
        basis="computed",
        source=f"{facts.tensor} of {facts.model}: {facts.histogram.total:,} values of the "
        "calibration pictures.",
        command=facts.command,
        notes=(
            "The heights of the bars are logarithms. 1 × is the error of the whole range. "
            f"Ends down to {LEAST_SHARE * 100:.0f}% of the largest value are tried: drag the "
            "handle ↔, or press the arrow keys in the picture.",
        ),
        pace=500,
        handle="end",
    )


def _tries(facts: ThresholdFacts) -> list[_Try]:
    """Ends from the largest value down, the best one among them."""
    parts: ErrorParts = error_parts(facts.histogram)
    last = len(parts.thresholds) - 1
    best = int(np.argmin(parts.rounding + parts.clipping))
    spread = np.linspace(last, last * LEAST_SHARE, TRIED - 1).astype(int).tolist()
    places = sorted({*spread, best}, reverse=True)
    return [
        _Try(float(parts.thresholds[at]), float(parts.rounding[at]), float(parts.clipping[at]))
        for at in places
    ]


def _values(facts: ThresholdFacts) -> Panel:
    counts = facts.histogram.counts[BINS:]
    used = int(np.ceil(facts.histogram.maximum / facts.histogram.width))
    parts = [int(chunk.sum()) for chunk in np.array_split(counts[:used], BARS)]
    most, wide = log10(max(parts) + 1), WIDTH / BARS
    elements: list[Element] = []
    for at, part in enumerate(parts):
        high = round(_HEIGHT * log10(part + 1) / most, 1)
        elements.append(
            box(f"v{at}", (round(at * wide, 1), _HEIGHT - high), (wide - 1, high), "bar")
        )
    elements += [
        box("end", (WIDTH - _END, 0), (_END, _HEIGHT), "cell now"),
        box(
            "grip",
            (_grip_at(WIDTH - _END), (_HEIGHT - _GRIP_H) / 2),
            (_GRIP_W, _GRIP_H),
            "grip",
            "↔",
        ),
        words("zero", 0, _HEIGHT + 16, "0"),
        words("most", WIDTH, _HEIGHT + 16, f"{facts.histogram.maximum:.2f}", "soft end"),
        *number("value", (0, _HEIGHT + 22), f"{facts.histogram.maximum:.2f}", "end of the range"),
        *number("step", (160, _HEIGHT + 22), f"{facts.histogram.maximum / _LEVELS:.4f}", "a step"),
    ]
    return Panel(
        id="values",
        title="How often values occur",
        width=WIDTH,
        height=_HEIGHT + 68,
        elements=tuple(elements),
    )


def _grip_at(end: float) -> float:
    """The left edge of what one pulls: over the middle of the line at the range's end, inside."""
    return min(round(end + (_END - _GRIP_W) / 2, 1), WIDTH - _GRIP_W)


_ROWS = ("rounding", "clipping", "sum")


# Room behind the longest bar for its number.
_NUMBER = 64


def _wide(error: float, most: float) -> float:
    return round((WIDTH - _ERROR_X - _NUMBER) * min(error / most, 1), 1)


def _times(error: float, tries: list[_Try]) -> str:
    """The error beside that of the whole range; an arrow where the bar would go on."""
    goes_on = " →" if error > _most(tries) else ""
    return f"{error / tries[0].total:.2f} ×{goes_on}"


def _behind(wide: float) -> float:
    return _ERROR_X + wide + 6


def _most(tries: list[_Try]) -> float:
    """The largest error that bars have room for: twice that of the whole range."""
    return 2 * tries[0].total


def _errors(tries: list[_Try]) -> Panel:
    elements: list[Element] = []
    for row, (name, error) in enumerate(zip(_ROWS, _three(tries[0]), strict=True)):
        y = row * _ERROR_ROW
        elements.append(words(f"n-{name}", 0, y + 12, name, "plain"))
        wide = _wide(error, _most(tries))
        elements.append(box(f"e-{name}", (_ERROR_X, y), (wide, _ERROR_H), "bar"))
        elements.append(words(f"s-{name}", _behind(wide), y + 12, _times(error, tries), "soft"))
    return Panel(
        id="errors",
        title="Squared error of a value, on average",
        width=WIDTH,
        height=len(_ROWS) * _ERROR_ROW,
        elements=tuple(elements),
    )


def _three(trial: _Try) -> tuple[float, float, float]:
    return trial.rounding, trial.clipping, trial.total


def _steps(facts: ThresholdFacts, tries: list[_Try]) -> Iterator[SceneStep]:
    best = min(tries, key=lambda trial: trial.total)
    largest = facts.histogram.maximum
    for trial in tries[1:]:
        x = round(WIDTH * trial.end / largest - _END, 1)
        changes: Changes = {
            "end": {"x": x},
            "grip": {"x": _grip_at(x)},
            "value": {"label": f"{trial.end:.2f}"},
            "step": {"label": f"{trial.end / _LEVELS:.4f}"},
        }
        for name, error in zip(_ROWS, _three(trial), strict=True):
            look = "bar now" if name == "sum" and trial is best else "bar"
            wide = _wide(error, _most(tries))
            changes[f"e-{name}"] = {"w": wide, "classes": look}
            changes[f"s-{name}"] = {"x": _behind(wide), "label": _times(error, tries)}
        share = trial.total / tries[0].total
        words_of_best = " No other end leaves less." if trial is best else ""
        say = (
            f"End at {trial.end:.2f}: {share:.2f} times the error of the whole range, "
            f"{trial.clipping / trial.total:.0%} of it from clipping.{words_of_best}"
        )
        yield SceneStep(say=say, set=changes, focus="end", name=f"end at {trial.end:.2f}")
