"""Which tiles are worth a try: legal ones, the cheapest by the cost formula first."""

from __future__ import annotations

from dataclasses import replace

from compiler_core.graph.kernels.arithmetic import (
    DOT,
    FUSED_MULTIPLY_ADD,
    MATRIX,
    WIDENING,
    Arithmetic,
)
from compiler_core.graph.kernels.default_tile import default_tile, legal_tiles, loaded_together
from compiler_core.graph.kernels.depthwise import columns_tile
from compiler_core.graph.kernels.depthwise_blocks import interleaves_for_lines
from compiler_core.graph.kernels.depthwise_lines import lines_tile
from compiler_core.graph.kernels.im2col import patch_lines
from compiler_core.graph.kernels.planes import DEFAULT_TILE as PLANES_TILE
from compiler_core.graph.kernels.registry import Tactic
from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.records import ConvolutionShape
from compiler_core.graph.selection.costs import cost_of

# Beyond these the formula's order is reliable enough.
_TILES = 10
_VARIED = 3
_ARITHMETIC = {way.name: way for way in (FUSED_MULTIPLY_ADD, WIDENING, DOT, MATRIX)}


def candidates_for(tactic: Tactic, shape: ConvolutionShape) -> tuple[Tile, ...]:
    """The tactic's own tile first, then others; the best of them in other orders and unrolled."""
    own = own_tile(tactic, shape)
    tiles = sorted(
        _legal(tactic, shape), key=lambda tile: cost_of(tactic, shape, tile).instructions
    )
    chosen = [own, *tiles[:_TILES]]
    if tactic.algorithm in ("gemm", "direct", "im2col", "winograd"):
        varied = chosen[:_VARIED]
        chosen += [replace(tile, unroll=2) for tile in varied]
        if tactic.algorithm != "winograd":
            chosen += [replace(tile, order="channels") for tile in varied]
    return tuple(dict.fromkeys(chosen))


def own_tile(tactic: Tactic, shape: ConvolutionShape) -> Tile:
    """What the tactic takes when it is given no tile."""
    if tactic.algorithm == "planes":
        return PLANES_TILE
    if tactic.algorithm == "depthwise":
        if tactic.instruction == "fma":
            return lines_tile(shape)
        return columns_tile(tactic.instruction, shape)
    stretches = 1 if tactic.algorithm in ("gemm", "im2col") else shape.kernel[0]
    return default_tile(
        _way(tactic),
        _positions(tactic, shape),
        shape.channels_out // shape.groups,
        together=loaded_together(_way(tactic), stretches),
    )


def _way(tactic: Tactic) -> Arithmetic:
    return _ARITHMETIC.get(tactic.instruction, FUSED_MULTIPLY_ADD)


def _positions(tactic: Tactic, shape: ConvolutionShape) -> int:
    """Output positions that a line of tiles covers."""
    if tactic.algorithm == "winograd":
        return -(-shape.width_out // 2)
    if tactic.algorithm == "im2col":
        return patch_lines(shape) * shape.width_out
    if tactic.algorithm == "gemm" and shape.strides == (1, 1):
        return shape.batch * shape.height_out * shape.width_out
    return shape.width_out


def _legal(tactic: Tactic, shape: ConvolutionShape) -> list[Tile]:
    if tactic.name == "depthwise-sdot" and interleaves_for_lines(shape):
        return []
    if tactic.algorithm == "depthwise":
        rows = sorted({min(count, shape.width_out) for count in (1, 2, 3, 4, 6, 8, 12, 16)})
        vectors = (1, 2, 4) if shape.element_type == "float32" else (2, 4)
        return [Tile(row, vector) for row in rows for vector in vectors]
    if tactic.algorithm == "planes":
        return [Tile(row, vector) for row in (1, 2, 4, 8) for vector in (1, 2, 3, 4)]
    positions = _positions(tactic, shape)
    return [tile for tile in legal_tiles(_way(tactic)) if tile.rows <= max(positions, 1)]
