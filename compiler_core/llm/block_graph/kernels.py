"""Which kernel a node belongs to: a mark on the node, so that the model itself stays as it is.

A fusion that changes no arithmetic only joins kernels. Views (reshapes) move nothing and belong to
the kernel that makes what they look at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import onnx_ir as ir

from compiler_core.graph.fusion.groups import in_order
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.records import FusedGroup
from compiler_core.trace import Snapshot

VIEWS = ("Reshape", "Squeeze", "Unsqueeze")
_KERNEL, _TILES, _IN_PLACE = "lowlab.kernel", "lowlab.tiles", "lowlab.in_place"
_SPAN = "lowlab.span"


@dataclass(frozen=True, slots=True)
class Tiles:
    """Rows of queries and of keys that a kernel of attention holds at a time."""

    queries: int
    keys: int


@dataclass(frozen=True, slots=True)
class QuerySpan:
    """Which keys the queries of a softmax see: query i, at position + i, sees those up to itself,
    and of these the last `window` (0 for all)."""

    position: int
    window: int

    def first(self, query: int) -> int:
        """The first key that this query sees."""
        return max(self.position + query + 1 - self.window, 0) if self.window else 0

    def last(self, query: int) -> int:
        """The key after the last one that this query sees."""
        return self.position + query + 1


def kernel_of(node: ir.Node) -> str:
    """The kernel's name; of a node without a mark, its own."""
    return node.metadata_props.get(_KERNEL, node.name or "")


def set_kernel(node: ir.Node, name: str) -> None:
    node.metadata_props[_KERNEL] = name


def set_tiles(node: ir.Node, tiles: Tiles) -> None:
    """Mark a softmax as computed tile by tile."""
    node.metadata_props[_TILES] = f"{tiles.queries} {tiles.keys}"


def tiles_of(node: ir.Node) -> Tiles | None:
    """The tiles of a softmax; None where it sees whole rows of scores."""
    text = node.metadata_props.get(_TILES)
    if text is None:
        return None
    queries, keys = text.split()
    return Tiles(int(queries), int(keys))


def set_span(node: ir.Node, span: QuerySpan) -> None:
    """Say which keys the queries of a softmax see, for kernels that leave out the others."""
    node.metadata_props[_SPAN] = f"{span.position} {span.window}"


def span_of(node: ir.Node) -> QuerySpan:
    """Raises KeyError for a softmax that says nothing of it."""
    position, window = node.metadata_props[_SPAN].split()
    return QuerySpan(int(position), int(window))


def memory_of(value: ir.Value) -> ir.Value:
    """The value in whose memory this one lies: of a view, what it looks at."""
    node = value.producer()
    while node is not None and node.op_type in VIEWS and node.inputs[0] is not None:
        value = node.inputs[0]
        node = value.producer()
    return value


def set_in_place(node: ir.Node) -> None:
    """Mark an append as one that writes behind what is there, and copies nothing."""
    node.metadata_props[_IN_PLACE] = "yes"


def is_in_place(node: ir.Node) -> bool:
    return _IN_PLACE in node.metadata_props


def members(model: ir.Model, kernel: str) -> tuple[ir.Node, ...]:
    """The kernel's nodes in the order of the graph."""
    return tuple(node for node in model.graph if kernel_of(node) == kernel)


def join(model: ir.Model, kernels: Iterable[str], name: str) -> None:
    """Make one kernel of several."""
    joined = set(kernels)
    for node in model.graph:
        if kernel_of(node) in joined:
            set_kernel(node, name)


def kernel_groups(model: ir.Model) -> tuple[FusedGroup, ...]:
    """The kernels in an order of execution. Raises ValueError if two wait for each other."""
    kernels: dict[str, list[ir.Node]] = {}
    for node in model.graph:
        kernels.setdefault(kernel_of(node), []).append(node)
    return in_order(model, (_group(name, nodes) for name, nodes in kernels.items()))


def _group(name: str, nodes: list[ir.Node]) -> FusedGroup:
    inside = set(nodes)
    inputs = dict.fromkeys(
        str(value.name)
        for node in nodes
        for value in node.inputs
        if value is not None and value.const_value is None and value.producer() not in inside
    )
    outputs = tuple(
        str(value.name)
        for node in nodes
        for value in node.outputs
        if value.is_graph_output() or any(use.node not in inside for use in value.uses())
    )
    anchor = next((str(node.name) for node in nodes if node.op_type == "MatMul"), "")
    names = tuple(str(node.name) for node in nodes)
    return FusedGroup(
        name=name, nodes=names, anchor=anchor, inputs=tuple(inputs), outputs=outputs, rule=""
    )


def kernels_snapshot(model: ir.Model, title: str) -> Snapshot:
    """The model's picture, each node within its kernel."""
    kernel = {str(node.name): kernel_of(node) for node in model.graph}
    plain = snapshot_of(model, title)
    nodes = tuple(replace(node, group=kernel[node.id]) for node in plain.nodes)
    return replace(plain, nodes=nodes)
