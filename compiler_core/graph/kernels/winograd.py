"""`winograd`: F(2×2, 3×3) on NHWC float32, 16 multiplications for what takes 36.

Each 4×4 piece of the image gives 2×2 outputs. Image and filter are transformed so that the filter
becomes a product in each of 16 places, which over all channels is 16 matrix products. The filter's
transform is done here, on the real weights.

Source: A. Lavin, S. Gray, "Fast Algorithms for Convolutional Neural Networks", CVPR 2016,
section 4.1: Y = Aᵀ[(G g Gᵀ) ⊙ (Bᵀ d B)]A.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.kernels.arithmetic import FUSED_MULTIPLY_ADD, LANES
from compiler_core.graph.kernels.c_text import (
    FLOAT_NEON,
    counted_loop,
    either,
    inline_function,
    nested,
)
from compiler_core.graph.kernels.default_tile import default_tile
from compiler_core.graph.kernels.finish import (
    Finish,
    finish_of,
    lengthened,
    store_channels,
    store_scalars,
)
from compiler_core.graph.kernels.matrix_product import constant_type, kernel_functions
from compiler_core.graph.kernels.matrix_tile import TileText, tile_function
from compiler_core.graph.kernels.padding import PaddedBand, copy_lines, first_lines, lines_per_band
from compiler_core.graph.kernels.reduction import Reduction, Segments
from compiler_core.graph.kernels.request import KernelRequest, Tile
from compiler_core.graph.kernels.winograd_transforms import input_transform, output_transform
from compiler_core.graph.records import ConvolutionShape, KernelText

PLACES = 16
_FILTER_TRANSFORM = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])


@dataclass(frozen=True, slots=True)
class _Winograd:
    """One kernel. inputs, outputs: channels in whole vectors; across, down: 2×2 tiles."""

    request: KernelRequest
    finish: Finish
    tile: Tile

    @property
    def shape(self) -> ConvolutionShape:
        return self.request.shape

    @property
    def inputs(self) -> int:
        return _rounded(self.shape.channels_in)

    @property
    def outputs(self) -> int:
        return _rounded(self.shape.channels_out)

    @property
    def across(self) -> int:
        return -(-self.shape.width_out // 2)

    @property
    def down(self) -> int:
        return -(-self.shape.height_out // 2)

    @property
    def band(self) -> PaddedBand:
        return winograd_band(self.shape)

    @property
    def reduction(self) -> Reduction:
        return Reduction(Segments(run=self.inputs), FUSED_MULTIPLY_ADD.packing, LANES)

    @property
    def block(self) -> int:
        return min(self.tile.vectors * LANES, self.outputs)


def winograd_kernel(request: KernelRequest) -> KernelText:
    """The kernel; a 3×3 filter with stride 1, no dilation, one group, NHWC float32."""
    across = -(-request.shape.width_out // 2)
    tile = request.tile or default_tile(FUSED_MULTIPLY_ADD, across, request.shape.channels_out)
    kernel = _Winograd(request, finish_of(request), tile)
    constants = _constants(kernel)
    functions = [
        *(tile_function(text, ("float *output",)) for text in _tiles(kernel)),
        input_transform(request.name, kernel.band),
        _finish_function(kernel, constants),
    ]
    loops = kernel_functions(kernel.finish, request, constants, _body(kernel, constants))
    return KernelText(
        function_name=request.name,
        text="\n".join((*functions, loops)),
        constants=constants,
        scratch_bytes=winograd_scratch_bytes(request.shape),
        features=(),
        tactic="winograd",
    )


def winograd_scratch_bytes(shape: ConvolutionShape) -> int:
    """A bordered band, one line of transformed tiles, and their products."""
    channels = _rounded(shape.channels_in) + _rounded(shape.channels_out)
    return winograd_band(shape).bytes + PLACES * -(-shape.width_out // 2) * channels * 4


def winograd_band(shape: ConvolutionShape) -> PaddedBand:
    """A bordered band of lines of tiles, in whole tiles and whole vectors of channels."""
    down, across = -(-shape.height_out // 2), -(-shape.width_out // 2)
    channels, width = _rounded(shape.channels_in), 2 * across + 2
    tiles = lines_per_band(down, 4, 2, width * channels * 4)
    return PaddedBand(
        count=down // tiles,
        outputs=tiles,
        height=2 * tiles + 2,
        width=width,
        step=2 * tiles,
        channels=channels,
        element_bytes=4,
    )


def transformed_weights(weights: np.ndarray) -> np.ndarray:
    """G g Gᵀ of every filter: channels out × channels in × 3 × 3 to 4 × 4, in float64."""
    exact = weights.astype(np.float64)
    return _FILTER_TRANSFORM @ exact @ _FILTER_TRANSFORM.T


def _constants(kernel: _Winograd) -> tuple[tuple[str, np.ndarray], ...]:
    name, shape = kernel.request.name, kernel.shape
    places = transformed_weights(kernel.request.weights).astype(np.float32)
    full = np.zeros((kernel.outputs, kernel.inputs, 4, 4), np.float32)
    full[: shape.channels_out, : shape.channels_in] = places
    packed = [
        kernel.reduction.pack(full[:, :, position // 4, position % 4], kernel.block)
        for position in range(PLACES)
    ]
    channels = shape.channels_out + LANES
    return (
        (f"{name}_weights", np.concatenate(packed)),
        (f"{name}_bias", lengthened(kernel.finish.bias, channels)),
        *kernel.finish.constants(channels),
    )


def _tiles(kernel: _Winograd) -> list[TileText]:
    rows, wide = min(kernel.tile.rows, kernel.across), kernel.block
    return [
        TileText(
            finish=kernel.finish,
            arithmetic=FUSED_MULTIPLY_ADD,
            reduction=kernel.reduction,
            rows=height,
            channels=channels,
            row_stride=kernel.inputs,
            output_stride=kernel.outputs,
            unroll=kernel.tile.unroll,
            raw=True,
        )
        for height in (rows, kernel.across % rows)
        for channels in (wide, kernel.outputs % wide)
        if height and channels
    ]


def _body(kernel: _Winograd, constants: tuple[tuple[str, np.ndarray], ...]) -> list[str]:
    name, band = kernel.request.name, kernel.band
    given = [*(text for _, text in kernel.finish.operands), *(text for text, _ in constants[1:])]
    line = [
        f"{name}_transform_inputs(padded + y * {2 * band.line_elements}, transformed);",
        *counted_loop("place", PLACES, _products(kernel)),
        f"{name}_transform_outputs(products, image, band * {band.outputs} + y, "
        f"{', '.join((*given, 'output'))});",
    ]
    copied = [*copy_lines(kernel.request, band), *counted_loop("y", band.outputs, line)]
    return [
        *first_lines(kernel.shape, band, 0),
        f"float *transformed = padded + {band.bytes // 4};",
        f"float *products = transformed + {PLACES * kernel.across * kernel.inputs};",
        *counted_loop("image", kernel.shape.batch, counted_loop("band", band.count, copied)),
    ]


def _products(kernel: _Winograd) -> list[str]:
    """The matrix product of one place: tiles of a line × channels."""
    rows, wide = min(kernel.tile.rows, kernel.across), kernel.block
    whole, blocks = kernel.across // rows * rows, kernel.outputs // wide
    body: list[str] = []
    for channels, number in ((wide, "block"), (kernel.outputs % wide, str(blocks))):
        if not channels:
            continue
        inside = counted_loop("x", whole, [_call(kernel, rows, channels, "x", number)], rows)
        if kernel.across % rows:
            inside += [_call(kernel, kernel.across % rows, channels, str(whole), number)]
        body += counted_loop("block", blocks, inside) if number == "block" else inside
    return body


def _call(kernel: _Winograd, rows: int, channels: int, x: str, block: str) -> str:
    reduction, name = kernel.reduction, kernel.request.name
    weights = (
        f"{name}_weights + place * {reduction.block_elements(kernel.outputs)}"
        f" + {block} * {reduction.block_elements(kernel.block)}"
    )
    position = f"(place * {kernel.across} + {x}) * {kernel.outputs} + {block} * {kernel.block}"
    row = f"transformed + (place * {kernel.across} + {x}) * {kernel.inputs}"
    return f"{name}_tile_{rows}x{channels}({row}, {weights}, NULL, 0, {position}, products);"


def _finish_function(kernel: _Winograd, constants: tuple[tuple[str, np.ndarray], ...]) -> str:
    """Transform the products of one line of tiles back, add the bias, finish and store."""
    parameters = (
        "const float *products",
        "long image",
        "long y",
        *(f"{kind}{name}" for kind, name in kernel.finish.operands),
        *(f"{constant_type(array)}{name}" for name, array in constants[1:]),
        f"{kernel.finish.c_output} *output",
    )
    bias = f"{kernel.request.name}_bias"
    body = [
        *either(
            FLOAT_NEON,
            _finish_loops(kernel, LANES, f"vld1q_f32({bias} + channel)"),
            _finish_loops(kernel, 1, f"{bias}[channel]"),
        ),
    ]
    return inline_function("void", f"{kernel.request.name}_transform_outputs", parameters, body)


def _finish_loops(kernel: _Winograd, lanes: int, bias: str) -> list[str]:
    """Whole vectors of channels first, then the last ones."""
    channels = kernel.shape.channels_out
    whole = channels // lanes * lanes
    lines = counted_loop("channel", whole, _finish_tile(kernel, lanes, bias, lanes), lanes)
    if whole == 0:
        lines = []
    if channels % lanes:
        last = _finish_tile(kernel, lanes, bias, channels % lanes)
        lines += nested("", [f"const long channel = {whole};", *last])
    return counted_loop("x", kernel.across, lines)


def _finish_tile(kernel: _Winograd, lanes: int, bias: str, valid: int) -> list[str]:
    shape = kernel.shape
    stride = kernel.across * kernel.outputs
    lines = [
        f"const float *at = products + x * {kernel.outputs} + channel;",
        *output_transform(lanes, stride, bias),
    ]
    for dy in range(2):
        for dx in range(2):
            position = (
                f"(((image * {shape.height_out} + 2 * y + {dy}) * {shape.width_out}"
                f" + 2 * x + {dx}) * {kernel.request.step_out} + channel)"
            )
            store = _stored(kernel, lanes, f"done{dy}{dx}", position, valid)
            lines += _guarded(shape, dy, dx, store)
    return lines


def _stored(kernel: _Winograd, lanes: int, total: str, position: str, valid: int) -> list[str]:
    if lanes == LANES:
        return store_channels(kernel.finish, [total], "channel", position, valid)
    return store_scalars(kernel.finish, f"(&{total})", "channel", position, 1)


def _guarded(shape: ConvolutionShape, dy: int, dx: int, lines: list[str]) -> list[str]:
    """The last tile of an odd height or width has outputs that do not exist."""
    tests = []
    if dy and shape.height_out % 2:
        tests.append(f"2 * y + 1 < {shape.height_out}")
    if dx and shape.width_out % 2:
        tests.append(f"2 * x + 1 < {shape.width_out}")
    return nested(f"if ({' && '.join(tests)})", lines) if tests else lines


def _rounded(channels: int) -> int:
    return -(-channels // LANES) * LANES
