"""Measured against modelled: one scatter and its tables for each model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.drawing.views.chart import Area, Chart, Key, Scale, log_scale, ticks
from app.drawing.views.picture import Line, Mark, path
from app.soc.judging import EACH, HALVES, Judging
from app.soc.views.chip_words import source_state
from app.words import count, modelled_text
from compiler_core.soc.description import SocDescription
from compiler_core.soc.reading import soc_named
from compiler_core.soc.trust import ErrorSummary, TrustRow, error_summary

_WIDTH, _HEIGHT = 560, 470
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 500.0, 36.0, 420.0
_BAND = 0.25
_LEFT_OUT = (
    "Caches are not modelled: a small model that fits into one is modelled too slow.",
    "Unpacking is one number of operations a weight, the same for all types: K-quants take longer.",
    "Thermal limits, other programs and what a power mode allows are not modelled.",
    "Prefill knows no batches: its time is that of one sequence's prompt.",
    "Attention's arithmetic is counted as reading the cache, which is what it waits for.",
    "Sparsity, compressed weights and speculative decoding are not modelled.",
    "Recurrent layers and vision transformers are outside of what the network model was fitted on.",
    "Energies are one document's for 45 nm, assumed for every chip: compare them, do not add them "
    "to a battery.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustLine:
    """A row of a table."""

    row: TrustRow
    """The published row, as computed."""
    device: str
    """Title of its chip."""
    current: bool
    """Whether it is the chip of the page."""
    measured: str
    """In the section's unit."""
    modelled: str
    """In the section's unit, with constants from all fitted rows."""
    error: str
    """Modelled against measured, as `+12.5%`."""
    judged: str
    """What the model says without the row, "" for one held out."""
    state: str
    """What is to be said of its source, empty for nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustSection:
    """One model."""

    title: str
    """Of the model, as `Decoding`."""
    idea: str
    """What is fitted, and on which side of the line the model is too slow."""
    unit: str
    """Of measured and modelled numbers, in words."""
    judged: str
    """The heading of the errors by which fitted rows are judged."""
    chart: Chart
    """Measured to the right, modelled upwards."""
    summaries: tuple[str, ...]
    """Sentences on the errors."""
    fitted: tuple[TrustLine, ...]
    """Rows on which the model is fitted."""
    held: tuple[TrustLine, ...]
    """Rows on which nothing is fitted."""


@dataclass(frozen=True, slots=True)
class TrustView:
    """left_out: what the models do not know."""

    sections: tuple[TrustSection, ...]
    left_out: tuple[str, ...]


def trust_headline(
    soc: SocDescription,
    decode: Sequence[TrustRow],
    prompts: Sequence[TrustRow],
    networks: Sequence[TrustRow],
) -> str:
    """What is known of this chip's errors."""
    own = [row for row in (*decode, *prompts, *networks) if row.soc == soc.name]
    held = [own_row for own_row in own if own_row.held_out]
    if not own:
        return (
            f"No published row of {soc.title} is used here: its speeds are modelled with what was "
            "fitted on other chips. Take them as an order of magnitude."
        )
    summary = error_summary(held or own)
    assert summary is not None
    kind = "that nothing is fitted on" if held else "each predicted by a fit without it"
    return (
        f"On {soc.title} the models are off by {summary.mean:.0%} on average over "
        f"{count(summary.rows, 'published row')} {kind}; the worst is {summary.worst.model} with "
        f"{summary.worst.judged_error:+z.0%}."
    )


def trust_view(
    soc: SocDescription,
    decode: Sequence[TrustRow],
    prompts: Sequence[TrustRow],
    networks: Sequence[TrustRow],
) -> TrustView:
    """All models; rows of `soc` are marked."""
    return TrustView(
        (
            _section(
                soc, "Decoding", "The share of the bandwidth is fitted, one number for each "
                "engine. Above the line the model is too fast, below it too slow.",
                "tokens a second", decode, EACH,
            ),
            _section(
                soc, "Prefill, the time to the first token", "Seconds of a layer and the "
                "share of the peak are fitted for each chip, engine and type. Every other row by "
                "size is a half, predicted by what is fitted on the other. Above the line is too "
                "slow.",
                "milliseconds of a prompt", prompts, HALVES,
            ),
            _section(
                soc, "Networks in int8", "One efficiency of compute for all chips, and one "
                "overhead of a kernel for each class of device. Here above the line is too slow.",
                "milliseconds of a run", networks, EACH,
            ),
        ),
        _LEFT_OUT,
    )  # fmt: skip


