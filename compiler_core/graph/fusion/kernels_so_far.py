"""Which nodes are one kernel already: union-find over the nodes, with what a kernel is like.

The details follow TVM's `GraphPartitioner` (src/relax/analysis/graph_partitioner.cc), because the
rules read them: a kernel's kind is that of its last node, until a complex operator joins; only the
record of the last node is kept up to date.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.fusion.forward_graph import ForwardGraph
from compiler_core.graph.fusion.kinds import OperatorKind


@dataclass(slots=True)
class Kernel:
    """A node's entry; that of the kernel's last node speaks for the kernel.

    anchor: the complex operator in it, None if there is none. size: in nodes.
    """

    kind: OperatorKind
    anchor: int | None
    size: int


class KernelsSoFar:
    """The partition while the phases run."""

    def __init__(self, graph: ForwardGraph) -> None:
        self._parents = list(range(len(graph.nodes)))
        self._members: dict[int, tuple[int, ...]] = {index: (index,) for index in self._parents}
        self.entries = [
            Kernel(
                node.kind,
                node.index if node.kind is OperatorKind.COMPLEX else None,
                1,
            )
            for node in graph.nodes
        ]

    def root(self, index: int) -> int:
        """The last node of the kernel that this node belongs to."""
        while self._parents[index] != index:
            self._parents[index] = self._parents[self._parents[index]]
            index = self._parents[index]
        return index

    def kernel_of(self, index: int) -> Kernel:
        """The kernel that this node belongs to."""
        return self.entries[self.root(index)]

    def members(self, index: int) -> tuple[int, ...]:
        """All nodes of a node's kernel, in the order of execution."""
        return self._members[self.root(index)]

    def merge(self, index: int, into: int) -> None:
        """Move a node's kernel into that of another, whose last node stays the last."""
        child, parent = self.root(index), self.root(into)
        if child == parent:
            return
        joining, entry = self.entries[child], self.entries[parent]
        entry.size += joining.size
        if joining.anchor is not None:
            entry.anchor = joining.anchor
            entry.kind = max(entry.kind, joining.kind)
        self._parents[child] = parent
        self._members[parent] = tuple(sorted(self._members[parent] + self._members.pop(child)))

    def all(self) -> tuple[tuple[int, ...], ...]:
        """All kernels' nodes, ordered by their last node."""
        return tuple(self._members[root] for root in sorted(self._members))
