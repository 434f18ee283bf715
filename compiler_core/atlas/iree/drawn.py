"""Kernels of ours and dispatches of IREE's over the same nodes, in the order of the file."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.atlas.iree.dispatches import Dispatch
from compiler_core.atlas.iree.network import Network
from compiler_core.atlas.node_bars import node_bars
from compiler_core.atlas.records import Lane, TimePicture

_KINDS = ("a kernel", "the next kernel", "moves data")
_MOVES = 2


def kernels_over_nodes(network: Network, dispatches: Sequence[Dispatch]) -> TimePicture:
    """Three lanes: our kernels, what IREE computes, and what it only moves."""
    nodes = network.nodes
    computing = _over_nodes(network, [dispatch for dispatch in dispatches if not dispatch.copies])
    moving = _over_nodes(network, [region for region in dispatches if region.copies])
    return TimePicture(
        title="The same nodes in kernels of ours and in dispatches of IREE's",
        lanes=(
            Lane(name="our kernels", bars=node_bars([node.group for node in nodes])),
            Lane(name="IREE computes", bars=node_bars(computing)),
            Lane(name="IREE moves data", bars=node_bars(moving, _MOVES)),
        ),
        more_lanes=0, end=float(max(len(nodes), 1)), kinds=_KINDS, counts="nodes",
    )  # fmt: skip


def _over_nodes(network: Network, dispatches: Sequence[Dispatch]) -> list[str]:
    """Of each node the last of these dispatches that leads to it, "" for none."""
    names = {line: dispatch.name for dispatch in dispatches for line in dispatch.lines}
    return [names.get(node.line, "") for node in network.nodes]
