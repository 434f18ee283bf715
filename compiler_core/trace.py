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
    """Name of the line, by which changes refer to it: `GCC 12.2.0 -O2:14` in a flag matrix, the
    node's name in a graph."""
    text: str
    """The line as it is shown, without a line end."""
    source: Location | None = None
    """The place in a source that the line comes from; null where none is known."""


@dataclass(frozen=True, slots=True)
class SnapshotNode:
    """One node of a graph; `id` is that of its line.

    inputs and outputs name values.
    """

    id: str
    """Name of the node in its graph, also the id of its line; `before` and `after` of a change
    name it."""
    operator: str
    """What the node computes, such as `Conv`; of a fused kernel its pattern, or its operators
    joined by `+`."""
    inputs: tuple[str, ...]
    """Names of the values that it reads, in order, without constants such as weights."""
    outputs: tuple[str, ...]
    """Names of the values that it computes, in order; another node's `inputs` name them."""
    shapes: tuple[str, ...] = ()
    """Of each output its shape and type, as text: `1×16×32×32 float32`."""
    sources: tuple[str, ...] = ()
    """Names of the nodes of the source model that it computes."""
    group: str = ""
    """What it is drawn within, a fused kernel for instance."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The text of a program at one point, and its graph where the program is one."""

    title: str
    """Heading of the text: `GCC 12.2.0 -O2` in a flag matrix, else the moment, such as `after
    sinking`."""
    lines: tuple[SnapshotLine, ...]
    """The program's text from top to bottom; of a graph one line per node, in the order in which
    nodes run."""
    nodes: tuple[SnapshotNode, ...] = ()
    """The graph's nodes in the order of their lines; empty where the program is no graph, as in
    a flag matrix."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one pass did to one subject, and by which rule that was legal or why it happened.

    `before` and `after` hold the ids of the snapshot lines concerned. Kind `refused` says what a
    pass considered and left as it is, and why; such a change alone does not make a step changed.
    """

    kind: ChangeKind
    """What was done, such as `replaced`, `hoisted` or `fused`; `metric` is a sentence on the
    whole, `refused` means that all was left as it is."""
    subject: str
    """What the change is about: a function in a flag matrix, else a node, a tensor or a line of
    the program."""
    reason: str
    """The rule or the cause in words; may be empty in a flag matrix, where the lines speak for
    themselves."""
    before: tuple[str, ...] = ()
    """Ids of the lines concerned in the program before the step; empty for something new, or
    where no line is meant."""
    after: tuple[str, ...] = ()
    """Ids of the lines concerned in the program after the step; empty for something gone, or
    where no line is meant."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a compiler itself said, with its place in the source."""

    severity: RemarkSeverity
    """How serious it is: `error`, `warning` or `note`; of an optimisation `passed` (done),
    `missed` (not done) or `analysis` (what was found)."""
    message: str
    """What was said, without its place; in a compiler's own words where a compiler said it."""
    location: Location | None = None
    """Where in the source it was said of; null where no place was named."""


@dataclass(frozen=True, slots=True)
class Step:
    """One pass of a pipeline: before, after, and what happened in between."""

    pass_name: str
    """Name of the pass; in a flag matrix the title of the setting, such as `-O3 with SVE`."""
    kind: str
    """What sort of step it is: `setting` in a flag matrix, the level such as `GIMPLE` for a
    compiler's pass, `graph` for a network's."""
    changed: bool
    """True if the program is another one after it; in a flag matrix, if it differs from the
    setting compared with by more than labels and registers."""
    before: Snapshot | None
    """The program before it, in a flag matrix under the setting compared with; null where there
    is none to show."""
    after: Snapshot | None
    """The program after it; null where there is none to show, as for a setting that gave no
    code."""
    changes: tuple[Change, ...] = ()
    """What it did, one entry per change, refusals included; empty where nothing is told."""
    remarks: tuple[Remark, ...] = ()
    """What a compiler or a check said about it; in a flag matrix why a setting gave no code,
    else empty."""
    metrics: dict[str, float] = field(default_factory=dict)
    """Numbers by name, such as `instructions` or `nodes_after`; the names depend on the kind,
    and it may be empty."""
    seconds: float = 0.0
    """Wall time of the pass or compile in seconds; 0 where it was not measured."""


@dataclass(frozen=True, slots=True)
class Trace:
    """All steps of one run of a pipeline."""

    pipeline: str
    """Which pipeline ran: `Flags of GCC 12.2.0` for a flag matrix, `GCC 12.2.0 -O2` for a
    compiler's passes."""
    steps: tuple[Step, ...]
    """One step per setting or pass, in the order in which they were tried or ran."""
