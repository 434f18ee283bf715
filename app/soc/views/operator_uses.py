"""What each kind of layer reaches on the unit that runs a chip's networks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.graph.layers.layer import LayerKind
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.networks.cnn import network_unit
from compiler_core.soc.networks.operator_use import OperatorUse

_NOT_KNOWN = "–"
_KINDS: dict[LayerKind, str] = {
    "convolution": "Convolution",
    "depthwise": "Depthwise convolution",
    "dense": "Dense",
    "pooling": "Pooling",
    "elementwise": "Elementwise",
}


@dataclass(frozen=True, slots=True)
class OperatorLine:
    """share: of the array, at best. reached: of the peak, with what is fitted."""

    kind: str
    share: str
    reached: str
    why: str


@dataclass(frozen=True, slots=True)
class OperatorTable:
    """about: whose they are and what the numbers are."""

    about: str
    lines: tuple[OperatorLine, ...]


def operator_table(
    soc: SocDescription, precision: Precision, uses: Sequence[OperatorUse]
) -> OperatorTable:
    """The table of one chip."""
    efficiency = uses[0].efficiency
    return OperatorTable(
        about=(
            f"{network_unit(soc).title}, {precision}. The share follows from the array's shape, "
            f"for layers whose sizes fit it; others fill less. Of that {_percent(efficiency)} are "
            "reached, as fitted on published measurements of all chips."
        ),
        lines=tuple(_line(use) for use in uses),
    )


def _line(use: OperatorUse) -> OperatorLine:
    if use.array_share is None:
        return OperatorLine(_KINDS[use.kind], _NOT_KNOWN, _NOT_KNOWN, use.fills)
    reached = use.array_share * use.efficiency
    return OperatorLine(_KINDS[use.kind], _percent(use.array_share), _percent(reached), use.fills)


def _percent(share: float) -> str:
    return f"{100 * share:.3g}%"
