"""One network, cut into kernels twice: by XLA and by us, over the same nodes in the same order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler_core.atlas.networks import OwnNetwork
from compiler_core.atlas.node_bars import node_bars
from compiler_core.atlas.records import Lane, TimePicture
from compiler_core.atlas.xla.kernels import XlaKernel
from compiler_core.source import Location
from compiler_core.trace import Snapshot, SnapshotLine, Step

FILE = "network.onnx"
_KINDS = ("a kernel", "the next kernel")
_SHOWN = 400
"""Nodes, and kernels that come from none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoCuts:
    """ours: of each node the number of our kernel. theirs: of each node numbers of XLA's kernels,
    in the order in which these run; empty for one of which nothing is left to compute. kernels:
    all of XLA's."""

    network: OwnNetwork
    ours: tuple[int, ...]
    theirs: tuple[tuple[int, ...], ...]
    kernels: tuple[XlaKernel, ...]

    @property
    def cut_groups(self) -> tuple[int, ...]:
        """Kernels of ours whose nodes XLA computes in several."""
        return tuple(
            group
            for group in range(len(self.network.groups))
            if len({kernel for at in self._nodes_of(group) for kernel in self.theirs[at]}) > 1
        )

    @property
    def joining(self) -> tuple[int, ...]:
        """Kernels of XLA's that compute something of several of ours."""
        return tuple(
            number
            for number, kernel in enumerate(self.kernels)
            if len({self.ours[at] for at in kernel.nodes}) > 1
        )

    def _nodes_of(self, group: int) -> Iterator[int]:
        return (at for at, number in enumerate(self.ours) if number == group)


def two_cuts(network: OwnNetwork, kernels: Sequence[XlaKernel]) -> TwoCuts:
    """kernels: whose numbers of nodes are places in the network's list."""
    groups = {name: number for number, names in enumerate(network.groups) for name in names}
    return TwoCuts(
        network=network,
        ours=tuple(groups[node.name] for node in network.nodes),
        theirs=tuple(
            tuple(number for number, kernel in enumerate(kernels) if at in kernel.nodes)
            for at in range(len(network.nodes))
        ),
        kernels=tuple(kernels),
    )


def cuts_picture(cuts: TwoCuts) -> TimePicture:
    """A node that XLA computes in two kernels has one in the lane of the first and another in that
    of the last."""
    groups = [f"our kernel {number + 1}" for number in cuts.ours[:_SHOWN]]
    theirs = cuts.theirs[:_SHOWN]
    first, last = ([_named(cuts, numbers[at:][:1]) for numbers in theirs] for at in (0, -1))
    return TimePicture(
        title="The same nodes in our kernels and in XLA's, of several the first and the last"
        f"{_only_some(len(cuts.ours))}",
        lanes=(
            Lane(name="our kernels", bars=node_bars(groups)),
            Lane(name="XLA's first", bars=node_bars(first)),
            Lane(name="XLA's last", bars=node_bars(last)),
        ),
        more_lanes=0, end=float(len(groups)), kinds=_KINDS, counts="nodes",
    )  # fmt: skip


def _only_some(number: int) -> str:
    return f" (the first {_SHOWN} of {number:,})" if number > _SHOWN else ""


def _named(cuts: TwoCuts, numbers: tuple[int, ...]) -> str:
    return cuts.kernels[numbers[0]].name if numbers else ""


def joined_step(cuts: TwoCuts) -> Step:
    """Nodes, each with the kernels that compute it; kernels that come from none stand first."""
    shown = list(zip(cuts.network.nodes, cuts.ours, strict=True))[:_SHOWN]
    nodes = tuple(
        SnapshotLine(str(at), f"{node.operator} {node.name} · ours: {group + 1}")
        for at, (node, group) in enumerate(shown, 1)
    )
    made = [line for kernel in cuts.kernels if kernel.nodes for line in _with_nodes(kernel)]
    alone = [SnapshotLine(extra.name, _told(extra)) for extra in cuts.kernels if not extra.nodes]
    title = f"nodes, each with the number of our kernel{_only_some(len(cuts.ours))}"
    return Step(
        "which nodes each kernel computes",
        "compiler",
        True,
        Snapshot(title, nodes),
        Snapshot("kernels of XLA's", (*alone[:_SHOWN], *made)),
        metrics={"kernels": float(len(cuts.kernels))},
    )


def _with_nodes(kernel: XlaKernel) -> Iterator[SnapshotLine]:
    for at in kernel.nodes:
        if at < _SHOWN:
            yield SnapshotLine(f"{kernel.name}.{at}", _told(kernel), Location(FILE, at + 1))


def _told(kernel: XlaKernel) -> str:
    return f"{kernel.name} (moves data)" if kernel.moves else kernel.name
