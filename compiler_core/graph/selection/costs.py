"""What each tactic costs: memory exactly, instructions by a formula.

The formula counts what the kernel's text says: loads, multiplications and moves per step of a tile,
times steps, plus what finishes an output, plus copies. Numbers named CALIBRATED were fitted to
counts of GCC 12 -O3 under the emulator (`python -m tests.graph.kernels.figures`); they stand for
what the compiler adds: addresses, loop ends, spilled registers. It counts instructions, not cycles.
"""

from __future__ import annotations

from math import ceil

from compiler_core.graph.kernels.arithmetic import (
    DOT,
    FUSED_MULTIPLY_ADD,
    LANES,
    MATRIX,
    WIDENING,
    Arithmetic,
)
from compiler_core.graph.kernels.column_arithmetic import dot_quarters
from compiler_core.graph.kernels.default_tile import default_tile, loaded_together, tile_cost
from compiler_core.graph.kernels.depthwise import columns_tile, depthwise_scratch_bytes
from compiler_core.graph.kernels.depthwise_blocks import (
    blocks_packed_bytes,
    blocks_scratch_bytes,
    interleaves_for_lines,
    lines_of_outputs,
)
from compiler_core.graph.kernels.depthwise_lines import lines_tile, loads_per_line
from compiler_core.graph.kernels.direct import direct_scratch_bytes, direct_segments
from compiler_core.graph.kernels.im2col import patch_bytes, patch_length, patch_lines
from compiler_core.graph.kernels.padding import ELEMENT_BYTES, PaddedBand, padded_band
from compiler_core.graph.kernels.planes import planes_band, planes_scratch_bytes
from compiler_core.graph.kernels.reduction import Reduction, Segments
from compiler_core.graph.kernels.registry import Tactic
from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.kernels.winograd import PLACES, winograd_band, winograd_scratch_bytes
from compiler_core.graph.records import ConvolutionShape
from compiler_core.graph.selection.records import Cost

_ARITHMETIC = {way.name: way for way in (FUSED_MULTIPLY_ADD, WIDENING, DOT, MATRIX)}
# CALIBRATED: instructions per four outputs of one position, the last ones one by one.
_FINISH = {"float32": 3.0, "int8": 7.0}
_FINISH_ONE = 12.0
# CALIBRATED: per tile and per stretch of its sum, for addresses and the ends of loops.
_PER_TILE = 14.0
_PER_STRETCH = 5.0
# CALIBRATED: per byte that memcpy and memset move, and per call of them.
_PER_COPIED_BYTE = 0.11
_PER_COPY = 14.0
# CALIBRATED: a copy of one element is a load and a store.
_PER_ELEMENT_COPY = 6.5


def cost_of(tactic: Tactic, shape: ConvolutionShape, tile: Tile | None = None) -> Cost:
    """Memory and predicted instructions of a legal tactic, with this tile or its own."""
    if tactic.algorithm == "winograd":
        return _winograd(shape, tile)
    if tactic.algorithm == "planes":
        return _planes(shape, tile)
    if tactic.algorithm == "depthwise":
        if tactic.instruction == "fma":
            return _depthwise_lines(shape, tile)
        if tactic.instruction == "sdot" and interleaves_for_lines(shape):
            return _depthwise_blocks(shape)
        return _depthwise(tactic.instruction, shape, tile)
    return _product(tactic, shape, tile)


def outputs_of(shape: ConvolutionShape) -> int:
    """Elements of the output."""
    return shape.batch * shape.height_out * shape.width_out * shape.channels_out


def _product(tactic: Tactic, shape: ConvolutionShape, tile: Tile | None) -> Cost:
    way, per_group = _ARITHMETIC[tactic.instruction], shape.channels_out // shape.groups
    segments, lines, width = _positions(tactic.algorithm, shape)
    reduction = Reduction(segments, way.packing, way.step)
    together = loaded_together(way, segments.count)
    tile = tile or default_tile(way, width, per_group, together=together)
    steps = segments.count * reduction.padded / way.step
    tiles = ceil(width / tile.rows) * ceil(per_group / (tile.vectors * LANES))
    once = tile_cost(way, tile, width, per_group, together) * steps
    once += tiles * (_PER_TILE + _PER_STRETCH * segments.count)
    once += _taken_apart(way, width, per_group)
    instructions = once * lines * shape.groups + _finishing(shape) + _copying(tactic, shape)
    rounded = _rounded(per_group)
    return Cost(
        shape.multiplies,
        round(instructions),
        _scratch(tactic.algorithm, shape),
        shape.groups * reduction.block_elements(rounded) * ELEMENT_BYTES[shape.element_type],
    )


