"""What a plan is tied to, tried: every other core, and a shape that it was not made for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from compiler_core.errors import InputError
from compiler_core.graph.selection.choose import check_plan, kernel_of
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.selection.records import Layer, LayerChoice, Selection


def with_binding(selection: Selection, layers: Sequence[Layer]) -> Selection:
    """The plan, its log ended by where it may run and what it refuses; unchanged without layers."""
    if not layers:
        return selection
    lines = ["[plan] tied to its core and shapes", *(f"  {core}" for core in _on_cores(selection))]
    lines.append(f"  another shape: {_other_shape(layers[0], selection.choices[0])}")
    return replace(selection, log=(*selection.log, "\n".join(lines)))


def _on_cores(selection: Selection) -> list[str]:
    lines = []
    for core in CORES:
        try:
            check_plan(selection, core)
        except InputError as error:
            lines.append(f"{core.title}: refused. {error.message}")
        else:
            lines.append(f"{core.title}: has all that the plan needs")
    return lines


def _other_shape(layer: Layer, choice: LayerChoice) -> str:
    """One line more than the plan was made for."""
    shape = replace(layer.shape, height_in=layer.shape.height_in + 1)
    try:
        kernel_of(replace(layer, shape=shape), choice, "other_shape")
    except InputError as error:
        return f"refused. {error.message}"
    return "accepted"
