"""What an extension is: a look at two neighbouring kernels that says whether they may be one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.records import FusedGroup


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A kernel, one that reads its result, and the value between them."""

    producer: FusedGroup
    """The kernel that runs first."""
    consumer: FusedGroup
    """The kernel that reads its result."""
    producer_nodes: tuple[ir.Node, ...]
    """The nodes of the first kernel, in order of execution."""
    consumer_nodes: tuple[ir.Node, ...]
    """The nodes of the second kernel, in order of execution."""
    value: ir.Value
    """What the one writes and the other reads."""
    shared: bool
    """The value has other readers too, or leaves the graph."""
    sram_bytes: int
    """Memory near the core."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A pair that an extension is meant for."""

    refusal: str = ""
    """Why it is not legal, "" if it is."""
    saved_bytes: int = 0
    """Traffic to memory that disappears."""
    added_bytes: int = 0
    """Traffic that appears, because weights are read again or rows computed twice."""
    scratch_bytes: int = 0
    """Memory for the rows between the two operators."""
    cost_reason: str = ""
    """Why there is traffic to add, in a sentence; empty where none is added."""
    moved: tuple[str, ...] = ()
    """Nodes of the consumer that go to the producer's kernel; none if the two become one."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A fusion beyond the rules. idea, legality, cost: a sentence each, for students.

    examine: the candidate, or None when the pair is nothing that this extension looks at.
    """

    name: str
    idea: str
    legality: str
    cost: str
    examine: Callable[[Pair], Candidate | None]


def anchor_node(group: FusedGroup, nodes: tuple[ir.Node, ...]) -> ir.Node | None:
    """The node that decides the kernel's loops."""
    return next((node for node in nodes if node.name == group.anchor), None)


SHARED = "Its result has another reader, so it has to be stored anyway."
SECOND_ROW_BUFFER = "One of the two kernels keeps rows for a fusion already."


def common_refusal(pair: Pair) -> str:
    """What forbids every extension that makes the value between disappear; "" if nothing does."""
    if pair.shared:
        return SHARED
    if pair.producer.extension or pair.consumer.extension:
        return SECOND_ROW_BUFFER
    return ""
