"""A setting of the flag matrix as a step of a trace: before, after, and the changes between."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from compiler_core.host.comparison.diff import SettingsComparison, title_of
from compiler_core.host.comparison.rows import ComparedRow
from compiler_core.host.compilation import Compilation, ListingLine
from compiler_core.source import Location
from compiler_core.trace import Change, ChangeKind, Remark, Snapshot, SnapshotLine, Step

_CHANGE_KINDS: dict[str, ChangeKind] = {
    "changed": "replaced",
    "removed": "removed",
    "added": "added",
    "moved": "reordered",
}


def setting_step(
    title: str,
    before: Compilation | None,
    after: Compilation | None,
    comparison: SettingsComparison | None,
    metrics: Mapping[str, float],
    message: str,
) -> Step:
    """after is None where the setting gave no code; message then says why."""
    changed = comparison is not None and not comparison.identical
    return Step(
        pass_name=title,
        kind="setting",
        changed=changed,
        before=_snapshot(before) if before is not None else None,
        after=_snapshot(after) if after is not None else None,
        changes=tuple(_changes(comparison)) if comparison is not None else (),
        remarks=(Remark("error", message),) if message else (),
        metrics=dict(metrics),
        seconds=after.seconds if after is not None else 0.0,
    )


def _snapshot(compilation: Compilation) -> Snapshot:
    title = title_of(compilation)
    lines = [line for function in compilation.functions for line in function.lines]
    return Snapshot(title, tuple(_snapshot_line(title, line) for line in lines))


def _snapshot_line(title: str, line: ListingLine) -> SnapshotLine:
    source = None
    if line.source_line is not None:
        source = Location(line.source_file, line.source_line, line.source_column or 0)
    return SnapshotLine(line_id(title, line.id), line.text, source)


def line_id(title: str, line: int) -> str:
    """Unique among all settings of one trace."""
    return f"{title}:{line}"


def _changes(comparison: SettingsComparison) -> Iterator[Change]:
    """The sentences, then the rows that differ, neighbours of one kind together."""
    for function in comparison.functions:
        if not function.identical:
            for sentence in function.summary:
                yield Change("metric", function.name, sentence)
        for kind, rows in groupby(function.rows, key=lambda row: row.kind):
            if kind != "same":
                yield _change(comparison, _CHANGE_KINDS[kind], function.name, list(rows))


def _change(
    comparison: SettingsComparison, kind: ChangeKind, subject: str, rows: Sequence[ComparedRow]
) -> Change:
    notes = dict.fromkeys(row.note for row in rows if row.note)
    return Change(
        kind,
        subject,
        " ".join(notes),
        tuple(line_id(comparison.left, row.left_id) for row in rows if row.left_id is not None),
        tuple(line_id(comparison.right, row.right_id) for row in rows if row.right_id is not None),
    )
