"""Steps of passes as they are kept: each line and each node of a program once, by its number.

Most passes leave most of a program as it was, and each step has all of it twice. Ten passes over
10,000 nodes were 46 MB of records, more than a reader takes; so they are one and a half.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from compiler_core.trace import Change, Remark, Snapshot, SnapshotLine, SnapshotNode, Step

Row = TypeVar("Row", bound=Hashable)


@dataclass(frozen=True, slots=True)
class KeptSnapshot:
    """lines, nodes: places in the tables of all steps."""

    title: str
    lines: tuple[int, ...]
    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptStep:
    """One step of a pass, as it is kept."""

    pass_name: str
    """As in `trace.Step`."""
    kind: str
    """As in `trace.Step`: the form of the program, `loop IR`."""
    changed: bool
    """Whether the pass changed anything."""
    before: int | None
    """Place in `KeptSteps.snapshots` of the program before the pass, None for none."""
    after: int | None
    """Place in `KeptSteps.snapshots` of the program after the pass, None for none."""
    changes: tuple[Change, ...]
    """What the pass changed, in order."""
    remarks: tuple[Remark, ...]
    """What the pass said of its work."""
    metrics: dict[str, float]
    """Plain numbers before and after: `instructions_before`."""
    seconds: float
    """Wall time of the pass."""


@dataclass(frozen=True, slots=True)
class KeptSteps:
    """All steps of a stage, with what they share."""

    lines: tuple[SnapshotLine, ...]
    nodes: tuple[SnapshotNode, ...]
    snapshots: tuple[KeptSnapshot, ...]
    steps: tuple[KeptStep, ...]


class _Table(Generic[Row]):
    """Each row once, in the order in which they came."""

    def __init__(self) -> None:
        self._places: dict[Row, int] = {}

    def place(self, row: Row) -> int:
        return self._places.setdefault(row, len(self._places))

    def places(self, rows: Sequence[Row]) -> tuple[int, ...]:
        return tuple(map(self.place, rows))

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self._places)


def kept_steps(steps: Sequence[Step]) -> KeptSteps:
    """The same steps give the same tables."""
    lines: _Table[SnapshotLine] = _Table()
    nodes: _Table[SnapshotNode] = _Table()
    snapshots: _Table[KeptSnapshot] = _Table()
    by_identity: dict[int, int] = {}

    def place(snapshot: Snapshot | None) -> int | None:
        if snapshot is None:
            return None
        # What one step leaves is mostly the very object with which the next begins.
        if id(snapshot) not in by_identity:
            record = KeptSnapshot(
                snapshot.title, lines.places(snapshot.lines), nodes.places(snapshot.nodes)
            )
            by_identity[id(snapshot)] = snapshots.place(record)
        return by_identity[id(snapshot)]

    records = tuple(
        KeptStep(
            pass_name=step.pass_name,
            kind=step.kind,
            changed=step.changed,
            before=place(step.before),
            after=place(step.after),
            changes=step.changes,
            remarks=step.remarks,
            metrics=step.metrics,
            seconds=step.seconds,
        )
        for step in steps
    )
    return KeptSteps(lines.rows, nodes.rows, snapshots.rows, records)


def steps_of(tables: KeptSteps) -> tuple[Step, ...]:
    """The steps. Raises ValueError for a place that is in no table."""
    snapshots = [
        Snapshot(
            snapshot.title, _at(tables.lines, snapshot.lines), _at(tables.nodes, snapshot.nodes)
        )
        for snapshot in tables.snapshots
    ]
    return tuple(
        Step(
            step.pass_name,
            step.kind,
            step.changed,
            _one_at(snapshots, step.before),
            _one_at(snapshots, step.after),
            step.changes,
            step.remarks,
            step.metrics,
            step.seconds,
        )
        for step in tables.steps
    )


def _at(rows: Sequence[Row], places: Sequence[int]) -> tuple[Row, ...]:
    if places and not (min(places) >= 0 and max(places) < len(rows)):
        raise ValueError("a line or a node is missing")
    return tuple(rows[index] for index in places)


def _one_at(snapshots: Sequence[Snapshot], index: int | None) -> Snapshot | None:
    return None if index is None else _at(snapshots, (index,))[0]
