"""Rows of float32 in memory, by functions of vectors: what softmax, norms and products of two
activations do along the last axes.

The functions are C of their own, `runtime/rows.c`; a program that calls one has them once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import onnx_ir as ir

from compiler_core.graph.emission.element_types import ElementType
from compiler_core.graph.emission.facts import count_of, shape_of, type_of
from compiler_core.graph.emission.index_arithmetic import Index
from compiler_core.graph.emission.writer import FunctionWriter
from compiler_core.graph.kernels.elementary import exponential_text

_FUNCTIONS = ("row_largest", "row_sum", "row_squares", "row_exponentials", "four_rows")
# Shorter rows are not worth a call; longer ones do not go onto the stack.
_SHORTEST, _LONGEST = 8, 1 << 14
ROWS_TOGETHER = 4


@cache
def _text() -> str:
    return (Path(__file__).parent / "runtime" / "rows.c").read_text(encoding="utf-8")


def row_functions(lines: Iterable[str]) -> list[str]:
    """The functions, where any of these lines of kernels calls one."""
    calls = tuple(f"{name}(" for name in _FUNCTIONS)
    if not any(call in line for line in lines for call in calls):
        return []
    return ["", *f"{exponential_text()}{_text()}".strip("\n").split("\n")]


@dataclass(frozen=True, slots=True)
class FloatRow:
    """So many float32, one behind the other; place: C of where the first lies."""

    place: str
    count: int

    def largest(self, writer: FunctionWriter, kind: ElementType) -> str:
        return writer.variable(kind, f"row_largest({self.place}, {self.count})")

    def total(self, writer: FunctionWriter, kind: ElementType) -> str:
        return writer.variable(kind, f"row_sum({self.place}, {self.count})")

    def squares(self, writer: FunctionWriter, kind: ElementType, mean: str) -> str:
        """Of the distances from the mean."""
        return writer.variable(kind, f"row_squares({self.place}, {mean}, {self.count})")

    def exponentials(self, writer: FunctionWriter, kind: ElementType, top: str) -> tuple[str, str]:
        """Names of a row with exp(x - top), and of its sum."""
        powers = writer.fresh("row")
        writer.line(f"{kind.c} {powers}[{self.count}];")
        call = f"row_exponentials({self.place}, {top}, {powers}, {self.count})"
        return powers, writer.variable(kind, call)


def row_of(
    writer: FunctionWriter, data: ir.Value, axes: tuple[int, ...], outer: dict[int, str]
) -> FloatRow | None:
    """The row that the axes are, if they are the last ones of a tensor in memory."""
    shape = shape_of(data)
    count = count_of(tuple(shape[axis] for axis in axes))
    are_last = axes == tuple(range(len(shape) - len(axes), len(shape)))
    if not are_last or not _SHORTEST <= count <= _LONGEST or not lies_in_rows(writer, data):
        return None
    first = tuple(outer.get(axis, "0") for axis in range(len(shape)))
    return FloatRow(f"{writer.pointer(data)} + {writer.place(data, first)}", count)


def lies_in_rows(writer: FunctionWriter, value: ir.Value) -> bool:
    """Whether it is float32 that is loaded from one piece of memory."""
    loaded = writer.lies_in_memory(value)
    return loaded and type_of(value).numpy == "float32" and writer.layout.steps_of(value) is None


@dataclass(frozen=True, slots=True)
class FourRows:
    """Rows of a product of two matrices in memory. left, right: C of where they lie."""

    left: str
    right: str
    inner: int
    columns: int

    @contextmanager
    def at(self, writer: FunctionWriter, row: str) -> Iterator[tuple[Index, str]]:
        """Computes four rows from this one on; gives (row and column) and the finished sum."""
        sums = writer.fresh("rows")
        writer.line(f"float {sums}[{ROWS_TOGETHER * self.columns}];")
        left = f"{self.left} + {row} * {self.inner}"
        writer.line(f"four_rows({left}, {self.right}, {self.inner}, {self.columns}, {sums});")
        with writer.loops(("r", "j"), (ROWS_TOGETHER, self.columns)) as (near, column):
            offset = f"{near} * {self.columns} + {column}"
            yield (f"{row} + {near}", column), f"{sums}[{offset}]"


def multiplies_four_rows(
    writer: FunctionWriter, left: ir.Value, right: ir.Value, sizes: tuple[int, int, int]
) -> bool:
    """Whether four rows may be taken at once. sizes: rows, inner, columns."""
    rows, inner, columns = sizes
    fits = rows >= ROWS_TOGETHER and inner % 4 == 0 and columns % 4 == 0
    small = ROWS_TOGETHER * columns <= _LONGEST
    return fits and small and all(lies_in_rows(writer, operand) for operand in (left, right))
