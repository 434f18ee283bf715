"""A reader's function as a module of MLIR: `affine` where bounds and subscripts are linear."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.atlas.mlir.from_loop.accesses import ArrayLayout, layouts_of
from compiler_core.atlas.mlir.from_loop.conditions import ConditionReader
from compiler_core.atlas.mlir.from_loop.emission import Emitter
from compiler_core.atlas.mlir.from_loop.linear import LinearReader
from compiler_core.atlas.mlir.from_loop.obstacles import obstacles
from compiler_core.atlas.mlir.from_loop.scalars import type_text
from compiler_core.atlas.own_loop.function import checked_function
from compiler_core.atlas.own_loop.shape import LoopShape, shape_of
from compiler_core.errors import InputError
from compiler_core.loop.analyses.control_flow import predecessors_of
from compiler_core.loop.ir.types import VOID
from compiler_core.loop.ir.values import Array, Function
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True)
class LoopModule:
    """text: the module. function: what it was written from. rows: as of `ArrayLayout`. linear: how
    many nests are affine throughout. not_linear: why others are not, a sentence each."""

    text: str
    function: Function
    layouts: tuple[ArrayLayout, ...]
    linear: int
    not_linear: tuple[str, ...]


def module_of(source: SourceFile, function: str = "") -> LoopModule:
    """function: of the file; the first with a loop if empty. Raises OutsideSubset at the line of
    what does not fit, and InputError."""
    lowered = checked_function(source, function)
    shape = shape_of(lowered, source.name)
    if not shape.loops:
        raise InputError(f"{lowered.name} has no loop.", "Give a function with a for loop.")
    return _written(source, lowered, shape)


def _written(source: SourceFile, function: Function, shape: LoopShape) -> LoopModule:
    before = predecessors_of(function)
    fixed = frozenset(
        instruction
        for block in shape.outside
        for instruction in block.instructions
        if instruction.type.is_integer
    )
    counters = frozenset(loop.counter for loop in shape.loops.values())
    rows = layouts_of(source, function)
    layouts = {array: ArrayLayout(array, "", extents) for array, extents in rows.items()}
    reasons = {
        header: next(obstacles(loop, shape, layouts, fixed), "")
        for header, loop in shape.loops.items()
        if loop.loop.parent is None
    }
    emitter = Emitter(
        file=source.name,
        shape=shape,
        conditions=ConditionReader(before, shape.users, frozenset(shape.loops)),
        layouts={},
        linear=frozenset(header for header, reason in reasons.items() if not reason),
        reader=LinearReader(counters, fixed),
    )
    emitter.constants.names = emitter.text.names
    head = _signature(function, emitter, layouts)
    entry = function.blocks[0]
    emitter.region(entry, None, entry)
    lines = [head, *emitter.constants.kept_lines_for(emitter.text), "}"]
    return LoopModule(
        "\n".join(lines) + "\n",
        function,
        tuple(emitter.layouts.values()),
        sum(not reason for reason in reasons.values()),
        tuple(filter(None, reasons.values())),
    )


def _signature(function: Function, emitter: Emitter, layouts: dict[Array, ArrayLayout]) -> str:
    """The first line; local arrays are allocated behind it."""
    arguments: list[str] = []
    named: dict[Array, ArrayLayout] = {}
    entry = function.blocks[0]
    for variable in function.parameters:
        name = emitter.text.fresh(variable.name)
        if isinstance(variable, Array):
            named[variable] = ArrayLayout(variable, name, layouts[variable].rows)
            arguments.append(f"{name}: {named[variable].type}")
        else:
            arguments.append(f"{name}: {type_text(variable.type)}")
            emitter.bind(variable, name, entry)
    for variable in function.local_arrays:
        layout = ArrayLayout(variable, emitter.text.fresh(variable.name))
        named[variable] = layout
        emitter.text.write(f"{layout.name} = memref.alloca() : {layout.type}")
    emitter.layouts = named
    result = f" -> {type_text(function.result)}" if function.result != VOID else ""
    return f"func.func @{function.name}({', '.join(arguments)}){result} {{"
