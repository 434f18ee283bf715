"""What every line did in a run: how often it ran, what it moved, and how hot that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

from markupsafe import Markup

from app.loop.highlighting import highlight_assembly
from app.loop.views.subject import Subject
from compiler_core.host.compilation import FunctionListing, ListingLine
from compiler_core.host.running.record import CountedLine, CountedSourceLine, Counts

SHADES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatRow:
    """One line."""

    code: Markup
    """The line, highlighted."""
    counted: CountedLine | CountedSourceLine | None
    """None for a line that is no instruction."""
    share: float | None
    """Its part of all instructions; None below half a percent."""
    moved: tuple[int | None, ...]
    """Loads, stores, bytes and misses, None for none."""
    key: str
    """Joins it to its source line in other panes; empty without one."""
    place: str
    """Number of its source line; empty without one."""
    classes: str
    """Heat from 0 to 5, and the mark of the followed line."""


@dataclass(frozen=True, slots=True)
class HeatTable:
    """The lines of one function or file: its name and its rows."""

    name: str
    rows: tuple[HeatRow, ...]


def source_heat(subject: Subject, counts: Counts) -> tuple[HeatTable, ...]:
    """Every file whose lines ran; lines without code have no number."""
    tables: list[HeatTable] = []
    for source in subject.sources:
        by_line = {line.line: line for line in counts.per_source_line if line.file == source.name}
        if not by_line:
            continue
        lines = range(1, max(by_line) + 1)
        rows = (_source_row(subject, source.name, line, by_line.get(line)) for line in lines)
        tables.append(HeatTable(source.name, tuple(rows)))
    return tuple(tables)


def _source_row(
    subject: Subject, file: str, number: int, counted: CountedSourceLine | None
) -> HeatRow:
    places = subject.places
    key = places.key(file, number)
    return _row(places.text(file, number), counted, key, str(number), places.mark(key))


def code_heat(subject: Subject, counts: Counts) -> tuple[HeatTable, ...]:
    """Every function that has counted lines, with its labels where the listing is the same."""
    names = dict.fromkeys((line.file, line.function) for line in counts.per_line)
    return tuple(
        HeatTable(function, tuple(_function_rows(subject, file, function, counts.per_line)))
        for file, function in names
    )


def _function_rows(
    subject: Subject, file: str, function: str, counted: Sequence[CountedLine]
) -> Iterator[HeatRow]:
    own = {line.line: line for line in counted if (line.file, line.function) == (file, function)}
    listing = _listing(subject, file, function)
    lines = {line.id: line for line in listing.lines} if listing is not None else {}
    if any(number in lines and lines[number].text != tally.text for number, tally in own.items()):
        lines = {}
    for number in sorted({*own, *lines}):
        yield _code_row(subject, file, lines.get(number), own.get(number))


def _listing(subject: Subject, file: str, function: str) -> FunctionListing | None:
    return next(
        (
            compiled_function
            for compiled_function in subject.compilation.functions
            if compiled_function.name == function and compiled_function.file == file
        ),
        None,
    )


def _code_row(
    subject: Subject, file: str, line: ListingLine | None, counted: CountedLine | None
) -> HeatRow:
    kind = line.kind if line is not None else "instruction"
    text = line.text if line is not None else counted.text if counted is not None else ""
    number = counted.source_line if counted is not None else None
    name = line.source_file if line is not None else file
    key = subject.places.key(name, number)
    code = highlight_assembly(text, kind, (), "")
    label = str(number) if key else ""
    mark = f"is-{kind} {subject.places.mark(key)}".strip()
    return _row(code, counted, key, label, mark)


def _row(
    code: Markup, counted: CountedLine | CountedSourceLine | None, key: str, label: str, mark: str
) -> HeatRow:
    if counted is None:
        return HeatRow(
            code=code,
            counted=None,
            share=None,
            moved=(None,) * 4,
            key=key,
            place=label,
            classes=mark,
        )
    moved_bytes = counted.bytes_loaded + counted.bytes_stored
    moved = (counted.loads, counted.stores, moved_bytes, counted.misses)
    share = counted.share if counted.share >= 0.005 else None
    classes = f"heat-{shade_of(counted.heat)} {mark}".strip()
    return HeatRow(
        code=code,
        counted=counted,
        share=share,
        moved=tuple(count or None for count in moved),
        key=key,
        place=label,
        classes=classes,
    )


def shade_of(heat: float) -> int:
    """0 for a line that never ran, else 1 to SHADES; by the root, so that cool lines differ."""
    return 0 if heat <= 0 else max(1, min(ceil(sqrt(heat) * SHADES), SHADES))
