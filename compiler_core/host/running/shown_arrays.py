"""The arrays that a run leaves, as a page and the JSON show their first elements."""

from __future__ import annotations

from compiler_core.host.running.outputs import Outputs
from compiler_core.host.running.record import ShownArray

_TYPE_NAMES = {"f": {2: "half", 4: "float", 8: "double", 16: "long double"}, "b": {1: "bool"}}


def shown_arrays(outputs: Outputs) -> tuple[ShownArray, ...]:
    """Every output with its first values."""
    return tuple(
        ShownArray(
            array.name,
            type_name(array.kind, array.size),
            array.count,
            Outputs((array,)).digest,
            array.shown(),
        )
        for array in outputs.arrays
    )


def type_name(kind: str, size: int) -> str:
    """`float`, `int32`, `uint8`: what an output's numbers are."""
    known = _TYPE_NAMES.get(kind, {}).get(size)
    return known or f"{'uint' if kind == 'u' else 'int'}{8 * size}"
