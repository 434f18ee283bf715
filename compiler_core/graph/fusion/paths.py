"""What lies between a node and its post-dominator."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from compiler_core.graph.fusion.forward_graph import ForwardGraph
from compiler_core.graph.fusion.kernels_so_far import KernelsSoFar
from compiler_core.graph.fusion.kinds import OperatorKind

# From a kernel's kind, and whether it is the post-dominator's, to whether a rule allows it.
Allowance = Callable[[OperatorKind, bool], bool]


def between(graph: ForwardGraph, source: int, sink: int) -> Iterator[int]:
    """Nodes on the ways from source to sink, both left out, each once, nearest first."""
    seen = {source, sink}
    waiting = deque(graph.nodes[source].consumers)
    while waiting:
        index = waiting.popleft()
        if index in seen:
            continue
        seen.add(index)
        yield index
        waiting.extend(graph.nodes[index].consumers)


def blocking_node(
    graph: ForwardGraph, kernels: KernelsSoFar, source: int, sink: int, allows: Allowance
) -> int | None:
    """The first node between, or the sink, whose kernel the rule forbids; None if all may."""
    for index in between(graph, source, sink):
        if not allows(kernels.kernel_of(index).kind, False):
            return index
    return None if allows(kernels.kernel_of(sink).kind, True) else sink


def fused_size(
    graph: ForwardGraph, kernels: KernelsSoFar, source: int, sink: int, limit: int
) -> int:
    """Nodes of the kernel that fusing would give; counting stops beyond the limit.

    As TVM counts (`CountFusedNodesWithNewChild`): by the nodes' own entries.
    """
    size = kernels.kernel_of(sink).size + kernels.entries[source].size
    for index in between(graph, source, sink):
        if size > limit:
            break
        size += kernels.entries[index].size
    return size


def fused_arguments(graph: ForwardGraph, kernels: KernelsSoFar, source: int, sink: int) -> int:
    """Tensors that the kernel which fusing would give reads from outside, and its result.

    TVM looks at the entry of each consumer alone, so its kernels can grow past the limit; here the
    limit holds.
    """
    inside = {
        member
        for index in (source, *between(graph, source, sink), sink)
        for member in kernels.members(index)
    }
    outside = {
        name for index in inside for name, maker in graph.nodes[index].reads if maker not in inside
    }
    return len(outside) + 1


def commit(graph: ForwardGraph, kernels: KernelsSoFar, source: int, sink: int) -> None:
    """Make everything from source to sink one kernel."""
    inside = tuple(between(graph, source, sink))
    for index in (source, *inside):
        kernels.merge(index, sink)
