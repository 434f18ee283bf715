"""One small patch convolved in four ways, with every multiplication and addition counted.

A patch of 4 × 4 places under a filter of 3 × 3 gives 2 × 2 results. The ways are those of the
tactics: `direct`, `im2col`, `winograd`, and `depthwise`, whose filter sees one channel only. All
are computed here on the same numbers, one operation at a time; each compiler's kernel does the
same, several at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from compiler_core.graph.kernels.column_arithmetic import DOT_TAPS, dot_quarters
from compiler_core.graph.kernels.padding import ELEMENT_BYTES
from compiler_core.graph.kernels.winograd import PLACES, transformed_weights
from compiler_core.graph.kernels.winograd_transforms import mixed_by_input, shortened_to_output
from compiler_core.graph.records import ConvolutionShape

SIDE, FILTER = 4, 3
OUT = SIDE - FILTER + 1
CHANNELS = 16
PATCH_SHAPE = ConvolutionShape(
    1,
    CHANNELS,
    SIDE,
    SIDE,
    CHANNELS,
    OUT,
    OUT,
    (FILTER, FILTER),
    (1, 1),
    (1, 1),
    (0, 0, 0, 0),
    1,
    "NHWC",
    "int8",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchWay:
    """One way over the patch, all channels together."""

    name: str
    """The algorithm, by which names of tactics begin: `im2col`."""
    shape: ConvolutionShape
    """What is computed: depthwise has as many groups as channels, Winograd computes in floats."""
    multiplications: int
    """Each followed by the addition of its product; one instruction does both."""
    additions: int
    """Those that are not part of a multiplication with its addition."""
    bytes_aside: int
    """Written to memory beside the patch and read again."""
    places: int
    """Pairs of bytes that SDOT multiplies for these multiplications, 0 where it does not."""
    results: np.ndarray
    """Row × column × channel."""


@dataclass(slots=True)
class _Tally:
    """Arithmetic that counts what it does."""

    multiplications: int = 0
    additions: int = 0
    aside: list[float] = field(default_factory=list)

    def add(self, first: float, second: float) -> float:
        self.additions += 1
        return first + second

    def subtract(self, first: float, second: float) -> float:
        self.additions += 1
        return first - second

    def product_sum(self, start: float, pairs: Sequence[tuple[float, float]]) -> float:
        self.multiplications += len(pairs)
        return start + sum(first * second for first, second in pairs)

    def write_aside(self, values: Sequence[float]) -> None:
        self.aside += values


def four_ways() -> tuple[PatchWay, ...]:
    """All of them on the same patch, with the same filters."""
    generator = np.random.default_rng(0)
    patch = generator.integers(-9, 10, (SIDE, SIDE, CHANNELS)).astype(float)
    filters = generator.integers(-9, 10, (CHANNELS, CHANNELS, FILTER, FILTER)).astype(float)
    return (
        _direct(patch, filters),
        _im2col(patch, filters),
        _winograd(patch, filters),
        _depthwise(patch, filters),
    )


def window(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """The places of the patch that the result at this place sees."""
    return tuple(
        (row + down, column + across) for down in range(FILTER) for across in range(FILTER)
    )


def _direct(patch: np.ndarray, filters: np.ndarray) -> PatchWay:
    tally, results = _Tally(), np.zeros((OUT, OUT, CHANNELS))
    for row, column, channel in np.ndindex(results.shape):
        seen = np.array([patch[position] for position in window(row, column)])
        weights = filters[channel].reshape(CHANNELS, -1).T
        results[row, column, channel] = tally.product_sum(0, _pairs(seen, weights))
    return _way("direct", PATCH_SHAPE, tally, results, tally.multiplications)


def _im2col(patch: np.ndarray, filters: np.ndarray) -> PatchWay:
    tally, results = _Tally(), np.zeros((OUT, OUT, CHANNELS))
    rows: list[np.ndarray] = []
    for row, column in np.ndindex(OUT, OUT):
        rows.append(np.array([patch[position] for position in window(row, column)]).ravel())
        tally.write_aside(rows[-1].tolist())
    columns = filters.transpose(2, 3, 1, 0).reshape(-1, CHANNELS)
    for position, channel in np.ndindex(OUT * OUT, CHANNELS):
        pairs = _pairs(rows[position], columns[:, channel])
        results[position // OUT, position % OUT, channel] = tally.product_sum(0, pairs)
    return _way("im2col", PATCH_SHAPE, tally, results, tally.multiplications)


def _winograd(patch: np.ndarray, filters: np.ndarray) -> PatchWay:
    """Its filters are transformed before the program runs, which counts nothing here."""
    tally, ready = _Tally(), transformed_weights(filters).reshape(CHANNELS, CHANNELS, PLACES)
    inputs = np.array([_twice_mixed(patch[:, :, channel], tally) for channel in range(CHANNELS)])
    tally.write_aside(inputs.ravel().tolist())
    results = np.zeros((OUT, OUT, CHANNELS))
    for channel in range(CHANNELS):
        products = [
            tally.product_sum(0, _pairs(inputs[:, position], ready[channel, :, position]))
            for position in range(PLACES)
        ]
        tally.write_aside(products)
        results[:, :, channel] = _twice_shortened(products, tally)
    return _way("winograd", replace(PATCH_SHAPE, element_type="float32"), tally, results, 0)


def _twice_mixed(plane: np.ndarray, tally: _Tally) -> list[float]:
    """Bᵀ d B, row by row."""
    columns = [
        mixed_by_input(plane[:, at].tolist(), tally.add, tally.subtract) for at in range(SIDE)
    ]
    rows = (
        mixed_by_input(list(row), tally.add, tally.subtract) for row in zip(*columns, strict=True)
    )
    return [value for row in rows for value in row]


def _twice_shortened(products: Sequence[float], tally: _Tally) -> list[list[float]]:
    """Aᵀ m A."""
    square = [list(products[at : at + SIDE]) for at in range(0, PLACES, SIDE)]
    columns = [
        shortened_to_output([row[at] for row in square], tally.add, tally.subtract)
        for at in range(SIDE)
    ]
    halves = zip(*columns, strict=True)
    return [shortened_to_output(list(row), tally.add, tally.subtract) for row in halves]


def _depthwise(patch: np.ndarray, filters: np.ndarray) -> PatchWay:
    tally, results = _Tally(), np.zeros((OUT, OUT, CHANNELS))
    for row, column, channel in np.ndindex(results.shape):
        seen = np.array([patch[position][channel] for position in window(row, column)])
        pairs = _pairs(seen, filters[channel, channel])
        results[row, column, channel] = tally.product_sum(0, pairs)
    # A column of the filter fills a part of the four bytes that SDOT multiplies by four others.
    places = results.size * FILTER * dot_quarters(FILTER) * DOT_TAPS
    return _way("depthwise", replace(PATCH_SHAPE, groups=CHANNELS), tally, results, places)


def _pairs(first: np.ndarray, second: np.ndarray) -> list[tuple[float, float]]:
    return list(zip(first.ravel().tolist(), second.ravel().tolist(), strict=True))


def _way(
    name: str, shape: ConvolutionShape, tally: _Tally, results: np.ndarray, places: int
) -> PatchWay:
    return PatchWay(
        name=name,
        shape=shape,
        multiplications=tally.multiplications,
        additions=tally.additions,
        bytes_aside=len(tally.aside) * ELEMENT_BYTES[shape.element_type],
        places=places,
        results=results,
    )
