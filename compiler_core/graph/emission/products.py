"""Sums of products: what float and integer forms of one operator share, and matrix products.

The integer forms subtract zero points in front of the product; an accumulator is 32 bits wide. The
quantised forms (QLinear…) scale the sum to the result's scale and round half to even.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission.element_types import INT32, ElementType
from compiler_core.graph.emission.facts import (
    attribute,
    constant_of,
    needed,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import Index, atom, broadcast, linear, plus
from compiler_core.graph.emission.operator import Operator, Target
from compiler_core.graph.emission.rows import ROWS_TOGETHER, FourRows, multiplies_four_rows
from compiler_core.graph.emission.writer import FunctionWriter

_LONGEST_ROW = 1 << 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantisation:
    """Positions of a node's inputs, and how products are summed. -1: no such input."""

    data: int
    """Place of the operand that weights are multiplied with."""
    weights: int
    """Place of the weights, or of the right matrix."""
    bias: int
    """Place of the bias, one for each channel; -1 where the node has none."""
    accumulator: ElementType
    """The type in which products are summed."""
    data_zero: int = -1
    """Place of the zero point of the data; -1 where there is none."""
    weight_zero: int = -1
    """Place of the zero point of the weights; -1 where there is none."""
    scales: tuple[int, int, int] | None = None
    """Places of the scales of data, weights and result; None unless the node is a QLinear form."""
    result_zero: int = -1
    """Place of the zero point of the result; -1 where there is none."""

    def start(self, writer: FunctionWriter, node: ir.Node, channel: str) -> str:
        """What a sum begins with: the bias of its channel."""
        bias = operand(node, self.bias) if self.bias >= 0 else None
        if bias is None:
            return self.accumulator.literal(0)
        return writer.element(bias, (channel,))

    def element(self, writer: FunctionWriter, node: ir.Node, loaded: str, row: str = "0") -> str:
        return self._shifted(writer, node, loaded, self.data_zero, row)

    def weight(self, writer: FunctionWriter, node: ir.Node, loaded: str, channel: str) -> str:
        return self._shifted(writer, node, loaded, self.weight_zero, channel)

    def result(self, writer: FunctionWriter, node: ir.Node, total: str, channel: str) -> str:
        """The finished element: for QLinear forms scaled, rounded, shifted and saturated."""
        if self.scales is None:
            return total
        kind = type_of(node.outputs[0])
        x, w, y = (one_of(writer, needed(node, at), channel) for at in self.scales)
        zero = one_of(writer, needed(node, self.result_zero), channel)
        wide = f"rintf((float){atom(total)} * ({x} * {w} / {y})) + (float){zero}"
        return saturated(kind, wide)

    def _shifted(
        self, writer: FunctionWriter, node: ir.Node, loaded: str, position: int, channel: str
    ) -> str:
        zero = operand(node, position) if position >= 0 else None
        known = constant_of(zero)
        if zero is None or (known is not None and not known.any()):
            return loaded
        return f"({atom(loaded)} - {atom(one_of(writer, zero, channel))})"


def one_of(writer: FunctionWriter, value: ir.Value, channel: str) -> str:
    """The element of a scalar, or of a list with one value per channel."""
    shape = shape_of(value)
    if not shape or max(shape) == 1:
        return writer.element(value, ("0",) * len(shape))
    index = tuple(channel if size > 1 else "0" for size in shape)
    return writer.element(value, index)


def saturated(kind: ElementType, wide: str) -> str:
    """A float brought into an integer type: what is too large becomes the largest."""
    low, high = f"{kind.lowest}.0f", f"{kind.highest}.0f"
    return f"({kind.c})MINIMUM(MAXIMUM({wide}, {low}), {high})"


def plain_form(node: ir.Node) -> Quantisation:
    """Data, weights, bias."""
    return Quantisation(data=0, weights=1, bias=2, accumulator=type_of(needed(node, 0)).accumulator)


