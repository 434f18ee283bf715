"""A pass step in the common vocabulary: snapshots, and each change with its subject and reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from compiler_core.host.passes.delta import DeltaRow
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.timeline import Timeline
from compiler_core.trace import Change, ChangeKind, Snapshot, SnapshotLine, Step, Trace

_KINDS: dict[str, ChangeKind] = {
    "changed": "replaced",
    "removed": "removed",
    "added": "added",
}
UNNAMED = "The compiler does not say why; the textbooks have no common name for this pass."


def trace_of(timeline: Timeline) -> Trace:
    """All passes of a timeline as a Trace; only those that changed something have changes."""
    pipeline = f"{timeline.compiler.title} {' '.join(timeline.flags)}".strip()
    return Trace(pipeline, tuple(step_record(step) for step in timeline.steps))


def step_record(step: PassStep) -> Step:
    """One pass. metrics: statements, blocks and loops after it, where it changed something."""
    measured = step.measured_after
    metrics = (
        {"statements": measured.statements, "blocks": measured.blocks, "loops": measured.loops}
        if measured is not None
        else {}
    )
    return Step(
        pass_name=step.dump.pass_name,
        kind=step.dump.level,
        changed=step.changed,
        before=_snapshot(step.before) if step.changed else None,
        after=_snapshot(step.after) if step.changed else None,
        changes=tuple(changes_of(step)) if step.changed else (),
        metrics={name: float(value) for name, value in metrics.items()},
    )


def changes_of(step: PassStep) -> Iterator[Change]:
    """Every changed row, and neighbouring lines that came or went together as one change: moves out
    of a loop are `hoisted`, other moves `reordered`."""
    if step.delta is None or step.before is None or step.after is None:
        return
    reason = step.concept.meaning if step.concept is not None else UNNAMED
    before, after = step.before.lines or (), step.after.lines or ()
    hoisted = set(step.hoisted)
    for rows in _together(step.delta.rows):
        first = rows[0]
        line = after[first.after] if first.after is not None else before[first.before or 0]
        pair = (first.before, first.after)
        moved: ChangeKind = "hoisted" if pair in hoisted else "reordered"
        yield Change(
            kind=_KINDS.get(first.kind, moved),
            subject=_subject(line.text.strip(), len(rows) - 1),
            reason=reason,
            before=tuple(_line_id(row.before) for row in rows if row.before is not None),
            after=tuple(_line_id(row.after) for row in rows if row.after is not None),
        )


def _together(rows: Iterable[DeltaRow]) -> Iterator[list[DeltaRow]]:
    """The rows that are changes; those of lines removed, or added, one below the other together."""
    together: list[DeltaRow] = []
    for row in rows:
        if together and (row.kind != together[-1].kind or row.kind not in ("removed", "added")):
            yield together
            together = []
        if row.kind != "same" and not (row.kind == "moved" and row.after is None):
            together.append(row)
    if together:
        yield together


def _subject(text: str, more: int) -> str:
    if not more:
        return text
    return f"{text} and {more} more {'line' if more == 1 else 'lines'}"


def _snapshot(dump: Dump | None) -> Snapshot | None:
    if dump is None or dump.lines is None:
        return None
    lines = tuple(
        SnapshotLine(_line_id(position), line.text, line.source)
        for position, line in enumerate(dump.lines)
    )
    return Snapshot(f"after {dump.pass_name}", lines)


def _line_id(position: int) -> str:
    return f"l{position}"
