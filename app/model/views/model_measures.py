"""Two runs of one network beside each other, number by number."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.measures import RunMeasures

_NAMES = (
    ("kernels", "Kernels"),
    ("instructions", "Instructions executed"),
    ("bytes", "Bytes loaded and stored"),
    ("arena_bytes", "Arena, bytes"),
    ("weight_bytes", "Weights, bytes"),
)


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One number before and after, and the change in words."""

    name: str
    before: str
    after: str
    change: str


@dataclass(frozen=True, slots=True)
class Measured:
    """Both runs: without what was tried, and with it."""

    before: RunMeasures
    after: RunMeasures

    @property
    def late(self) -> tuple[str, ...]:
        """Which of them have not ended, by name."""
        both = (("before", self.before), ("after", self.after))
        return tuple(name for name, run in both if not run.ended)


def measure_rows(measured: Measured) -> tuple[MeasureRow, ...]:
    """What was measured so far, a row each."""
    before, after = measured.before, measured.after
    rows = [
        number_row(title, getattr(before, name), getattr(after, name)) for name, title in _NAMES
    ]
    return (*rows, _accuracy(measured))


def number_row(title: str, before: float | None, after: float | None) -> MeasureRow:
    """A number before and after; None where it is not known yet."""
    change = ""
    if before and after is not None:
        part = after / before - 1
        change = "the same" if before == after else f"{part:+.1%}"
    return MeasureRow(title, _shown(before), _shown(after), change)


def _shown(number: float | None) -> str:
    return "…" if number is None else f"{number:,.0f}"


def _accuracy(measured: Measured) -> MeasureRow:
    before, after = measured.before.accuracy, measured.after.accuracy
    change = ""
    if before is not None and after is not None:
        points = 100 * (after - before)
        change = f"{points:+.1f} points" if before != after else "the same"
    return MeasureRow(
        "Test pictures right", _share(measured.before), _share(measured.after), change
    )


def _share(measures: RunMeasures) -> str:
    if measures.accuracy is not None:
        return f"{measures.accuracy:.1%}"
    return "not known" if measures.ended else "…"
