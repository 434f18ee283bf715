"""Two settings side by side: sentences first, then numbers, then aligned rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.loop.highlighting import highlight_assembly
from app.loop.loop_request import LoopRequest
from app.loop.narrowing import MOST_LINES
from app.loop.views.source_map import NO_KEYS, LineKeys
from app.words import count
from compiler_core.host.comparison.diff import FunctionComparison, SettingsComparison
from compiler_core.host.comparison.rows import ComparedRow, RowKind

SIGNS: dict[RowKind, str] = {"same": "", "changed": "~", "removed": "−", "added": "+", "moved": "↕"}
KINDS_IN_WORDS: dict[RowKind, str] = {
    "same": "same",
    "changed": "changed",
    "removed": "only left",
    "added": "only right",
    "moved": "moved",
}
FUNCTION_LABEL_END = ":"
KEY_METRICS = (
    "loop_instructions",
    "loop_elements_per_iteration",
    "loop_instructions_per_element",
    "loop_loads",
    "loop_stores",
    "instructions",
)


@dataclass(frozen=True, slots=True)
class MetricView:
    """One number on both sides. change: `−5` with a word (`fewer`, `more`), empty when equal."""

    name: str
    left: str
    right: str
    change: str
    classes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffRow:
    """One aligned row. sign and word say what happened; classes colour it."""

    sign: str
    """`~`, `−`, `+` or `↕`; empty for a row that is the same on both sides."""
    word: str
    """`same`, `changed`, `only left`, `only right` or `moved`."""
    classes: str
    """`is-` with the kind of change, and `linked` for the followed line."""
    left: Markup
    """The line of the left side; empty where there is none."""
    right: Markup
    """The line of the right side; empty where there is none."""
    note: str
    """What the change is, in words; empty for none."""
    key: str
    """Joins it to the source line of its left side, or of the right one where there is no left."""


@dataclass(frozen=True, slots=True)
class FunctionDiff:
    """One function's rows. counts: how many rows changed, in words; omitted: what is not shown."""

    name: str
    counts: str
    omitted: str
    rows: tuple[DiffRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffView:
    """The code under two settings, side by side."""

    left: str
    """Compiler and flags of the left side."""
    right: str
    """Compiler and flags of the right side."""
    problem: str
    """Why the right side has no assembly, or empty."""
    summary: tuple[str, ...]
    """Sentences computed from the code."""
    metrics: tuple[MetricView, ...]
    """The numbers that matter most, other_metrics: the rest."""
    other_metrics: tuple[MetricView, ...]
    """The numbers that matter less, folded below the others."""
    functions: tuple[FunctionDiff, ...]
    """Each function's aligned rows, until the page is full."""


def diff_view(
    request: LoopRequest,
    comparison: SettingsComparison | None,
    problem: str,
    keys: LineKeys = NO_KEYS,
) -> DiffView:
    """The pane for a comparison, or for the reason why there is none."""
    if comparison is None:
        compiler, flags = request.right()
        left = f"{request.compiler} {request.flags}".strip()
        return DiffView(
            left=left,
            right=f"{compiler} {flags}".strip(),
            problem=problem,
            summary=(),
            metrics=(),
            other_metrics=(),
            functions=(),
        )
    left, right = comparison.metrics["left"], comparison.metrics["right"]
    known = [name for name in {**left, **right} if left.get(name) or right.get(name)]
    first = [name for name in KEY_METRICS if name in known]
    others = [name for name in known if name not in first]
    return DiffView(
        left=comparison.left,
        right=comparison.right,
        problem=problem,
        summary=comparison.summary,
        metrics=tuple(_metric(name, left.get(name), right.get(name)) for name in first),
        other_metrics=tuple(_metric(name, left.get(name), right.get(name)) for name in others),
        functions=_functions(comparison.functions, request.function, keys),
    )


def _metric(name: str, left: float | None, right: float | None) -> MetricView:
    change, classes = "", "same"
    if left is not None and right is not None and left != right:
        word, classes = ("fewer", "less") if right < left else ("more", "more")
        change = f"{'−' if right < left else '+'}{_number(abs(right - left))} {word}"
    title = name.replace("_", " ").capitalize()
    return MetricView(title, _number(left), _number(right), change, classes)


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


def _functions(
    functions: Sequence[FunctionComparison], wanted: str, keys: LineKeys
) -> tuple[FunctionDiff, ...]:
    """The function of this name if there is one, else all, until the page is full."""
    named = [function for function in functions if function.name == wanted]
    diffs: list[FunctionDiff] = []
    room = MOST_LINES
    for function in named or functions:
        if room > 0:
            diffs.append(_function(function, room, keys))
        room -= len(function.rows)
    return tuple(diffs)


def _function(function: FunctionComparison, room: int, keys: LineKeys) -> FunctionDiff:
    changed = sum(row.kind != "same" for row in function.rows)
    if function.identical:
        counts = "the same on both sides"
    else:
        counts = f"{changed} of {len(function.rows)} rows differ"
    rows = tuple(_row(row, keys) for row in function.rows[:room])
    left_out = len(function.rows) - len(rows)
    omitted = f"{count(left_out, 'further row')} not shown; the API gives all." if left_out else ""
    return FunctionDiff(function.name, counts, omitted, rows)


def _row(row: ComparedRow, keys: LineKeys) -> DiffRow:
    key = keys.of(row.function, row.left_id, row.right_id)
    mark = " linked" if key and key == keys.followed else ""
    return DiffRow(
        sign=SIGNS[row.kind],
        word=KINDS_IN_WORDS[row.kind],
        classes=f"is-{row.kind}{mark}",
        left=_code(row.left_text),
        right=_code(row.right_text),
        note=row.note,
        key=key,
    )


def _code(text: str) -> Markup:
    kind = "label" if text.rstrip().endswith(FUNCTION_LABEL_END) else "instruction"
    return highlight_assembly(text, kind, (), "")
