"""What is tiled: a 2-D convolution layer; a matrix product is one with a kernel of one pixel."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import Precision
from compiler_core.soc.tiling.records import OPERANDS, Operand, check_whole

# Of one value; narrower ones lie two in a byte and are not tiled.
VALUE_BYTES: dict[Precision, int] = {"int8": 1, "fp16": 2, "fp32": 4}


@dataclass(frozen=True, slots=True, kw_only=True)
class Convolution:
    """One layer, by its result: rows × columns pixels of channels_out channels.

    The input lies in DRAM with its border of padding; of several groups this is one.
    """

    name: str
    """Of the layer, for messages and pages."""
    rows: int
    """Of the result, in pixels."""
    columns: int
    """Of the result, in pixels."""
    channels_out: int
    """Of the result."""
    channels_in: int
    """Of the input, in one group."""
    kernel_rows: int = 1
    """Rows of the window; 1 for a matrix product."""
    kernel_columns: int = 1
    """Columns of the window; 1 for a matrix product."""
    stride: int = 1
    """Pixels of the input between two windows, in both directions."""
    input_bytes: int = 1
    """Of one value of the input."""
    weight_bytes: int = 1
    """Of one weight."""
    output_bytes: int = 1
    """Of one value of the result in DRAM."""
    accumulator_bytes: int = 4
    """Of one sum in SRAM that is not yet complete."""
    residual_bytes: int = 0
    """Of what is read from other tensors and added to one result, 0 where nothing is."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.name != "name":
                least = 0 if field.name == "residual_bytes" else 1
                check_whole(f"{self.name}: {field.name}", getattr(self, field.name), least)

    @property
    def operands(self) -> tuple[Operand, ...]:
        """What lies in DRAM before or after."""
        return tuple(tensor for tensor in OPERANDS if tensor != "residual" or self.residual_bytes)

    @property
    def multiply_accumulates(self) -> int:
        """Products that are summed."""
        kernel = self.kernel_rows * self.kernel_columns
        return self.rows * self.columns * self.channels_out * self.channels_in * kernel

    def input_rows(self, rows: int) -> int:
        """Rows of the input under this many rows of the result."""
        return (rows - 1) * self.stride + self.kernel_rows

    def input_columns(self, columns: int) -> int:
        """Columns of the input under this many columns of the result."""
        return (columns - 1) * self.stride + self.kernel_columns


def matrix_product(name: str, m: int, n: int, k: int, bytes_of_value: int = 1) -> Convolution:
    """An m × k matrix times a k × n one: m pixels in one row, k channels in, n channels out."""
    return Convolution(
        name=name,
        rows=1,
        columns=m,
        channels_out=n,
        channels_in=k,
        input_bytes=bytes_of_value,
        weight_bytes=bytes_of_value,
        output_bytes=bytes_of_value,
    )


@dataclass(frozen=True, slots=True)
class GroupedConvolution:
    """one: the convolution of one group of channels. groups: how many run one after the other."""

    one: Convolution
    groups: int


def convolution_of(layer: Layer, precision: Precision = "int8") -> GroupedConvolution:
    """A kernel of a network with what is added to its result; other operators that are fused behind
    it move nothing. Sums are 32 bits wide at every precision.

    A group sees its own input channels only, so groups share nothing and each is tiled by itself: a
    depthwise layer of 64 channels is 64 convolutions of one channel. The rows of a matrix product
    are pixels in one row. Raises InputError for a kernel without weights.
    """
    if not layer.macs:
        raise InputError(
            f"{layer.name} multiplies nothing by weights, so it is not tiled here.",
            "Choose a convolution or a matrix product.",
        )
    value = bytes_of_value(precision)
    added = value * (layer.residual_elements // layer.output_elements)
    if layer.kind == "dense":
        pixels = layer.rows * layer.columns
        product = matrix_product(layer.name, pixels, layer.channels_out, layer.channels_in, value)
        return GroupedConvolution(replace(product, residual_bytes=added), 1)
    groups = max(layer.groups, 1)
    rows, columns = layer.window
    convolution = Convolution(
        name=layer.name,
        rows=layer.rows,
        columns=layer.columns,
        channels_out=max(layer.channels_out // groups, 1),
        channels_in=layer.channels_in,
        kernel_rows=rows,
        kernel_columns=columns,
        stride=layer.stride,
        residual_bytes=added,
    )
    return GroupedConvolution(with_values(convolution, value), groups)


def with_values(layer: Convolution, size: int) -> Convolution:
    """The same layer with values of so many bytes; what is added to its result keeps its own."""
    return replace(layer, input_bytes=size, weight_bytes=size, output_bytes=size)


def bytes_of_value(precision: Precision) -> int:
    """Raises InputError for values that are less than a byte wide."""
    if precision not in VALUE_BYTES:
        raise InputError(
            f"Values of {precision} are not tiled.", f"Known: {', '.join(VALUE_BYTES)}."
        )
    return VALUE_BYTES[precision]