def quantised_form(node: ir.Node) -> Quantisation | None:
    """Of the integer and QLinear operators, else None."""
    if node.op_type in ("ConvInteger", "MatMulInteger"):
        return Quantisation(
            data=0, weights=1, bias=-1, accumulator=INT32, data_zero=2, weight_zero=3
        )
    if node.op_type in ("QLinearConv", "QLinearMatMul"):
        bias = 8 if node.op_type == "QLinearConv" else -1
        return Quantisation(
            data=0,
            weights=3,
            bias=bias,
            accumulator=INT32,
            data_zero=2,
            weight_zero=5,
            scales=(1, 4, 6),
            result_zero=7,
        )
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Matrices:
    """The two operands of a node that multiplies matrices, and their sizes."""

    left: ir.Value
    """The operand whose rows are multiplied."""
    right: ir.Value
    """The operand whose columns are multiplied."""
    batch: tuple[int, ...]
    """Leading axes of the result."""
    rows: int
    """Rows of each result; 1 where the left operand is a vector."""
    inner: int
    """How many products each element of a result sums."""
    columns: int
    """Columns of each result; 1 where the right operand is a vector."""
    has_rows: bool
    """False where the left operand is a vector, so that the result has no axis of rows."""
    has_columns: bool
    """False where the right operand is a vector, so that the result has no axis of columns."""

    @property
    def of_each(self) -> tuple[int, int, int]:
        return self.rows, self.inner, self.columns

    def left_index(self, batch: Index, row: str, inner: str) -> Index:
        own = shape_of(self.left)
        if not self.has_rows:
            return (inner,)
        return (*broadcast(batch, own[:-2]), row, inner)

    def right_index(self, batch: Index, inner: str, column: str) -> Index:
        own = shape_of(self.right)
        if not self.has_columns:
            return (inner,)
        return (*broadcast(batch, own[:-2]), inner, column)

    def result_index(self, batch: Index, row: str, column: str) -> Index:
        return (*batch, *((row,) * self.has_rows), *((column,) * self.has_columns))


def _matrices_of(node: ir.Node, form: Quantisation) -> _Matrices:
    left, right = needed(node, form.data), needed(node, form.weights)
    a, b = shape_of(left), shape_of(right)
    if len(a) == 0 or len(b) == 0:
        raise InputError(f"{node.op_type} {node.name!r} multiplies a scalar.")
    trailing = (len(a) > 1) + (len(b) > 1)
    result = shape_of(node.outputs[0])
    rows = a[-2] if len(a) > 1 else 1
    columns = b[-1] if len(b) > 1 else 1
    batch = result[: len(result) - trailing]
    return _Matrices(
        left=left,
        right=right,
        batch=batch,
        rows=rows,
        inner=a[-1],
        columns=columns,
        has_rows=len(a) > 1,
        has_columns=len(b) > 1,
    )


