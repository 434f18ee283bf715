"""The three phases: each node is tried with its post-dominator, in topological order.

Phase 0 gives complex operators their elementwise tail, phase 1 joins moving work, phase 2 joins
what feeds a tuple that phase 1 absorbed. Elementwise work is tried in the first two. The order
matters: a convolution must have its tail before a reshape can take that tail away.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.fusion import rules
from compiler_core.graph.fusion.forward_graph import ForwardGraph
from compiler_core.graph.fusion.kernels_so_far import KernelsSoFar
from compiler_core.graph.fusion.kinds import OperatorKind
from compiler_core.graph.fusion.paths import (
    Allowance,
    between,
    blocking_node,
    commit,
    fused_arguments,
    fused_size,
)
from compiler_core.graph.fusion.post_dominators import TreeNode
from compiler_core.graph.fusion.records import GROUP_NAMED, FusionStep, Verdict
from compiler_core.graph.fusion.refusals import refusal_on_path, refusal_without_parent
from compiler_core.graph.fusion.rules import Rule

PHASE_COUNT = 3
ELEMENTWISE, BROADCAST = OperatorKind.ELEMENTWISE, OperatorKind.BROADCAST
INJECTIVE, REDUCTION = OperatorKind.INJECTIVE, OperatorKind.REDUCTION
COMPLEX, TUPLE, OPAQUE = OperatorKind.COMPLEX, OperatorKind.TUPLE, OperatorKind.OPAQUE


@dataclass(frozen=True, slots=True)
class Limits:
    """nodes: of one kernel (TVM's kMaxFusedOps). arguments: of one function; 0 for no limit."""

    nodes: int = 256
    arguments: int = 0


@dataclass(frozen=True, slots=True)
class FusionAnswer:
    """What one try gave. blocked_by: the node that forbade it, None if none did."""

    verdict: Verdict
    rule: Rule
    blocked_by: int | None = None


class Phases:
    """One run over a graph: the partition so far, and the steps that led to it."""

    def __init__(self, graph: ForwardGraph, tree: tuple[TreeNode, ...], limits: Limits) -> None:
        self.graph = graph
        self.tree = tree
        self.limits = limits
        self.kernels = KernelsSoFar(graph)
        self.steps: list[FusionStep] = []

    def run(self) -> None:
        """All phases."""
        for phase in range(PHASE_COUNT):
            for node in self.graph.nodes:
                answer = self._try(node.index, phase)
                if answer is None:
                    continue
                parent = self.tree[node.index].parent
                if answer.verdict == "fused" and parent is not None:
                    commit(self.graph, self.kernels, node.index, parent)
                self._record(node.index, phase, answer)

    def _try(self, index: int, phase: int) -> FusionAnswer | None:
        """What the rules say of a node in a phase; None when the phase does not look at it."""
        kind = self.kernels.entries[index].kind
        parent = self.tree[index].parent
        if kind is OPAQUE:
            return _refused(rules.OPAQUE_OPERATOR) if phase == 0 else None
        if parent is None:
            reason = refusal_without_parent(self.graph.nodes[index])
            return _refused(reason) if phase == 0 else None
        if self.kernels.root(index) == self.kernels.root(parent):
            return FusionAnswer("together", rules.ALREADY_TOGETHER) if phase < 2 else None
        limit = self._limit_passed(index, parent)
        if limit is not None:
            return _refused(limit, parent)
        if phase == 2:
            return self._into_tuple(index, parent) if kind <= INJECTIVE else None
        if self.kernels.entries[parent].kind is TUPLE:
            return _refused(rules.TUPLE_WAITS, parent)
        return self._by_kind(kind, index, parent, phase)

    def _by_kind(
        self, kind: OperatorKind, index: int, parent: int, phase: int
    ) -> FusionAnswer | None:
        if kind is COMPLEX:
            return self._complex(index, parent) if phase == 0 else None
        if kind <= BROADCAST:
            return self._elementwise(index, parent)
        if kind is REDUCTION:
            return _refused(rules.REDUCTION_STARTS) if phase == 0 else None
        if phase == 0:
            return FusionAnswer("waits", rules.LATER_PHASE)
        return self._along(index, parent, rules.INJECTIVE_CHAIN, _all_injective)

    def _complex(self, index: int, parent: int) -> FusionAnswer:
        """A convolution, say: the ways to the post-dominator must be elementwise, all of them."""
        if self.tree[index].path_kind is not ELEMENTWISE:
            blocked = blocking_node(self.graph, self.kernels, index, parent, _own_elementwise)
            return self._blocked(index, parent if blocked is None else blocked)
        return self._along(index, parent, rules.ELEMENTWISE_TAIL, _all_broadcast)

    def _elementwise(self, index: int, parent: int) -> FusionAnswer:
        path_kind = self.tree[index].path_kind
        if path_kind > INJECTIVE and path_kind is not REDUCTION:
            blocked = self._hardest(index, parent)
            return self._blocked(index, blocked)
        return self._along(index, parent, rules.ELEMENTWISE_JOINS, _injective_then_sink)

    def _into_tuple(self, index: int, parent: int) -> FusionAnswer | None:
        """Work that feeds a tuple which has become a part of moving work behind it."""
        root = self.kernels.kernel_of(parent)
        if root.kind is TUPLE or self.kernels.entries[parent].kind is not TUPLE:
            return None
        if root.kind > INJECTIVE:
            return None
        return self._along(index, parent, rules.INJECTIVE_INTO_TUPLE, _all_injective)

    def _along(self, index: int, parent: int, rule: Rule, allows: Allowance) -> FusionAnswer:
        blocked = blocking_node(self.graph, self.kernels, index, parent, allows)
        return FusionAnswer("fused", rule) if blocked is None else self._blocked(index, blocked)

    def _blocked(self, index: int, blocked: int) -> FusionAnswer:
        kind = self.kernels.kernel_of(blocked).kind
        rule = refusal_on_path(self.graph.nodes[index], self.kernels.entries[index].kind, kind)
        return _refused(rule, blocked)

    def _hardest(self, index: int, parent: int) -> int:
        """The node on the ways to the parent, or the parent, whose operator is hardest to fuse."""
        ways = [*between(self.graph, index, parent), parent]
        return max(ways, key=lambda node: self.graph.nodes[node].kind)

    def _limit_passed(self, index: int, parent: int) -> Rule | None:
        nodes = self.limits.nodes
        if fused_size(self.graph, self.kernels, index, parent, nodes) > nodes:
            return rules.TOO_MANY_NODES
        limit = self.limits.arguments
        if limit and fused_arguments(self.graph, self.kernels, index, parent) > limit:
            return rules.TOO_MANY_ARGUMENTS
        return None

    def _record(self, index: int, phase: int, answer: FusionAnswer) -> None:
        graph, parent = self.graph, self.tree[index].parent
        blocked = "" if answer.blocked_by is None else graph.nodes[answer.blocked_by].name
        members = self.kernels.members(index)
        path = () if parent is None else tuple(sorted(between(graph, index, parent)))
        self.steps.append(
            FusionStep(
                phase=phase,
                node=graph.nodes[index].name,
                parent="" if parent is None else graph.nodes[parent].name,
                path=graph.names(path),
                verdict=answer.verdict,
                rule=answer.rule.name,
                reason=answer.rule.idea,
                blocked_by=blocked,
                group=graph.names(members[:GROUP_NAMED]),
                more=max(len(members) - GROUP_NAMED, 0),
            )
        )


def _refused(rule: Rule, blocked_by: int | None = None) -> FusionAnswer:
    return FusionAnswer("refused", rule, blocked_by)


def _own_elementwise(kind: OperatorKind, _is_sink: bool) -> bool:
    return kind is ELEMENTWISE


def _all_broadcast(kind: OperatorKind, _is_sink: bool) -> bool:
    return kind <= BROADCAST


def _all_injective(kind: OperatorKind, _is_sink: bool) -> bool:
    return kind <= INJECTIVE


def _injective_then_sink(kind: OperatorKind, is_sink: bool) -> bool:
    """Moving work on the way; at its end also a sum, or a kernel with a complex operator."""
    return kind <= INJECTIVE or (is_sink and kind in (REDUCTION, COMPLEX))
