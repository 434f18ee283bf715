"""The common vocabulary: what running a pipeline gives.

A pipeline runs stages, a stage runs passes; a `Trace` is the tuple of `Step`s this left behind. The
same types serve compiler flags tried one after another, GCC's and LLVM's dumps, our loop IR, the
model graph and the LLM; one set of templates renders them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from compiler_core.source import Location

ChangeKind = Literal[
    "added", "removed", "replaced", "hoisted", "folded", "fused", "split", "laid out", "quantised",
    "reordered", "metric", "promoted", "unrolled", "vectorised", "refused",
]  # fmt: skip
RemarkSeverity = Literal["error", "warning", "note", "passed", "missed", "analysis"]


@dataclass(frozen=True, slots=True)
class SnapshotLine:
    """One line of a program's text; `id` is stable within its snapshot's trace."""

    id: str
    text: str
    source: Location | None = None


@dataclass(frozen=True, slots=True)
class SnapshotNode:
    """One node of a graph; `id` is that of its line.

    inputs and outputs name values.
    """

    id: str
    operator: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    shapes: tuple[str, ...] = ()
    """Of the outputs, as text."""
    sources: tuple[str, ...] = ()
    """Names of the nodes of the source model that it computes."""
    group: str = ""
    """What it is drawn within, a fused kernel for instance."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The text of a program at one point, and its graph where the program is one."""

    title: str
    lines: tuple[SnapshotLine, ...]
    nodes: tuple[SnapshotNode, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What one pass did to one subject, and by which rule that was legal or why it happened.

    `before` and `after` hold the ids of the snapshot lines concerned. Kind `refused` says what a
    pass considered and left as it is, and why; such a change alone does not make a step changed.
    """

    kind: ChangeKind
    subject: str
    reason: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Remark:
    """What a compiler itself said, with its place in the source."""

    severity: RemarkSeverity
    message: str
    location: Location | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One pass of a pipeline: before, after, and what happened in between."""

    pass_name: str
    kind: str
    changed: bool
    before: Snapshot | None
    after: Snapshot | None
    changes: tuple[Change, ...] = ()
    remarks: tuple[Remark, ...] = ()
    metrics: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Trace:
    """All steps of one run of a pipeline."""

    pipeline: str
    steps: tuple[Step, ...]