def _matmul(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    form = quantised_form(node) or plain_form(node)
    sizes = _matrices_of(node, form)
    names = tuple(f"b{axis}" for axis in range(len(sizes.batch)))
    with writer.loops(names, sizes.batch) as batch:
        first = 0
        if multiplies_four_rows(writer, sizes.left, sizes.right, sizes.of_each):
            first = _four_rows_each(writer, sizes, batch, target)
        with writer.loop("m", sizes.rows - first) as row:
            _product_row_of(writer, node, form, sizes, (batch, plus(row, first)), target)


def _four_rows_each(writer: FunctionWriter, sizes: _Matrices, batch: Index, target: Target) -> int:
    """Writes as many rows as go in fours; says how many these are."""
    left, right = (
        f"{writer.pointer(value)} + {writer.place(value, index)}"
        for value, index in (
            (sizes.left, sizes.left_index(batch, "0", "0")),
            (sizes.right, sizes.right_index(batch, "0", "0")),
        )
    )
    whole = sizes.rows // ROWS_TOGETHER * ROWS_TOGETHER
    rows = FourRows(left, right, sizes.inner, sizes.columns)
    with writer.loop("m", whole, ROWS_TOGETHER) as row, rows.at(writer, row) as (index, total):
        target.finish(sizes.result_index(batch, *index), total)
    return whole


def _product_row_of(
    writer: FunctionWriter,
    node: ir.Node,
    form: Quantisation,
    sizes: _Matrices,
    at: tuple[Index, str],
    target: Target,
) -> None:
    """at: indexes of the batch and of the row."""
    batch, row = at

    def left(inner: str) -> str:
        loaded = writer.element(sizes.left, sizes.left_index(batch, row, inner))
        return form.element(writer, node, loaded, row)

    def right(inner: str, column: str) -> str:
        loaded = writer.element(sizes.right, sizes.right_index(batch, inner, column))
        return form.weight(writer, node, loaded, column)

    def finish(column: str, total: str) -> None:
        result = form.result(writer, node, total, column)
        target.finish(sizes.result_index(batch, row, column), result)

    product_row(writer, form.accumulator, (sizes.inner, sizes.columns), left, right, finish)


def product_row(
    writer: FunctionWriter,
    kind: ElementType,
    sizes: tuple[int, int],
    left: Callable[[str], str],
    right: Callable[[str, str], str],
    finish: Callable[[str, str], None],
) -> None:
    """One row of a matrix product. sizes: of the sum and of the row.

    left(inner) and right(inner, column) give factors, finish(column, sum) takes results.
    """
    inner_size, columns = sizes
    if 1 < columns <= _LONGEST_ROW:
        row = writer.fresh("row")
        writer.line(f"{kind.c} {row}[{columns}];")
        with writer.loop("j", columns) as column:
            writer.line(f"{row}[{column}] = {kind.literal(0)};")
        with writer.loop("k", inner_size) as inner:
            held = writer.variable(kind, left(inner))
            with writer.loop("j", columns) as column:
                writer.line(f"{row}[{column}] += {held} * {right(inner, column)};")
        with writer.loop("j", columns) as column:
            finish(column, f"{row}[{column}]")
        return
    with writer.loop("j", columns) as column:
        total = writer.fresh("sum")
        writer.line(f"{kind.c} {total} = {kind.literal(0)};")
        with writer.loop("k", inner_size) as inner:
            # Written apart, so that statements of one factor stand before the sum.
            first, second = left(inner), right(inner, column)
            writer.line(f"{total} += {first} * {second};")
        finish(column, total)


def _gemm(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """alpha * A' * B' + beta * C."""
    a, b, c = needed(node, 0), needed(node, 1), operand(node, 2)
    turned_a, turned_b = attribute(node, "transA", 0), attribute(node, "transB", 0)
    rows, columns = shape_of(node.outputs[0])
    inner_size = shape_of(a)[0 if turned_a else 1]
    kind = type_of(a).accumulator
    packed = _turned_constant(b) if turned_b else None

    def right(inner: str, column: str) -> str:
        if packed is not None:
            return f"{writer.constant(packed)}[{linear((inner, column), packed.shape)}]"
        return writer.element(b, (column, inner) if turned_b else (inner, column))

    with writer.loop("m", rows) as row:

        def left(inner: str) -> str:
            return writer.element(a, (inner, row) if turned_a else (row, inner))

        def finish(column: str, total: str) -> None:
            target.finish((row, column), _scaled_sum(writer, node, kind, total, c, (row, column)))

        product_row(writer, kind, (inner_size, columns), left, right, finish)


def _turned_constant(value: ir.Value) -> np.ndarray | None:
    """Weights stored column by column, so that a row of results reads along memory."""
    known = constant_of(value)
    return None if known is None else known.T


def _scaled_sum(
    writer: FunctionWriter,
    node: ir.Node,
    kind: ElementType,
    total: str,
    added: ir.Value | None,
    index: Index,
) -> str:
    alpha, beta = attribute(node, "alpha", 1.0), attribute(node, "beta", 1.0)
    result = total if alpha == 1 else f"{kind.literal(alpha)} * {total}"
    if added is None or beta == 0:
        return result
    element = writer.element(added, broadcast(index, shape_of(added)))
    return f"{result} + {element if beta == 1 else f'{kind.literal(beta)} * {element}'}"


PRODUCTS: tuple[Operator, ...] = (
    *(Operator(name=name, anchor=_matmul) for name in ("MatMul", "MatMulInteger", "QLinearMatMul")),
    Operator(name="Gemm", anchor=_gemm),
)
