"""Two cuts of one network, held against each other: what only one of both joins, and why."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.atlas.networks import OwnNetwork
from compiler_core.atlas.tvm.network import TvmNetwork
from compiler_core.graph.fusion.fuse import FusionOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class OddPair:
    """A node and one that reads it, which share a kernel only with one of both compilers."""

    node: str
    reader: str
    by_tvm: bool
    why: str
    """A sentence without its full stop."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BothCuts:
    """One network, cut into kernels twice."""

    network: OwnNetwork
    tvm: TvmNetwork
    theirs: tuple[tuple[str, ...], ...]
    """TVM's kernels as nodes, in the order of these; a node may be in several."""
    pairs: tuple[OddPair, ...]
    is_limited: bool
    """Whether a kernel may hold fewer than is usual: operators in TVM, nodes here."""

    @property
    def ours(self) -> tuple[tuple[str, ...], ...]:
        return self.network.groups

    @property
    def in_both(self) -> int:
        return len(set(map(frozenset, self.ours)) & set(map(frozenset, self.theirs)))

    @property
    def alike(self) -> bool:
        return set(map(frozenset, self.ours)) == set(map(frozenset, self.theirs))

    @property
    def other_kinds(self) -> tuple[str, ...]:
        """Nodes whose kind is another."""
        return tuple(
            node.name for node in self.network.nodes if node.kind != self.tvm.kind_of(node.name)
        )

    @property
    def several(self) -> tuple[str, ...]:
        """Nodes that are several operators to TVM."""
        return tuple(name for name, made in self.tvm.operators.items() if len(made) > 1)

    @property
    def spread(self) -> tuple[str, ...]:
        """Nodes whose operators lie in several of its kernels."""
        return tuple(name for name in self.tvm.operators if len(self.tvm.kernels_of(name)) > 1)

    @property
    def operators(self) -> int:
        """TVM's, for all nodes."""
        return sum(map(len, self.tvm.operators.values()))


def compared(network: OwnNetwork, tvm: TvmNetwork, most: int) -> BothCuts:
    """most: operators, or nodes, in a kernel. Kernels that hold what is of no node are left out."""
    inside = [
        tuple(node.name for node in network.nodes if at in tvm.kernels_of(node.name))
        for at in range(len(tvm.kernels))
    ]
    order = {node.name: at for at, node in enumerate(network.nodes)}
    theirs = sorted(filter(None, inside), key=lambda kernel: order[kernel[0]])
    return BothCuts(
        network=network,
        tvm=tvm,
        theirs=tuple(theirs),
        pairs=tuple(_odd_pairs(network, tvm)),
        is_limited=most < FusionOptions().nodes,
    )


def _odd_pairs(network: OwnNetwork, tvm: TvmNetwork) -> list[OddPair]:
    maker = {value: node.name for node in network.nodes for value in node.writes if value}
    group = {name: at for at, names in enumerate(network.groups) for name in names}
    edges = dict.fromkeys(
        (maker[value], node.name)
        for node in network.nodes
        for value in node.reads
        if value in maker
    )
    pairs: list[OddPair] = []
    for node, reader in edges:
        by_us = group[node] == group[reader]
        by_tvm = bool(tvm.kernels_of(node) & tvm.kernels_of(reader))
        if by_us != by_tvm:
            why = _why(network, tvm, node, reader, by_tvm)
            pairs.append(OddPair(node=node, reader=reader, by_tvm=by_tvm, why=why))
    return pairs


def _why(network: OwnNetwork, tvm: TvmNetwork, node: str, reader: str, by_tvm: bool) -> str:
    """By kinds, where these differ; by what TVM makes of the nodes; else by our own rule."""
    kinds = {own_node.name: own_node.kind for own_node in network.nodes}
    for name in (node, reader):
        theirs = tvm.kind_of(name)
        if not theirs:
            return f"TVM computes {name} by no operator at all"
        if theirs != kinds[name]:
            made = " and ".join(dict.fromkeys(operator.text for operator in tvm.operators[name]))
            return f"{name} is {kinds[name]} to us, and to TVM it is {made}"
    for name in (node, reader):
        if len(tvm.operators[name]) > 1:
            made = " and ".join(dict.fromkeys(part.text for part in tvm.operators[name]))
            return f"{name} is one operator to us ({kinds[name]}), and to TVM it is {made}"
    said = f"both compilers say {kinds[node]} of both nodes"
    if kinds[node] != kinds[reader]:
        said = f"both compilers say {kinds[node]} and {kinds[reader]}"
    if not by_tvm:
        return f"{said}, and TVM prints no reason"
    decisions = network.fusion.decisions
    reason = next((decision.reason for decision in decisions if decision.subject == node), "")
    return f"{said}. Our rule: {reason.rstrip('.')}"
