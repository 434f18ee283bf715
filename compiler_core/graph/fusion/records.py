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
    operator: str
    kind: str
    parent: str
    """Its immediate post-dominator, the first node that every way out passes; "" if there is none.
    """
    path_kind: str
    """The hardest operator kind on the ways there, the end included."""
    depth: int
    """1 at the top."""
    consumers: tuple[str, ...]
    """Names of the nodes that read it, once for each time they do."""
    leaves_graph: bool


GROUP_NAMED = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionStep:
    """One look at one node in one phase."""

    phase: int
    node: str
    parent: str
    """Its post-dominator."""
    path: tuple[str, ...]
    """Nodes between the two, in order."""
    verdict: Verdict
    rule: str
    reason: str
    blocked_by: str
    """The node that forbade it, "" if none."""
    group: tuple[str, ...]
    """Members of the kernel it belongs to afterwards, the first GROUP_NAMED of them."""
    more: int = 0
    """How many others. A kernel of hundreds named at each of its steps would fill a result of which
    no reader takes more than a bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What became of one node, or of one pair of kernels."""

    subject: str
    """Names of the nodes or groups."""
    other: str
    """Names of the nodes or groups."""
    verdict: Literal["fused", "refused"]
    rule: str
    reason: str
    because: Literal["legality", "cost"]
    """What decided, a rule of legality or the cost."""
    stage: str
    """"rules" for TVM's phases, else the extension's name. Bytes are per run; saved and added are 0
    for rules."""
    saved_bytes: int = 0
    added_bytes: int = 0
    scratch_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fusion:
    """A model's kernels."""

    groups: tuple[FusedGroup, ...]
    """In a valid order of execution; every node is in exactly one. steps and tree belong to the
    rules; decisions also to the extensions. dram bytes: activations that kernels read and write,
    each kernel reading each of its inputs once; weights are left out, because both sides read them.
    """
    decisions: tuple[Decision, ...]
    tree: tuple[DominatorNode, ...]
    steps: tuple[FusionStep, ...]
    launches_before: int
    launches_after: int
    dram_bytes_before: int
    dram_bytes_after: int
    patterns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of what was fused, by group."""
    log: tuple[str, ...] = ()
    """As a builder prints it."""
    saved: dict[str, int] = field(default_factory=dict)
    """Of these, what each group's nodes would move more as kernels of their own."""
