"""What each class of operators can reach on a chip's unit for networks, and what decides it.

Two factors: the share of the array that the class fills when its sizes fit, which follows from the
array's shape, and an efficiency that is fitted for all chips on published measurements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from compiler_core.graph.layers.layer import Layer, LayerKind
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription
from compiler_core.soc.networks.array_use import ArrayShape, array_shape, array_use
from compiler_core.soc.networks.cnn import NetworkConstants, network_unit


@dataclass(frozen=True, slots=True)
class OperatorUse:
    """array_share: what the class fills of the array at best, from 0 to 1; None where nothing is
    multiplied. fills: a sentence. efficiency: what is reached of that; fitted."""

    kind: LayerKind
    array_share: float | None
    fills: str
    efficiency: float


def operator_uses(
    soc: SocDescription, constants: NetworkConstants, precision: Precision = "int8"
) -> tuple[OperatorUse, ...]:
    """One for each class of operators, as `network_cost` sees them."""
    unit = network_unit(soc)
    shape = array_shape(unit, precision)
    return tuple(
        OperatorUse(
            kind, _share(kind, unit, shape), _fills(kind, unit, shape), constants.efficiency
        )
        for kind in get_args(LayerKind)
    )


def _share(kind: LayerKind, unit: ComputeUnit, shape: ArrayShape) -> float | None:
    """Of a layer whose sizes are multiples of the array's."""
    if kind in ("pooling", "elementwise"):
        return None
    rows, columns = shape.rows, shape.columns
    groups = columns if kind == "depthwise" else 1
    layer = Layer(
        name="best",
        kind=kind,
        rows=1,
        columns=1,
        channels_in=rows if groups == 1 else 1,
        channels_out=columns,
        taps=1,
        groups=groups,
        input_elements=0,
        weight_elements=0,
    )
    share = array_use(layer, (rows, columns))
    if kind == "dense" and unit.blocks:
        cycles = unit.blocks.round_cycles.value / unit.blocks.weight_cycles.value
        return share * min(cycles, 1.0) / _pixels(unit)
    return share


def _pixels(unit: ComputeUnit) -> float:
    """Outputs of a picture at once."""
    blocks = unit.blocks
    return blocks.pixel_rows.value * blocks.pixel_columns.value if blocks else 1.0


def _fills(kind: LayerKind, unit: ComputeUnit, shape: ArrayShape) -> str:
    if kind in ("pooling", "elementwise"):
        return "Nothing is multiplied by weights: memory decides."
    if shape.basis == "none":
        return "No array is assumed for a GPU: every shape fills it."
    if kind == "depthwise":
        return f"Each output channel has one input channel: 1 of {shape.rows} rows is used."
    if kind == "dense" and unit.blocks:
        return f"There is 1 pixel of {_pixels(unit):g}, and decoding each weight takes longer."
    pixels = f" and {_pixels(unit):g} pixels" if unit.blocks else ""
    return f"{shape.rows} input channels by {shape.columns} output channels{pixels} at once."
