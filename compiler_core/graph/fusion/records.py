"""What fusion leaves behind: groups, and why each is what it is. Plain data for pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from compiler_core.graph.records import FusedGroup

Verdict = Literal["fused", "refused", "waits", "together"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DominatorNode:
    """A node in the post-dominator tree.

    parent: its immediate post-dominator, the first node that every way out passes; "" if there is
    none. path_kind: the hardest operator kind on the ways there, the end included. depth: 1 at the
    top. consumers: names of the nodes that read it, once for each time they do.
    """

    name: str
    operator: str
    kind: str
    parent: str
    path_kind: str
    depth: int
    consumers: tuple[str, ...]
    leaves_graph: bool


GROUP_NAMED = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionStep:
    """One look at one node in one phase.

    parent: its post-dominator. path: nodes between the two, in order. blocked_by: the node that
    forbade it, "" if none. group: members of the kernel it belongs to afterwards, the first
    GROUP_NAMED of them; more: how many others. A kernel of hundreds named at each of its steps
    would fill a result of which no reader takes more than a bound.
    """

    phase: int
    node: str
    parent: str
    path: tuple[str, ...]
    verdict: Verdict
    rule: str
    reason: str
    blocked_by: str
    group: tuple[str, ...]
    more: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What became of one node, or of one pair of kernels.

    subject, other: names of the nodes or groups. because: what decided, a rule of legality or the
    cost. stage: "rules" for TVM's phases, else the extension's name. Bytes are per run; saved and
    added are 0 for rules.
    """

    subject: str
    other: str
    verdict: Literal["fused", "refused"]
    rule: str
    reason: str
    because: Literal["legality", "cost"]
    stage: str
    saved_bytes: int = 0
    added_bytes: int = 0
    scratch_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fusion:
    """A model's kernels.

    groups: in a valid order of execution; every node is in exactly one. steps and tree belong to
    the rules; decisions also to the extensions. dram bytes: activations that kernels read and
    write, each kernel reading each of its inputs once; weights are left out, because both sides
    read them. saved: of these, what each group's nodes would move more as kernels of their own.
    patterns: names of what was fused, by group. log: as a builder prints it.
    """

    groups: tuple[FusedGroup, ...]
    decisions: tuple[Decision, ...]
    tree: tuple[DominatorNode, ...]
    steps: tuple[FusionStep, ...]
    launches_before: int
    launches_after: int
    dram_bytes_before: int
    dram_bytes_after: int
    patterns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    log: tuple[str, ...] = ()
    saved: dict[str, int] = field(default_factory=dict)
