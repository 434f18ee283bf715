"""`depthwise`: every channel has a filter of its own, so vectors go over channels (NHWC).

There is no sum over channels, hence nothing for a matrix product to reuse. What is reused is each
column of the image, by the outputs whose filters cover it: a tile of neighbouring outputs walks
over its columns once, with the filter of 16 bytes of channels in registers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.kernels.c_text import counted_loop, either, inline_function, nested
from compiler_core.graph.kernels.column_arithmetic import DOT_TAPS, LANES, ColumnArithmetic
from compiler_core.graph.kernels.finish import (
    C_TYPES,
    Finish,
    finish_of,
    lengthened,
    store_channels,
    store_scalars,
)
from compiler_core.graph.kernels.matrix_product import IN_ORDER, constant_type, kernel_functions
from compiler_core.graph.kernels.padding import (
    ELEMENT_BYTES,
    PaddedBand,
    copy_lines,
    first_lines,
    padded_band,
)
from compiler_core.graph.kernels.request import KernelRequest, Tile
from compiler_core.graph.records import ConvolutionShape, KernelText

_VECTOR_BYTES = 16
_TILES = {"sdot": Tile(8, 4), "smlal": Tile(1, 4)}
# Twice as many vectors of weights as taps across: with eight channels they stay in registers.
_TALL_TILES = {"sdot": Tile(8, 2)}


@dataclass(frozen=True, slots=True)
class _Depthwise:
    """One depthwise kernel. band: the copy that the loops read, where they need one."""

    request: KernelRequest
    finish: Finish
    arithmetic: ColumnArithmetic
    tile: Tile
    band: PaddedBand

    @property
    def shape(self) -> ConvolutionShape:
        return self.request.shape

    @property
    def copies(self) -> bool:
        return _copies(self.shape, self.tile)

    @property
    def block(self) -> int:
        return self.tile.vectors * LANES

    @property
    def tile_rows(self) -> int:
        return min(self.tile.rows, self.shape.width_out)

    @property
    def c_element(self) -> str:
        return C_TYPES[self.arithmetic.element_type]

    def widths(self) -> list[int]:
        """Channels of the blocks that occur: whole ones and the last."""
        rest = self.shape.channels_out % self.block
        whole = [self.block] if self.shape.channels_out >= self.block else []
        return [*whole, rest] if rest else whole


def depthwise_kernel(request: KernelRequest, arithmetic: ColumnArithmetic) -> KernelText:
    """The kernel; groups, channels in and channels out are the same number, NHWC."""
    kernel = _Depthwise(
        request,
        finish_of(request),
        arithmetic,
        request.tile or columns_tile(arithmetic.name, request.shape),
        padded_band(request.shape),
    )
    constants = _constants(kernel)
    body = _body(kernel, constants)
    blocks = "\n".join(_block_function(kernel, channels, constants) for channels in kernel.widths())
    functions = kernel_functions(kernel.finish, request, constants, body, IN_ORDER)
    return KernelText(
        function_name=request.name,
        text=f"{blocks}\n{functions}",
        constants=constants,
        scratch_bytes=depthwise_scratch_bytes(request.shape, kernel.tile),
        features=arithmetic.features,
        tactic=f"depthwise-{arithmetic.name}",
    )


def columns_tile(arithmetic: str, shape: ConvolutionShape) -> Tile:
    """The tile of a depthwise kernel when nobody tuned it."""
    tall = shape.kernel[0] > DOT_TAPS
    return _TALL_TILES.get(arithmetic, _TILES[arithmetic]) if tall else _TILES[arithmetic]


def depthwise_scratch_bytes(shape: ConvolutionShape, tile: Tile) -> int:
    """Memory for the copy of a band, if one is needed."""
    return padded_band(shape).bytes if _copies(shape, tile) else 0


def _copies(shape: ConvolutionShape, tile: Tile) -> bool:
    """The last block of channels reads beyond them if it is not full, or if it is shorter than what
    one load takes: only a copy allows that."""
    per_load = _VECTOR_BYTES // ELEMENT_BYTES[shape.element_type]
    block = tile.vectors * LANES
    return any(shape.pads) or block < per_load or shape.channels_in % block != 0


def _constants(kernel: _Depthwise) -> tuple[tuple[str, np.ndarray], ...]:
    name, channels = kernel.request.name, kernel.shape.channels_out
    weights = kernel.request.weights[:, 0]
    parts = [
        kernel.arithmetic.pack(_whole_vectors(weights[first : first + kernel.block]))
        for first in range(0, channels, kernel.block)
    ]
    return (
        (f"{name}_weights", np.concatenate(parts)),
        (f"{name}_bias", lengthened(kernel.finish.bias, channels + LANES)),
        *kernel.finish.constants(channels + LANES),
    )


def _whole_vectors(weights: np.ndarray) -> np.ndarray:
    missing = -len(weights) % LANES
    return np.concatenate([weights, np.zeros((missing, *weights.shape[1:]), weights.dtype)])


def _body(kernel: _Depthwise, constants: tuple[tuple[str, np.ndarray], ...]) -> list[str]:
    """In each band all blocks of channels, so that a filter is loaded once per band."""
    shape, band, value = kernel.shape, kernel.band, kernel.request.input_zero_point
    calls = _calls(kernel, constants)
    if not kernel.copies:
        band_loop = counted_loop("band", 1, calls)
        return ["(void)scratch;", *counted_loop("image", shape.batch, band_loop)]
    band_loop = counted_loop("band", band.count, [*copy_lines(kernel.request, band), *calls])
    first = first_lines(shape, band, value)
    return [*first, *counted_loop("image", shape.batch, band_loop)]


def _calls(kernel: _Depthwise, constants: tuple[tuple[str, np.ndarray], ...]) -> list[str]:
    """One call per block of channels: whole ones, then the last."""
    name, shape = kernel.request.name, kernel.shape
    image = shape.height_in * shape.width_in * kernel.request.step_in
    source = "padded" if kernel.copies else f"input + image * {image}"
    given = [*(text for _, text in kernel.finish.operands), *(text for text, _ in constants[2:])]
    first_block = _whole_vectors(kernel.request.weights[: kernel.block, 0])
    packed, whole = len(kernel.arithmetic.pack(first_block)), shape.channels_out // kernel.block

    def call(channels: int, block: str) -> list[str]:
        first = (
            f"{source} + {block} * {kernel.block}",
            f"{name}_weights + {block} * {packed}",
            f"{name}_bias + {block} * {kernel.block}",
            f"{block} * {kernel.block}",
            "image",
            "band",
        )
        return [f"{name}_block_{channels}({', '.join((*first, *given, 'output'))});"]

    lines = counted_loop("block", whole, call(kernel.block, "block")) if whole else []
    rest = shape.channels_out % kernel.block
    return [*lines, *call(rest, str(whole))] if rest else lines


def _block_function(
    kernel: _Depthwise, channels: int, constants: tuple[tuple[str, np.ndarray], ...]
) -> str:
    parameters = (
        f"const {kernel.c_element} *from",
        f"const {kernel.c_element} *weights",
        f"const {kernel.finish.c_sum} *bias",
        "long channel",
        "long image",
        "long band",
        *(f"{kind}{name}" for kind, name in kernel.finish.operands),
        *(f"{constant_type(array)}{name}" for name, array in constants[2:]),
        f"{kernel.finish.c_output} *output",
    )
    body = either(
        kernel.arithmetic.condition,
        _vector_body(kernel, channels),
        _plain_body(kernel, channels),
    )
    name = f"{kernel.request.name}_block_{channels}"
    return inline_function("void", name, parameters, ["(void)channel;", *body])


def _line_stride(kernel: _Depthwise) -> int:
    """Elements from line to line of what the loops read."""
    if kernel.copies:
        return kernel.band.line_elements
    return kernel.shape.width_in * kernel.request.step_in


def _column_step(kernel: _Depthwise) -> int:
    """Elements from column to column of what the loops read."""
    return kernel.shape.channels_in if kernel.copies else kernel.request.step_in


def _vector_body(kernel: _Depthwise, channels: int) -> list[str]:
    shape, vectors = kernel.shape, -(-channels // LANES)
    factors = kernel.arithmetic.factors(vectors, *shape.kernel)
    step = kernel.tile_rows
    whole, rest = shape.width_out // step * step, shape.width_out % step
    body = counted_loop("x", whole, _tile(kernel, step, "x", channels), step)
    if rest:
        body += nested("", _tile(kernel, rest, str(whole), channels))
    return [*factors, *_over_lines(kernel, body)]


def _over_lines(kernel: _Depthwise, body: list[str]) -> list[str]:
    start = f"from + y * {kernel.shape.strides[0] * _line_stride(kernel)}"
    lines = [f"const {kernel.c_element} *line = {start};", *body]
    return counted_loop("y", _outputs(kernel), lines)


def _outputs(kernel: _Depthwise) -> int:
    """Output lines per band; without a copy the whole image is one."""
    return kernel.band.outputs if kernel.copies else kernel.shape.height_out


def _tile(kernel: _Depthwise, rows: int, x: str, channels: int) -> list[str]:
    """Neighbouring outputs of one line: each column is loaded once, each sum stored when full."""
    shape, vectors = kernel.shape, -(-channels // LANES)
    (height, width), step, gap = shape.kernel, shape.strides[1], shape.dilations[1]
    lines = [f"const {kernel.c_element} *at = line + {x} * {step * _column_step(kernel)};"]
    lines += _first_sums(kernel, rows, vectors)
    covering: dict[int, list[tuple[int, int]]] = {}
    for output in range(rows):
        for tap in range(width):
            covering.setdefault(output * step + tap * gap, []).append((output, tap))
    for column in sorted(covering):
        lines += kernel.arithmetic.load(column, vectors, _places(kernel, column))
        for output, tap in covering[column]:
            lines += kernel.arithmetic.multiply(output, column, tap, vectors, height)
            if tap == width - 1:
                lines += _store(kernel, output, x, channels)
    return lines


def _places(kernel: _Depthwise, column: int) -> list[str]:
    """Where the lines of a column start."""
    shape, line_stride = kernel.shape, _line_stride(kernel)
    down = range(shape.kernel[0])
    return [
        f"at + {line * shape.dilations[0] * line_stride + column * _column_step(kernel)}"
        for line in down
    ]


def _first_sums(kernel: _Depthwise, rows: int, vectors: int) -> list[str]:
    finish, lines = kernel.finish, []
    for output in range(rows):
        lines += [
            f"{finish.vector} sum{output}_{vector} = {finish.load}(bias + {vector * LANES});"
            for vector in range(vectors)
        ]
        if kernel.arithmetic.name == "smlal":
            halves = range(-(-vectors // 2))
            lines.append(f"int16x8_t {', '.join(f'part{output}_{half}' for half in halves)};")
    return lines


def _store(kernel: _Depthwise, output: int, x: str, channels: int) -> list[str]:
    vectors = -(-channels // LANES)
    sums = [f"sum{output}_{vector}" for vector in range(vectors)]
    return store_channels(
        kernel.finish, sums, "channel", _position(kernel, f"{x} + {output}"), channels
    )


def _position(kernel: _Depthwise, x: str) -> str:
    shape = kernel.shape
    line = f"image * {shape.height_out} + band * {_outputs(kernel)} + y"
    pixel = f"({line}) * {shape.width_out} + {x}"
    return f"(({pixel}) * {kernel.request.step_out} + channel)"


def _plain_body(kernel: _Depthwise, channels: int) -> list[str]:
    shape, vectors = kernel.shape, -(-channels // LANES)
    height, width = shape.kernel
    line_stride = _line_stride(kernel)
    pixel = (
        f"line[down * {shape.dilations[0] * line_stride} + (x * {shape.strides[1]}"
        f" + across * {shape.dilations[1]}) * {_column_step(kernel)} + lane]"
    )
    weight = f"weights[{kernel.arithmetic.place(vectors, height, width)}]"
    multiply = f"sums[lane] += ({kernel.finish.c_sum}){pixel} * {weight};"
    lanes = f"for (long lane = 0; lane < {channels}; lane++)"
    body = [
        f"{kernel.finish.c_sum} sums[{channels}];",
        *nested(lanes, ["sums[lane] = bias[lane];"]),
        *nested(
            f"for (long down = 0; down < {height}; down++)",
            nested(f"for (long across = 0; across < {width}; across++)", nested(lanes, [multiply])),
        ),
        *store_scalars(kernel.finish, "sums", "channel", _position(kernel, "x"), channels),
    ]
    return _over_lines(kernel, counted_loop("x", shape.width_out, body))
