"""AWQ tries exponents: what meets large inputs is scaled up before rounding, more or less.

Each bar is one exponent that the search tried and the error of the output that it measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.scenes.pieces import WIDTH, box, number, words
from app.drawing.scenes.record import Element, Panel, Scene, SceneStep
from compiler_core.llm.weight_quantisation.records import AwqCurve, AwqPoint

HEIGHT, _TOP = 150, 26


@dataclass(frozen=True, slots=True)
class AwqFacts:
    """curve: of one group of tensors, with at least one point."""

    curve: AwqCurve
    model: str
    command: str


def awq_scene(facts: AwqFacts) -> Scene:
    """One step for each exponent, then the best."""
    curve = facts.curve
    return Scene(
        id="awq",
        kind="histogram",
        title="How much to protect what counts",
        track="model",
        panels=(_panel(curve),),
        start="Some inputs are far larger than others, and the weights that meet them count more. "
        "Move on to try how strongly to protect these.",
        steps=tuple(_steps(curve)),
        basis="computed",
        source=f"{', '.join(curve.tensors)} of {facts.model}, on the calibration text.",
        command=facts.command,
        notes=("Bars show the error of the output, relative to the output.",),
        pace=700,
    )


def _panel(curve: AwqCurve) -> Panel:
    wide = WIDTH / len(curve.points)
    worst = max(point.error for point in curve.points) or 1.0
    elements: list[Element] = []
    for index, point in enumerate(curve.points):
        high = round(HEIGHT * point.error / worst, 1)
        x, across = round(index * wide, 1), round(wide - 2, 1)
        elements.append(box(f"slot{index}", (x, _TOP), (across, HEIGHT), "frame"))
        elements.append(box(f"b{index}", (x, _TOP + HEIGHT - high), (across, high), "bar", "", 0.0))
    y = _TOP + HEIGHT + 18
    elements.append(words("axis", 0, y, "exponent 0: nothing is scaled"))
    elements.append(words("axis-end", WIDTH, y, f"{curve.points[-1].alpha:g}", "soft end"))
    elements += number("alpha", (0, y + 10), "–", "exponent")
    elements += number("error", (90, y + 10), "–", "error")
    elements += number("factor", (200, y + 10), "–", "× largest input")
    return Panel(
        id="search",
        title="Error of the output, by exponent",
        width=WIDTH,
        height=y + 56,
        elements=tuple(elements),
    )


def _steps(curve: AwqCurve) -> Iterator[SceneStep]:
    for index, point in enumerate(curve.points):
        changes = _shown(curve, index, point)
        if index:
            changes[f"b{index - 1}"] = {"classes": "bar"}
        how = "scales nothing" if not point.alpha else f"gives {_percent(point.error)}"
        if not point.alpha:
            how += f": {_percent(point.error)} of the output is wrong"
        yield SceneStep(say=f"Exponent {point.alpha:g} {how}.", set=changes, focus=f"b{index}")
    best = next(n for n, trial in enumerate(curve.points) if trial.alpha == curve.alpha)
    last = len(curve.points) - 1
    changes = {f"b{last}": {"classes": "bar"}} if last != best else {}
    changes |= _shown(curve, best, curve.points[best])
    gain = curve.plain_error / curve.error if curve.error else 1.0
    yield SceneStep(
        say=f"The least error is at {curve.alpha:g}: {_percent(curve.error)} instead of "
        f"{_percent(curve.plain_error)}, {gain:.2f} times less. The inputs are divided by the "
        "same factor where they are made, so nothing else changes.",
        set=changes,
        focus=f"b{best}",
    )


def _shown(curve: AwqCurve, index: int, point: AwqPoint) -> dict[str, dict[str, str | float]]:
    return {
        f"b{index}": {"opacity": 1, "classes": "bar now"},
        "alpha": {"label": f"{point.alpha:g}"},
        "error": {"label": _percent(point.error)},
        "factor": {"label": _factor(curve, point.alpha)},
    }


def _factor(curve: AwqCurve, alpha: float) -> str:
    """Of the channel with the largest inputs: the search's own at the best exponent."""
    if not alpha:
        return "1"
    if alpha != curve.alpha or not curve.channels:
        return "–"
    return f"{max(curve.channels, key=lambda channel: channel.magnitude).scale:.2f}"


def _percent(share: float) -> str:
    return f"{100 * share:.3f}%"