def _section(
    soc: SocDescription,
    title: str,
    idea: str,
    unit: str,
    rows: Sequence[TrustRow],
    judging: Judging,
) -> TrustSection:
    fitted = [row for row in rows if not row.held_out]
    held = [held_row for held_row in rows if held_row.held_out]
    return TrustSection(
        title=title,
        idea=idea,
        unit=unit,
        judged=judging.column,
        chart=_chart(soc, title, unit, rows, judging),
        summaries=tuple(_summaries(fitted, held, judging)),
        fitted=tuple(_line(soc, fitted_row) for fitted_row in fitted),
        held=tuple(_line(soc, held_row) for held_row in held),
    )


def _summaries(
    fitted: Sequence[TrustRow], held: Sequence[TrustRow], judging: Judging
) -> Iterator[str]:
    alone = sum(row.alone for row in fitted)
    left_out = error_summary(fitted)
    if left_out is not None:
        rows = count(left_out.rows, "row")
        yield f"Fitted on {rows}. {judging.summary}: {_errors(left_out)}"
    if alone:
        names = count(alone, judging.alone, judging.many_alone)
        yield f"{names} a guess from the others, and the table shows how wrong."
    outside = error_summary(held)
    if outside is not None:
        yield f"Held out, {count(outside.rows, 'row')} nothing is fitted on: {_errors(outside)}"


def _errors(summary: ErrorSummary) -> str:
    return (
        f"{summary.mean:.1%} on average, {summary.median:.1%} in the median, at worst "
        f"{summary.worst.judged_error:+z.0%} ({summary.worst.model})."
    )


def _chart(
    soc: SocDescription, title: str, unit: str, rows: Sequence[TrustRow], judging: Judging
) -> Chart:
    values = [value for row in rows for value in (row.measured, row.judged)]
    across = log_scale(values, _LEFT, _RIGHT)
    up = log_scale(values, _BOTTOM, _TOP)
    return Chart(
        title=f"{title}: measured to the right, modelled upwards; the tables have the numbers",
        area=Area(width=_WIDTH, height=_HEIGHT, left=_LEFT, right=_RIGHT, top=_TOP, bottom=_BOTTOM),
        x_title=f"measured, {unit}",
        y_title="modelled",
        x_ticks=ticks(across),
        y_ticks=ticks(up),
        lines=tuple(_lines(across, up)),
        marks=tuple(_mark(soc, point, across, up) for point in rows),
        keys=tuple(_keys(soc, rows, judging)),
    )


def _keys(soc: SocDescription, rows: Sequence[TrustRow], judging: Judging) -> Iterator[Key]:
    """Of the marks that are there."""
    if any(row.held_out for row in rows):
        yield Key("is-loop", "held out")
    if not all(point.held_out for point in rows):
        yield Key("is-hollow", judging.key)
    if any(point.soc == soc.name for point in rows):
        yield Key("is-framed", soc.title)


def _lines(across: Scale, up: Scale) -> Iterator[Line]:
    low, high = across.low, across.high
    for factor, classes, label in (
        (1.0, "is-main", ""),
        (1 + _BAND, "is-other", f"{_BAND:+z.0%}"),
        (1 - _BAND, "is-other", f"{-_BAND:+z.0%}"),
    ):
        start, end = max(low, low / factor), min(high, high / factor)
        points = [(across.at(measured), up.at(measured * factor)) for measured in (start, end)]
        x, y = points[-1]
        yield Line(
            path(points),
            classes,
            "modelled as measured" if factor == 1 else label,
            label,
            x + 4,
            y + (12 if factor < 1 else -4),
        )


def _mark(soc: SocDescription, row: TrustRow, across: Scale, up: Scale) -> Mark:
    kind = "is-loop" if row.held_out else "is-before"
    chosen = " is-chosen" if row.soc == soc.name else ""
    title = (
        f"{row.model} on {soc_named(row.soc).title}: measured {row.measured:,g}, modelled "
        f"{modelled_text(row.judged)}, {row.judged_error:+z.0%}"
    )
    return Mark(
        x=across.at(row.measured),
        y=up.at(row.judged),
        classes=f"{kind}{chosen}",
        title=title,
        radius=4.5,
    )


def _line(soc: SocDescription, row: TrustRow) -> TrustLine:
    return TrustLine(
        row=row,
        device=soc_named(row.soc).title,
        current=row.soc == soc.name,
        measured=f"{row.measured:,g}",
        modelled=modelled_text(row.modelled),
        error=f"{row.error:+z.1%}",
        judged="" if row.held_out else f"{row.judged_error:+z.1%}",
        state=source_state(row.source),
    )
