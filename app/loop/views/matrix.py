"""The flag matrix: one row per setting, what it made of the main loop, and what it changed."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.loop_request import LoopRequest
from app.words import count
from compiler_core.host.bisection.record import Bisection, LevelSetting
from compiler_core.host.comparison.matrix import DEFAULT_SETTINGS, FlagMatrix, MatrixLoop, MatrixRow

BAR_WIDTH = 56
MOST_LOOPS = 8
LEVEL_PAIRS = (("-O1", "-O2"), ("-O2", "-O3"), ("-O3", "-Ofast"))
SETTING_FLAGS = {setting.title: setting.flags for setting in DEFAULT_SETTINGS}


@dataclass(frozen=True, slots=True)
class MatrixLoopView:
    """One loop under one setting: `line 3`, instructions, bar width in pixels, kind, elements."""

    place: str
    instructions: int
    bar: float
    works_on: str
    per_pass: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRowView:
    """One setting."""

    row: MatrixRow
    """The setting and what it gave, as the core made it."""
    address: str
    """The listing under this setting; empty where no address holds the source."""
    total: int | None
    """Instructions in all, None without code."""
    loops: tuple[MatrixLoopView, ...]
    """Its main loops, the first of many."""
    more_loops: str
    """How many are not listed."""
    compare: str
    """The diff with the setting in `row.against`; empty without one."""
    change: str
    """What changed first, changes: what else."""
    changes: tuple[str, ...]
    """What else changed, after `change`; empty where the code is that of another setting."""
    classes: str
    """`no-code`, `same` as another setting, or `new`."""


@dataclass(frozen=True, slots=True)
class SettingView:
    """One setting of a bisection, and what it alone does."""

    setting: LevelSetting
    does: str


@dataclass(frozen=True, slots=True)
class BisectionView:
    """Between which levels, the answer in sentences, and every setting in which they differ."""

    title: str
    sentences: tuple[str, ...]
    settings: tuple[SettingView, ...]


@dataclass(frozen=True, slots=True)
class LevelPair:
    """Two levels to search between: what the form sends, the button's text, whether it is shown."""

    value: str
    title: str
    current: bool


@dataclass(frozen=True, slots=True)
class MatrixView:
    """rows: the settings. pairs: levels between which the setting that matters can be searched;
    bisection: the answer for one."""

    matrix: FlagMatrix
    bar_width: int
    rows: tuple[MatrixRowView, ...]
    pairs: tuple[LevelPair, ...]
    bisection: BisectionView | None


def matrix_view(
    request: LoopRequest, matrix: FlagMatrix, bisection: Bisection | None = None
) -> MatrixView:
    """The pane for a matrix."""
    most = max((loop.instructions for row in matrix.rows for loop in row.loops), default=1)
    rows = tuple(_row(request, row, max(most, 1)) for row in matrix.rows)
    return MatrixView(
        matrix=matrix,
        bar_width=BAR_WIDTH,
        rows=rows,
        pairs=tuple(
            LevelPair(f"{low} {high}", f"{low} to {high}", request.bisect == f"{low} {high}")
            for low, high in LEVEL_PAIRS
        ),
        bisection=_bisection(bisection) if bisection is not None else None,
    )


def _bisection(bisection: Bisection) -> BisectionView:
    enough = {setting.name for setting in bisection.sufficient}
    needed = {setting.name for setting in bisection.preventing}
    together = {setting.name for setting in bisection.minimal}
    return BisectionView(
        title=f"From {bisection.low} to {bisection.high}",
        sentences=bisection.sentences,
        settings=tuple(
            SettingView(
                setting,
                _does(setting.name in enough, setting.name in needed, setting.name in together),
            )
            for setting in bisection.settings
        ),
    )


def _does(is_enough: bool, is_needed: bool, is_part: bool) -> str:
    words = ("enough alone", is_enough), ("not without it", is_needed), ("with others", is_part)
    return ", ".join(word for word, holds in words if holds)


def _row(request: LoopRequest, row: MatrixRow, most: int) -> MatrixRowView:
    own = request.changed(flags=SETTING_FLAGS.get(row.title, " ".join(row.flags)), pane="listing")
    compare = ""
    if row.against:
        left = SETTING_FLAGS.get(row.against, row.against)
        sides = own.changed(flags=left, right_compiler="", right_flags=own.flags, pane="diff")
        compare = sides.address() if sides.fits_address else ""
    left_out = len(row.loops) - MOST_LOOPS
    changes = row.summary if not row.same_as else ()
    return MatrixRowView(
        row=row,
        address=own.address() if own.fits_address else "",
        total=round(row.metrics.get("instructions", 0)) if row.ok else None,
        loops=tuple(_loop(loop, most) for loop in row.loops[:MOST_LOOPS]),
        more_loops=f"and {left_out} more" if left_out > 0 else "",
        compare=compare,
        change=changes[0] if changes else "",
        changes=changes[1:],
        classes="no-code" if not row.ok else "same" if row.same_as else "new",
    )


def _loop(loop: MatrixLoop, most: int) -> MatrixLoopView:
    location = f"line {loop.source_line}" if loop.source_line else loop.function
    if loop.elements:
        per_pass = f"{count(loop.elements, 'element')} per pass"
    else:
        per_pass = "as many elements as fit" if loop.works_on == "SVE" else ""
    bar = BAR_WIDTH * loop.instructions / most
    return MatrixLoopView(location, loop.instructions, round(bar, 1), loop.works_on, per_pass)
