"""How code that MLIR made is called: each array with where it is, its sizes and its strides."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.atlas.mlir.from_loop.accesses import ArrayLayout
from compiler_core.atlas.own_loop.driving import C_TYPES, LoopInput, LoopVersion, argument
from compiler_core.loop.ir.values import Array, Constant, Function


def with_descriptors(
    assembly: str, function: Function, layouts: Sequence[ArrayLayout], given: LoopInput
) -> LoopVersion:
    """layouts: of all arrays that are parameters."""
    by_array = {layout.array: layout for layout in layouts}
    takes: list[str] = []
    arguments: list[str] = []
    for parameter in function.parameters:
        if isinstance(parameter, Array):
            described = _descriptor(by_array[parameter], given)
            takes += [f"{C_TYPES[parameter.element.name]} *"] * 2 + ["long"] * (len(described) - 2)
            arguments += described
        else:
            takes.append(C_TYPES[parameter.type.name])
            arguments.append(argument(parameter, given))
    return LoopVersion(assembly, takes, arguments)


def _descriptor(layout: ArrayLayout, given: LoopInput) -> list[str]:
    """Allocated, aligned, offset, sizes, strides."""
    pointer = argument(layout.array, given)
    rows = [
        int(extent.value) if isinstance(extent, Constant) else int(given.scalars[extent.name])
        for extent in layout.rows
    ]
    strides = [1]
    for row in reversed(rows):
        strides.insert(0, strides[0] * row)
    sizes = [given.places[layout.array.name][1] // max(strides[0], 1), *rows]
    return [pointer, pointer, "0", *map(str, sizes), *map(str, strides)]
