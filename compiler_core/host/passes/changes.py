"""A pass step in the common vocabulary: snapshots, and each change with its subject and reason."""

from __future__ import annotations

from collections.abc import Iterator

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
    """Every changed row: moves out of a loop are `hoisted`, other moves `reordered`."""
    if step.delta is None or step.before is None or step.after is None:
        return
    reason = step.concept.meaning if step.concept is not None else UNNAMED
    before, after = step.before.lines or (), step.after.lines or ()
    hoisted = set(step.hoisted)
    for row in step.delta.rows:
        if row.kind == "same" or (row.kind == "moved" and row.after is None):
            continue
        line = after[row.after] if row.after is not None else before[row.before or 0]
        pair = (row.before, row.after)
        moved: ChangeKind = "hoisted" if pair in hoisted else "reordered"
        yield Change(
            kind=_KINDS.get(row.kind, moved),
            subject=line.text.strip(),
            reason=reason,
            before=(_line_id(row.before),) if row.before is not None else (),
            after=(_line_id(row.after),) if row.after is not None else (),
        )


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
