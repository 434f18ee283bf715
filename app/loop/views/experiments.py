"""What can be tried on a run: another setting, other vector lengths, a broken promise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.views.picture import Bar, Line, Picture
from app.site.views.setting_fields import SettingChoice
from app.words import count
from compiler_core.host.running.compare_outputs import ArrayDifference, OutputComparison
from compiler_core.host.running.overlap import Overlap
from compiler_core.host.running.refusal import without_options
from compiler_core.host.running.sweep import SveRow, SveSweep

CHART_WIDTH = 420
BAR_LEFT = 88
ROW_HEIGHT = 24
BAR_HEIGHT = 16
_RESULTS = {True: "the same", False: "different", None: "not compared"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedView:
    """Two settings on the same inputs."""

    sign: str
    """`✓` where both computed the same bits, else `≠`."""
    word: str
    """`The same bits` or `Different bits`."""
    tone: str
    """`good` where the bits are the same, else `warn`."""
    found: OutputComparison
    """The comparison as the core made it, with its sentences."""
    differences: tuple[ArrayDifference, ...]
    """Arrays that differ; empty where none does."""
    nearness: tuple[tuple[str, int, str, str], ...]
    """Each setting: its title, elements nearer to wider arithmetic, largest and mean error in
    ULP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepRow:
    """One vector length."""

    run: SveRow
    """What was counted at this length."""
    instructions: str
    """Such as `1,024`; where it did not run, why."""
    results: str
    """Whether the outputs are those of the first row: `the same`."""


@dataclass(frozen=True, slots=True)
class SweepView:
    """All vector lengths."""

    sentences: tuple[str, ...]
    rows: tuple[SweepRow, ...]
    picture: Picture


@dataclass(frozen=True, slots=True)
class OverlapView:
    """Overlapping arrays: what the promise made of them, next to what the C code says."""

    headline: str
    found: Overlap


@dataclass(frozen=True, slots=True, kw_only=True)
class ExperimentsView:
    """The three experiments."""

    current: str
    """The one that was made."""
    message: str
    """Why it gave no answer."""
    compilers: tuple[SettingChoice, ...]
    """Of the other setting, to choose from."""
    flags: str
    """Of the other setting."""
    scalable: bool
    """The code uses SVE vectors."""
    promised: bool
    """A parameter is restrict."""
    offset: str
    """How far apart the arrays begin, in elements."""
    compared: ComparedView | None = None
    """Two settings on the same inputs; None where that was not asked."""
    sweep: SweepView | None = None
    """The run at all vector lengths; None where that was not asked."""
    overlap: OverlapView | None = None
    """The run on overlapping arrays; None where that was not asked."""


def compared_view(comparison: OutputComparison) -> ComparedView:
    """Two settings side by side."""
    same = comparison.equal
    return ComparedView(
        sign="✓" if same else "≠",
        word="The same bits" if same else "Different bits",
        tone="good" if same else "warn",
        found=comparison,
        differences=tuple(
            difference for difference in comparison.differences if difference.different
        ),
        nearness=tuple(_nearness(comparison)),
    )


def _nearness(comparison: OutputComparison) -> Iterator[tuple[str, int, str, str]]:
    near = comparison.nearness
    if near is None:
        return
    for name, nearer, largest, mean in (
        (comparison.left, near.left_nearer, near.left_largest_error, near.left_mean_error),
        (comparison.right, near.right_nearer, near.right_largest_error, near.right_mean_error),
    ):
        yield name, nearer, f"{largest:,.3g} ULP", f"{mean:,.3g} ULP"


def sweep_view(sweep: SveSweep) -> SweepView:
    """The lengths as a chart and as a table."""
    rows = tuple(_sweep_row(row) for row in sweep.rows)
    return SweepView(sentences=sweep.sentences, rows=rows, picture=_sweep_picture(rows))


def _sweep_row(row: SveRow) -> SweepRow:
    return SweepRow(
        run=row,
        instructions=f"{row.instructions:,}" if row.ok else without_options(row.message),
        results=_RESULTS[row.same_bits],
    )


def _sweep_picture(rows: Sequence[SweepRow]) -> Picture:
    """A bar for each length, as a part of the longest, with its number behind it."""
    most = max((row.run.instructions for row in rows), default=1)
    bars, names = [], []
    for number, row in enumerate(rows):
        y = number * ROW_HEIGHT
        width = round(row.run.instructions / max(most, 1) * (CHART_WIDTH - BAR_LEFT - 80), 1)
        bars.append(
            Bar(
                x=BAR_LEFT,
                y=y + 4,
                width=width,
                height=BAR_HEIGHT,
                classes="",
                label=row.instructions,
                label_x=BAR_LEFT + width + 6,
                label_y=y + 16,
            )
        )
        names.append(Line("", "is-name", label=f"{row.run.bits:,} bits", x=BAR_LEFT - 8, y=y + 16))
    return Picture(
        title="Instructions executed by vector length; the table below has the numbers",
        width=CHART_WIDTH,
        height=ROW_HEIGHT * len(rows),
        bars=tuple(bars),
        lines=tuple(names),
    )


def overlap_view(alias: Overlap) -> OverlapView:
    """The broken result beside the one that the C code says."""
    side = "before" if alias.offset < 0 else "after"
    shift = f"{alias.written} begins {count(abs(alias.offset), 'element')} {side} {alias.read}"
    return OverlapView(
        headline=f"{alias.function}, n = {alias.n:,}: {shift}, in the same memory.",
        found=alias,
    )
