"""Codes of nodes: equal where two nodes look alike, at several degrees and over several rounds."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from compiler_core.graph.pairing.marks import NodeMark, Wiring

# Operators that are put in each other's place, or are one computation written in two ways.
_FAMILIES: tuple[tuple[str, ...], ...] = (
    ("MatMul", "Gemm", "MatMulInteger", "QLinearMatMul", "com.microsoft.FusedMatMul"),
    ("Conv", "ConvInteger", "QLinearConv", "com.microsoft.FusedConv"),
    ("Relu", "LeakyRelu", "PRelu", "Elu", "Selu", "Celu", "Clip", "Sigmoid", "HardSigmoid",
     "HardSwish", "Swish", "Mish", "Tanh", "Gelu", "Softplus", "Softsign", "Erf",
     "com.microsoft.FastGelu", "com.microsoft.QuickGelu"),
    ("MaxPool", "AveragePool", "LpPool"),
    ("GlobalAveragePool", "GlobalMaxPool", "ReduceMean"),
    ("BatchNormalization", "InstanceNormalization", "LayerNormalization", "GroupNormalization",
     "RMSNormalization"),
    ("Reshape", "Flatten", "Squeeze", "Unsqueeze"),
)  # fmt: skip
_FAMILY_OF = {name: family[0] for family in _FAMILIES for name in family}
DEGREES = ("exact", "shaped", "operator")
"""With the content of constants; with their shapes; the operator alone."""
# A constant of so many bytes or more is told from others by its content alone.
_TELLING_BYTES = 64


class Codes:
    """Numbers for keys, the same for the same key on both sides."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}

    def of(self, key: Hashable) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


@dataclass(frozen=True, slots=True)
class Labels:
    """Of one side. rounds: by degree, the codes after no round, one, and so on; a code of a later
    round takes in a wider neighbourhood. families: of operators."""

    rounds: dict[str, tuple[tuple[int, ...], ...]]
    families: tuple[int, ...]
    telling: tuple[bool, ...]
    """Whether the node's own constants tell it from all others."""

    def plain(self, degree: str) -> tuple[int, ...]:
        """Codes of the nodes themselves."""
        return self.rounds[degree][0]


def family_of(operator: str) -> str:
    """By the first operator of its family; its own name where it has none."""
    return _FAMILY_OF.get(operator, operator)


def labels_of(wiring: Wiring, codes: Codes, rounds: dict[str, int]) -> Labels:
    """rounds: how often each degree is refined."""
    nodes = wiring.nodes
    own = {
        degree: tuple(codes.of((degree, _own_key(node, degree))) for node in nodes)
        for degree in DEGREES
    }
    return Labels(
        {name: tuple(_refined(wiring, own[name], codes, rounds[name])) for name in DEGREES},
        tuple(codes.of(("family", family_of(node.operator))) for node in nodes),
        tuple(any(mark.bytes >= _TELLING_BYTES for mark in node.constants) for node in nodes),
    )


def _own_key(node: NodeMark, degree: str) -> Hashable:
    if degree == "operator":
        return node.operator
    if degree == "shaped":
        constants = tuple((constant.place, constant.shape) for constant in node.constants)
        return node.operator, node.attributes, constants
    constants = tuple((mark.place, mark.type, mark.shape, mark.digest) for mark in node.constants)
    return node.operator, node.attributes, constants


def _refined(
    wiring: Wiring, own: tuple[int, ...], codes: Codes, rounds: int
) -> Iterator[tuple[int, ...]]:
    current = own
    yield current
    for _ in range(rounds):
        current = tuple(
            codes.of((current[at], *_around(wiring, current, at))) for at in range(len(current))
        )
        yield current


def _around(wiring: Wiring, codes: Sequence[int], at: int) -> tuple[Hashable, Hashable]:
    """Makers by place; readers in any order. Ends of the network stand for themselves."""
    makers = tuple(
        (maker.place, maker.output, codes[maker.node] if maker.node >= 0 else maker.node)
        for maker in wiring.makers[at]
    )
    readers = sorted(
        (codes[reader.node] if reader.node >= 0 else reader.node, reader.place, reader.output)
        for reader in wiring.readers[at]
    )
    return makers, tuple(readers)
