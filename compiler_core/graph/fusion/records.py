"""What fusion leaves behind: groups, and why each is what it is. Plain data for pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from compiler_core.graph.records import FusedGroup

Verdict = Literal["fused", "refused", "waits", "together"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DominatorNode:
    """A node in the post-dominator tree."""

    name: str
    """The name of the node."""
    operator: str
    """ONNX's: `Conv`."""
    kind: str
    """What fusion may do with it, in words."""
    parent: str
    """The first node that every way out passes, its immediate post-dominator; empty for none."""
    path_kind: str
    """The hardest operator kind on the ways there, the end included."""
    depth: int
    """1 at the top."""
    consumers: tuple[str, ...]
    """Names of the nodes that read it, once for each time they do."""
    leaves_graph: bool
    """Whether its result is an output of the graph, so that it has to be stored."""


GROUP_NAMED = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionStep:
    """One look at one node in one phase."""

    phase: int
    """0, 1 or 2: elementwise tails of complex operators, then moving work, then what feeds
    tuples."""
    node: str
    """Name of the node that is looked at."""
    parent: str
    """Name of its immediate post-dominator; empty where it has none."""
    path: tuple[str, ...]
    """Nodes between the two, in order."""
    verdict: Verdict
    """`waits` is decided in a later phase; `together` was fused by an earlier step."""
    rule: str
    """Name of the rule that decided: `later-phase`."""
    reason: str
    """What the rule says, in a sentence for students."""
    blocked_by: str
    """The node that forbade it, "" if none."""
    group: tuple[str, ...]
    """Members of the kernel it belongs to afterwards, the first GROUP_NAMED of them."""
    more: int = 0
    """How many further members that kernel has, which `group` leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What became of one node, or of one pair of kernels."""

    subject: str
    """The node that was looked at, or the kernel that would come first, by name."""
    other: str
    """What it was to be fused with, or the node that forbade it, by name; empty for none."""
    verdict: Literal["fused", "refused"]
    """Whether both are one kernel now."""
    rule: str
    """Name of the rule, or of the extension, that decided."""
    reason: str
    """What the rule says, or why the extension decided so, in sentences."""
    because: Literal["legality", "cost"]
    """What decided, a rule of legality or the cost."""
    stage: str
    """"rules" for TVM's phases, else the extension's name. Bytes are per run; saved and added are 0
    for rules."""
    saved_bytes: int = 0
    """Traffic to memory that disappears in a run; 0 for rules."""
    added_bytes: int = 0
    """Traffic to memory that appears in a run; 0 for rules."""
    scratch_bytes: int = 0
    """Memory for rows between the two operators; 0 for rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fusion:
    """A model's kernels."""

    groups: tuple[FusedGroup, ...]
    """All kernels, in a valid order of execution; every node is in exactly one."""
    decisions: tuple[Decision, ...]
    """By the rules at most one for a node, then by the extensions one for each pair looked at."""
    tree: tuple[DominatorNode, ...]
    """The post-dominator of each node, by which the rules go."""
    steps: tuple[FusionStep, ...]
    """Each look of the rules at a node, in order."""
    launches_before: int
    """Kernels with one for each node."""
    launches_after: int
    """Kernels after fusion."""
    dram_bytes_before: int
    """Activations that kernels read and write with one kernel a node, each input once."""
    dram_bytes_after: int
    """Activations that kernels read and write after fusion, each input once."""
    patterns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of the known patterns in each group, by the group's name."""
    log: tuple[str, ...] = ()
    """What was fused, line by line, as a builder prints it."""
    saved: dict[str, int] = field(default_factory=dict)
    """Bytes of activations that each group's nodes would move more as kernels of their own."""
