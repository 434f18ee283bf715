"""The arrays a driver passes, by the registers they arrive in.

Which register holds which argument: Procedure Call Standard for the Arm 64-bit Architecture
(AAPCS64), 6.8.2 "Parameter passing rules", rules C.1 to C.17.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from compiler_core.host.running.constants import value_of
from compiler_core.host.running.integer_types import range_of
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.planner import Planner
from compiler_core.host.running.session import Driven
from compiler_core.host.running.shapes import Number, Pointer, Row, Shape
from compiler_core.host.stepping.recording import ArgumentArray

_REGISTERS = 8
_MOST_NAMED = 4096
_FLOATS = {"float": "float", "double": "double", "_Float16": "half", "__fp16": "half",
           "float16_t": "half", "float32_t": "float", "float64_t": "double"}  # fmt: skip


def argument_arrays(driven: Driven, planner: Planner, plan: Plan) -> tuple[ArgumentArray, ...]:
    """The arrays whose register, element type and rows are certain. A length may be another
    argument, as in `float a[n]` and `double c[n][n]`: its value is the one that is passed."""
    passed = {name: value for name, value in plan.values.items() if isinstance(value, int)}
    known = {**planner.constants, **passed}
    counts = {setting.path: setting.count for setting in plan.settings if setting.kind == "array"}
    arrays: list[ArgumentArray] = []
    for name, pointer, register in pointers_of(driven):
        lane_type = lane_type_of(_element(pointer.target))
        count = counts.get(name) or _declared(pointer, known)
        rows = _row_lengths(pointer.target, known)
        if lane_type and count > 0 and rows is not None:
            columns, parts = _names_below(rows)
            total = count * prod(rows)
            arrays.append(
                ArgumentArray(
                    name=name,
                    lane_type=lane_type,
                    count=total,
                    register=register,
                    columns=columns,
                    parts=parts,
                )
            )
    return tuple(arrays)


def _names_below(rows: Sequence[int]) -> tuple[int, tuple[str, ...]]:
    """How many elements one index leaves, and what the other indices call them where there are
    several: of `float (*)[2][2]` 4, `[0][0]` to `[1][1]`. Beyond 4,096 the last index alone."""
    if len(rows) < 2 or prod(rows) > _MOST_NAMED:
        return (rows[-1] if rows else 0), ()
    places = product(*(range(length) for length in rows))
    return prod(rows), tuple("".join(f"[{index}]" for index in indices) for indices in places)


def pointers_of(driven: Driven) -> Iterator[tuple[str, Pointer, int]]:
    """Pointer parameters and the numbers of their registers, up to the first uncertain one."""
    register = 0
    for argument in driven.target.arguments:
        shape = argument.shape
        if not isinstance(shape, Number | Pointer) or register >= _REGISTERS:
            return
        if isinstance(shape, Pointer):
            yield argument.name, shape, register
        register += not (isinstance(shape, Number) and shape.floating)


def _declared(pointer: Pointer, known: Mapping[str, int]) -> int:
    """Elements by the length in the parameter's own brackets, which decides where no count does."""
    return value_of(pointer.length, known) or 0


def _element(shape: Shape) -> Shape:
    while isinstance(shape, Row):
        shape = shape.element
    return shape


def _row_lengths(shape: Shape, known: Mapping[str, int]) -> tuple[int, ...] | None:
    """Lengths of the rows below a pointer: of `float (*)[4]` (4,), of `float *` (); None if one of
    them is not known."""
    lengths: list[int] = []
    while isinstance(shape, Row):
        length = value_of(shape.length, known)
        if length is None or length <= 0:
            return None
        lengths.append(length)
        shape = shape.element
    return tuple(lengths)


def lane_type_of(shape: Shape) -> str:
    """The type of a number as a lane; empty for anything but numbers of known size."""
    if not isinstance(shape, Number):
        return ""
    if shape.floating or shape.name in _FLOATS:
        return _FLOATS.get(shape.name, "")
    limits = range_of(shape)
    if limits is None or limits == (0, 1):
        return "uint8" if limits else ""
    bits = (limits[1] - limits[0]).bit_length()
    return f"{'int' if limits[0] else 'uint'}{bits}"