def _positions(algorithm: str, shape: ConvolutionShape) -> tuple[Segments, int, int]:
    """The stretches of a sum, and how the positions are cut: lines × width."""
    every = shape.batch * shape.height_out * shape.width_out
    lines = shape.batch * shape.height_out
    if algorithm == "im2col":
        band = patch_lines(shape)
        return Segments(run=patch_length(shape), beyond=True), lines // band, band * shape.width_out
    if algorithm == "direct":
        return direct_segments(shape), lines, shape.width_out
    segments = Segments(run=shape.channels_in // shape.groups)
    if shape.strides == (1, 1):
        return segments, 1, every
    return segments, lines, shape.width_out


def _scratch(algorithm: str, shape: ConvolutionShape) -> int:
    if algorithm == "im2col":
        return patch_bytes(shape)
    return direct_scratch_bytes(shape) if algorithm == "direct" else 0


def _taken_apart(way: Arithmetic, width: int, channels: int) -> float:
    """Sums that hold no output per lane are brought into that form: three SMLAL, two SMMLA."""
    if way.starts_with_bias:
        return 0.0
    return width * ceil(channels / LANES) * (8.0 if way is WIDENING else 2.0)


def _finishing(shape: ConvolutionShape) -> float:
    positions = outputs_of(shape) // shape.channels_out
    per_group = shape.channels_out // shape.groups
    if shape.groups == shape.channels_out:
        per_group = shape.channels_out
    groups = shape.channels_out // per_group
    whole, rest = divmod(per_group, LANES)
    return positions * groups * (whole * _FINISH[shape.element_type] + rest * _FINISH_ONE)


def _copying(tactic: Tactic, shape: ConvolutionShape) -> float:
    scratch = _scratch(tactic.algorithm, shape)
    if not scratch:
        return 0.0
    if tactic.algorithm == "im2col":
        pieces = shape.batch * shape.height_out * shape.width_out * shape.groups
        per_piece = _PER_ELEMENT_COPY if shape.channels_in == shape.groups else _PER_COPY
        size = pieces * patch_length(shape) * ELEMENT_BYTES[shape.element_type]
        return size * _PER_COPIED_BYTE + pieces * shape.kernel[0] * shape.kernel[1] * per_piece
    return _bordered(padded_band(shape), shape)


def _bordered(band: PaddedBand, shape: ConvolutionShape) -> float:
    """Bands overlap by what a filter reaches beyond its stride: those lines are copied again."""
    lines = shape.batch * band.count * band.planes * band.height
    size = lines * band.line_elements * band.element_bytes
    return size * _PER_COPIED_BYTE + lines * _PER_COPY


def _winograd(shape: ConvolutionShape, tile: Tile | None) -> Cost:
    across, down = ceil(shape.width_out / 2), ceil(shape.height_out / 2)
    inputs, outputs = _rounded(shape.channels_in), _rounded(shape.channels_out)
    way = FUSED_MULTIPLY_ADD
    tile = tile or default_tile(way, across, shape.channels_out)
    tiles = ceil(across / tile.rows) * ceil(outputs / (tile.vectors * LANES))
    product = tile_cost(way, tile, across, outputs) * inputs / way.step + tiles * _PER_TILE
    product += across * outputs / LANES
    # Loads, additions and stores of the two transforms, as winograd_transforms writes them.
    transforms = across * (inputs / LANES * (16 + 32 + 16) + outputs / LANES * (16 + 24 + 8))
    lines = shape.batch * down
    scratch = winograd_scratch_bytes(shape)
    instructions = lines * (PLACES * product + transforms) + _finishing(shape)
    instructions += _bordered(winograd_band(shape), shape)
    multiplies = lines * across * PLACES * shape.channels_in * shape.channels_out
    return Cost(multiplies, round(instructions), scratch, PLACES * inputs * outputs * 4)


def _depthwise(instruction: str, shape: ConvolutionShape, tile: Tile | None) -> Cost:
    tile = tile or columns_tile(instruction, shape)
    height, width = shape.kernel
    rows = min(tile.rows, shape.width_out)
    covered = len(
        {
            output * shape.strides[1] + tap * shape.dilations[1]
            for output in range(rows)
            for tap in range(width)
        }
    )
    vectors = tile.vectors
    loads, products = _column_work(instruction, height, width, vectors)
    per_tile = covered * loads + rows * (products + vectors) + _PER_STRETCH
    blocks = ceil(shape.channels_out / (vectors * LANES))
    lines = shape.batch * shape.height_out
    scratch = depthwise_scratch_bytes(shape, tile)
    instructions = blocks * lines * (shape.width_out / rows * per_tile + _PER_STRETCH)
    instructions += _finishing(shape) + (_bordered(padded_band(shape), shape) if scratch else 0.0)
    packed = width * _column_bytes(instruction, height, blocks, _rounded(shape.channels_out))
    return Cost(shape.multiplies, round(instructions), scratch, packed)


def _depthwise_blocks(shape: ConvolutionShape) -> Cost:
    """Two SDOTs for each column of the filter; 32 instructions interleave eight lines of a column
    of sixteen channels."""
    band, together = padded_band(shape), lines_of_outputs(shape)
    groups = shape.batch * band.count * ceil(band.outputs / together)
    channels = _rounded(shape.channels_out)
    mixed = groups * band.width * ceil(channels / 16) * 32.0
    tiles = groups * ceil(shape.width_out / 4) * channels / LANES
    products = tiles * 2 * shape.kernel[1] * (together * 4 + together / 2 + 1 + 3)
    instructions = mixed + products + _finishing(shape) + _bordered(band, shape)
    scratch, packed = blocks_scratch_bytes(shape), blocks_packed_bytes(shape)
    return Cost(shape.multiplies, round(instructions), scratch, packed)


def _depthwise_lines(shape: ConvolutionShape, tile: Tile | None) -> Cost:
    tile = tile or lines_tile(shape)
    blocks, channels = ceil(shape.channels_out / (tile.vectors * LANES)), shape.channels_out
    lines, taps = shape.batch * shape.height_out, shape.kernel[0] * shape.kernel[1]
    loads = blocks * lines * loads_per_line(shape, tile)
    sums = ceil(channels / LANES) * lines * shape.width_out
    instructions = loads + sums * (taps + 1) + _finishing(shape)
    return Cost(shape.multiplies, round(instructions), 0, _rounded(channels) * taps * 4)


def _column_bytes(instruction: str, height: int, blocks: int, channels: int) -> int:
    """Packed weights of one column of the filter; SMLAL's blocks are of 16 channels throughout."""
    if instruction == "smlal":
        return blocks * height * 4 * LANES
    return channels * 4 * dot_quarters(height)


def _column_work(instruction: str, height: int, width: int, vectors: int) -> tuple[float, float]:
    """Instructions to load one column, and to multiply all columns of one output."""
    if instruction == "sdot":
        quarters = dot_quarters(height)
        return height + 2.0 * vectors * quarters, float(width * vectors * quarters)
    # Products in pairs, each pair emptied into 32 bits.
    halves = ceil(vectors / 2)
    return float(height), height * width * (halves + vectors / 2)


def _planes(shape: ConvolutionShape, tile: Tile | None) -> Cost:
    tile = tile or Tile(4, 4)
    per_group, inputs = shape.channels_out // shape.groups, shape.channels_in // shape.groups
    taps = inputs * shape.kernel[0] * shape.kernel[1]
    lines, width = shape.batch * shape.height_out, shape.width_out
    if shape.kernel == (1, 1) and shape.strides == (1, 1) and not any(shape.pads):
        lines, width = shape.batch, shape.height_out * shape.width_out
    rows = min(tile.rows, per_group)
    vectors = width // LANES
    tiles = ceil(vectors / tile.vectors) * ceil(per_group / rows)
    inside = vectors * per_group + ceil(per_group / rows) * vectors + tiles * 1.5
    inside += width % LANES * per_group * 6
    scratch = planes_scratch_bytes(shape)
    instructions = lines * shape.groups * taps * inside + outputs_of(shape) / LANES * 4
    instructions += _bordered(planes_band(shape), shape) if scratch else 0.0
    return Cost(
        shape.multiplies, round(instructions), scratch, (shape.channels_out * taps + LANES) * 4
    )


def _rounded(channels: int) -> int:
    return ceil(channels / LANES) * LANES
