"""Which rule to name when a node cannot fuse: the fact nearest to what a reader sees."""

from __future__ import annotations

from compiler_core.graph.fusion import rules
from compiler_core.graph.fusion.forward_graph import ForwardNode
from compiler_core.graph.fusion.kinds import OperatorKind
from compiler_core.graph.fusion.rules import Rule


def refusal_without_parent(node: ForwardNode) -> Rule:
    """For a node that nothing post-dominates."""
    if node.leaves_graph:
        return rules.LEAVES_GRAPH
    if not node.consumers:
        return rules.UNREAD
    return rules.SEPARATE_PATHS


def refusal_on_path(node: ForwardNode, own: OperatorKind, blocking: OperatorKind) -> Rule:
    """For a node whose way to its post-dominator has a node or kernel of kind `blocking`.

    own: the kind of the node's kernel.
    """
    if len(set(node.consumers)) > 1:
        return rules.SEPARATE_PATHS
    if blocking is OperatorKind.OPAQUE:
        return rules.OPAQUE_ON_PATH
    if blocking is OperatorKind.COMPLEX:
        return rules.SECOND_COMPLEX
    if own is OperatorKind.COMPLEX:
        return rules.TAIL_NOT_ELEMENTWISE
    return rules.INJECTIVE_ON_PATH
