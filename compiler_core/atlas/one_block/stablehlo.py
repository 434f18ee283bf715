"""The block in StableHLO, with the operator that each line belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.atlas.one_block.block import EPSILON, FusedBlock


def stablehlo_of(block: FusedBlock) -> tuple[str, dict[int, str]]:
    """The program, and the operator of each line by its number, from 1."""
    lines = list(_lines(block))
    text = "\n".join(line for line, _ in lines) + "\n"
    return text, {at: name for at, (_, name) in enumerate(lines, 1) if name}


def _lines(block: FusedBlock) -> Iterator[tuple[str, str]]:
    rows, width, columns = block.rows, block.width, block.columns
    row, column = f"tensor<{rows}xf32>", f"tensor<{width}xf32>"
    whole, weights = f"tensor<{rows}x{width}xf32>", f"tensor<{width}x{columns}xf32>"
    result = f"tensor<{rows}x{columns}xf32>"
    gain = f"%gain: {column}, " if block.has_gain else ""
    yield f"func.func @main(%x: {whole}, {gain}%first: {weights}) -> {result} {{", ""
    yield "  %zero = stablehlo.constant dense<0.0> : tensor<f32>", ""
    yield f"  %width = stablehlo.constant dense<{width}.0> : {row}", ""
    yield f"  %epsilon = stablehlo.constant dense<{EPSILON:e}> : {row}", ""
    yield f"  %square = stablehlo.multiply %x, %x : {whole}", "square"
    over = f"across dimensions = [1] : ({whole}, tensor<f32>) -> {row}"
    yield f"  %sum = stablehlo.reduce(%square init: %zero) applies stablehlo.add {over}", "mean"
    yield f"  %mean = stablehlo.divide %sum, %width : {row}", "mean"
    yield f"  %shifted = stablehlo.add %mean, %epsilon : {row}", "shifted"
    yield f"  %root = stablehlo.sqrt %shifted : {row}", "root"
    yield f"  %roots = stablehlo.broadcast_in_dim %root, dims = [0] : ({row}) -> {whole}", "normed"
    if block.has_gain:
        wide = f"stablehlo.broadcast_in_dim %gain, dims = [1] : ({column}) -> {whole}"
        yield f"  %gains = {wide}", "scaled"
        yield f"  %scaled = stablehlo.multiply %x, %gains : {whole}", "scaled"
    scaled = "%scaled" if block.has_gain else "%x"
    yield f"  %normed = stablehlo.divide {scaled}, %roots : {whole}", "normed"
    kinds = f"contracting_dims = [1] x [0] : ({whole}, {weights}) -> {result}"
    yield f"  %product = stablehlo.dot_general %normed, %first, {kinds}", "product"
    yield f"  return %product : {result}", ""
    yield "}", ""
