"""What two networks are compared by: each node with its wiring, its attributes and constants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ConstantMark:
    """A constant that a node reads. place: which of its inputs, from 0; of those that nodes inside
    it read, one behind the inputs. digest: of the content."""

    place: int
    type: str
    shape: tuple[int, ...]
    bytes: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeMark:
    """One node of a network."""

    name: str
    """Unique in its network."""
    operator: str
    """With its domain before a point, unless it is the standard's."""
    inputs: tuple[str, ...]
    """Values by place; empty for a constant and for what is left out."""
    outputs: tuple[str, ...]
    """Names of its results, by place."""
    shapes: tuple[str, ...] = ()
    """Shape and type of each output as text, in the order of `outputs`."""
    attributes: tuple[tuple[str, str], ...] = ()
    """Name and value as text, sorted; what is as by default is left out."""
    constants: tuple[ConstantMark, ...] = ()
    """Those that it reads, by place."""
    made: int = 0
    """Bytes of the constant that it makes from its shape, which the file does not hold."""

    @property
    def bytes(self) -> int:
        """Of its constants, and of the one that it makes."""
        return sum(constant.bytes for constant in self.constants) + self.made


@dataclass(frozen=True, slots=True)
class NetworkMarks:
    """All nodes in the file's order; inputs and outputs name the network's own values."""

    nodes: tuple[NodeMark, ...] = ()
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    @property
    def bytes(self) -> int:
        """Of all constants; content that several nodes read counts once, a made one for each node
        that makes one."""
        distinct = {
            (constant.digest, constant.type, constant.shape): constant.bytes
            for node in self.nodes
            for constant in node.constants
        }
        return sum(distinct.values()) + self.made

    @property
    def made(self) -> int:
        """Of these, what nodes make and the file does not hold."""
        return sum(node.made for node in self.nodes)


@dataclass(frozen=True, slots=True)
class Edge:
    """One value from maker to reader. node: the one at its other end; below zero an input of the
    network (the first is -1) where makers are listed, an output where readers are. place: which
    input of the reader; output: which of the maker's."""

    node: int
    place: int
    output: int


@dataclass(frozen=True, slots=True)
class Wiring:
    """Who makes what each node reads, and who reads what it makes; nodes by their numbers."""

    nodes: tuple[NodeMark, ...]
    makers: tuple[tuple[Edge, ...], ...]
    readers: tuple[tuple[Edge, ...], ...]
    order: tuple[int, ...] = field(default=(), compare=False)
    """All nodes, each behind its makers, as the graph alone puts them: whatever the file's order
    and names, equal graphs have equal orders."""


def wiring_of(network: NetworkMarks) -> Wiring:
    """Values that nothing makes are taken for inputs that nobody named."""
    made = {
        value: (at, output)
        for at, node in enumerate(network.nodes)
        for output, value in enumerate(node.outputs)
        if value
    }
    entrances = {name: -1 - at for at, name in enumerate(network.inputs)}
    unknown = -1 - len(entrances)
    makers: list[tuple[Edge, ...]] = []
    readers: list[list[Edge]] = [[] for _ in network.nodes]
    for at, node in enumerate(network.nodes):
        edges: list[Edge] = []
        for position, value in enumerate(node.inputs):
            if not value:
                continue
            maker, output = made.get(value, (entrances.get(value, unknown), 0))
            edges.append(Edge(maker, position, output))
            if maker >= 0:
                readers[maker].append(Edge(at, position, output))
        makers.append(tuple(edges))
    for exit_number, value in enumerate(network.outputs):
        if value in made:
            maker, output = made[value]
            readers[maker].append(Edge(-1 - exit_number, 0, output))
    ends = [made[value][0] for value in network.outputs if value in made]
    order = _canonical_order(makers, ends)
    return Wiring(network.nodes, tuple(makers), tuple(map(tuple, readers)), order)


def _canonical_order(makers: Sequence[Sequence[Edge]], ends: Sequence[int]) -> tuple[int, ...]:
    """Depth first from the network's outputs, inputs by place; what leads to none comes last."""
    seen: set[int] = set()
    order: list[int] = []
    for end in (*ends, *range(len(makers))):
        if end in seen:
            continue
        seen.add(end)
        path = [(end, iter(makers[end]))]
        while path:
            node, edges = path[-1]
            following = next(
                (arc.node for arc in edges if arc.node >= 0 and arc.node not in seen), None
            )
            if following is None:
                order.append(node)
                path.pop()
            else:
                seen.add(following)
                path.append((following, iter(makers[following])))
    return tuple(order)
