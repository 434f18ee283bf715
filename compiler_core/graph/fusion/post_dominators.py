"""The post-dominator tree: for each node the first node that every way out of it passes.

Without loops one walk backwards is enough: the immediate post-dominator is the least common
ancestor, in the tree so far, of all consumers. On the way up the hardest operator kind is carried
along, so that later one look tells what lies between. A result that leaves the graph has no
post-dominator: it must be stored, so nothing after it can take it in.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.fusion.forward_graph import ForwardGraph, ForwardNode
from compiler_core.graph.fusion.kinds import KIND_TITLES, OperatorKind
from compiler_core.graph.fusion.records import DominatorNode


@dataclass(frozen=True, slots=True)
class TreeNode:
    """parent: index of the immediate post-dominator, None at the top, where depth is 1.
    path_kind: the hardest kind on the ways to the parent, which is included."""

    index: int
    parent: int | None
    depth: int
    path_kind: OperatorKind


def post_dominator_tree(graph: ForwardGraph) -> tuple[TreeNode, ...]:
    """The tree, in the order of the graph's nodes."""
    tree: dict[int, TreeNode] = {}
    for node in reversed(graph.nodes):
        tree[node.index] = _tree_node(node, graph, tree)
    return tuple(tree[index] for index in range(len(graph.nodes)))


def _tree_node(node: ForwardNode, graph: ForwardGraph, tree: dict[int, TreeNode]) -> TreeNode:
    if node.leaves_graph:
        return TreeNode(node.index, None, 1, OperatorKind.OPAQUE)
    parent, path_kind = _common_ancestor(node, graph, tree)
    if parent is None:
        return TreeNode(node.index, None, 1, path_kind)
    return TreeNode(node.index, parent.index, parent.depth + 1, path_kind)


def _common_ancestor(
    node: ForwardNode, graph: ForwardGraph, tree: dict[int, TreeNode]
) -> tuple[TreeNode | None, OperatorKind]:
    """The least common ancestor of all consumers, and the hardest kind on the ways there."""
    if not node.consumers:
        return None, OperatorKind.ELEMENTWISE
    first, *others = node.consumers
    ancestor: TreeNode | None = tree[first]
    hardest = graph.nodes[first].kind
    for consumer in others:
        ancestor, passed = _meet(ancestor, tree[consumer], tree)
        hardest = max(hardest, passed, graph.nodes[consumer].kind)
    return ancestor, hardest


def _meet(
    node: TreeNode | None, other: TreeNode | None, tree: dict[int, TreeNode]
) -> tuple[TreeNode | None, OperatorKind]:
    """Where two ways up the tree meet, None if nowhere, and the hardest kind passed on them."""
    hardest = OperatorKind.ELEMENTWISE
    while node is not other:
        if node is None or other is None:
            return None, hardest
        deeper = max(node.depth, other.depth)
        if node.depth == deeper:
            node, hardest = _up(node, tree), max(hardest, node.path_kind)
        if other.depth == deeper:
            other, hardest = _up(other, tree), max(hardest, other.path_kind)
    return node, hardest


def _up(node: TreeNode, tree: dict[int, TreeNode]) -> TreeNode | None:
    return None if node.parent is None else tree[node.parent]


def tree_records(graph: ForwardGraph, tree: tuple[TreeNode, ...]) -> tuple[DominatorNode, ...]:
    """The tree with names, for pages."""
    return tuple(
        DominatorNode(
            name=node.name,
            operator=node.operator,
            kind=KIND_TITLES[node.kind],
            parent="" if entry.parent is None else graph.nodes[entry.parent].name,
            path_kind=KIND_TITLES[entry.path_kind],
            depth=entry.depth,
            consumers=graph.names(node.consumers),
            leaves_graph=node.leaves_graph,
        )
        for node, entry in zip(graph.nodes, tree, strict=True)
    )
