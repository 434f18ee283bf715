"""Two operators row by row compute what one after the other does: int8 to the bit."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.graph.kernels import row_chain
from compiler_core.graph.kernels.harness import HarnessCase
from compiler_core.graph.kernels.row_chain import RowStage, bands_of, chain_kernel
from compiler_core.graph.kernels.row_pooling import LOWEST, PoolShape, max_pool_kernel
from compiler_core.graph.records import ConvolutionShape, ElementType
from compiler_core.graph.selection.chains import stage_of
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.selection.measure import results_of, run_cases
from compiler_core.graph.selection.records import Layer
from tests.graph.kernels.layers import (
    RESIDUAL_SCALE,
    RESIDUAL_ZERO,
    Sample,
    exact_sums,
    in_float,
    sample_of,
    shape_of,
)
from tests.graph.kernels.programs import built, run_emulated, run_natively

pytestmark = pytest.mark.usefixtures("emulator")

_BORDER = (1, 1, 1, 1)
V1 = CORES[-1]


@dataclass(frozen=True, slots=True)
class Pool:
    """Window, step, and border on every side."""

    size: int
    stride: int
    border: int = 0


@dataclass(frozen=True, slots=True)
class Chained:
    """Two operators with data, and what they compute."""

    first: RowStage
    second: RowStage
    inputs: np.ndarray
    operands: tuple[np.ndarray, ...]
    expected: np.ndarray

    def case(self, name: str) -> HarnessCase:
        kernel = chain_kernel(name, self.first, self.second)
        size, kind = self.expected.size, self.expected.dtype.name
        return HarnessCase(kernel, self.inputs, self.operands, size, kind)

    def is_given_by(self, result: np.ndarray) -> bool:
        expected = self.expected.reshape(-1)
        if expected.dtype == np.int8:
            return bool(np.array_equal(result, expected))
        return bool(np.abs(result - expected).max() <= 1e-5 * np.abs(expected).max())


def depthwise(channels: int, size: tuple[int, int], stride: int = 1) -> ConvolutionShape:
    strides = (stride, stride)
    return shape_of(
        channels, channels, size, (3, 3), strides=strides, pads=_BORDER, groups=channels
    )


def convolution(channels: int, size: tuple[int, int]) -> ConvolutionShape:
    return shape_of(3, channels, size, (3, 3), pads=_BORDER)


def pointwise(shape: ConvolutionShape, channels: int) -> ConvolutionShape:
    return shape_of(shape.channels_out, channels, (shape.height_out, shape.width_out))


def with_convolution(shape: ConvolutionShape, other: ConvolutionShape, residual: bool) -> Chained:
    first = sample_of(shape, 4)
    second = sample_of(replace(other, element_type=shape.element_type), 6, residual=residual)
    expected = finished(second, first.expected.astype(second.inputs.dtype))
    stages = stage_of(first.layer, V1), stage_of(second.layer, V1)
    return Chained(*stages, first.inputs, second.operands, expected)


def finished(sample: Sample, inputs: np.ndarray) -> np.ndarray:
    """What the layer makes of other inputs, in the steps of `sample_of`."""
    layer: Layer = sample.layer
    sums = exact_sums(layer.shape, inputs, layer.weights, layer.input_zero_point)
    sums = sums + layer.epilogue[0].values
    if layer.shape.element_type == "float32":
        return np.maximum(sums + sum(sample.operands), 0.0).astype(np.float32)
    scale = np.asarray(layer.epilogue[1].values)
    real = sums.astype(np.int32).astype(np.float32) * scale
    for operand in sample.operands:
        shifted = (operand.astype(np.int32) - RESIDUAL_ZERO).astype(np.float32)
        real = real + shifted * np.float32(RESIDUAL_SCALE)
    zero = int(layer.epilogue[-1].attributes["zero_point"])
    return np.clip(np.rint(real).astype(np.int64) + zero, -128, 127).astype(np.int8)


def with_pool(shape: ConvolutionShape, pool: Pool) -> Chained:
    first = sample_of(shape, 4)
    kind: ElementType = shape.element_type
    between = first.expected.astype(kind)
    size, stride, border = pool.size, pool.stride, pool.border
    low = -128 if kind == "int8" else -np.inf
    sides = ((0, 0), (border, border), (border, border), (0, 0))
    image = np.pad(between, sides, constant_values=low)
    windows = np.lib.stride_tricks.sliding_window_view(image, (size, size), axis=(1, 2))
    expected = windows[:, ::stride, ::stride].max(axis=(4, 5))
    rows, columns = expected.shape[1:3]
    channels = shape.channels_out
    form = PoolShape(
        channels=channels,
        width_in=shape.width_out,
        width_out=columns,
        kernel=(size, size),
        strides=(stride, stride),
        left=border,
        element_type=kind,
    )
    second = RowStage(
        rows_in=shape.height_out,
        row_in=shape.width_out * channels,
        rows_out=rows,
        row_out=columns * channels,
        reach=size,
        stride=stride,
        top=border,
        element_in=kind,
        element_out=kind,
        outside=LOWEST[kind],
        build=lambda name, rows: max_pool_kernel(name, form, rows),
    )
    return Chained(stage_of(first.layer, V1), second, first.inputs, (), expected.copy())


def cases() -> dict[str, Chained]:
    """Named after the trap."""
    small = depthwise(21, (7, 9))
    return {
        "depthwise-pointwise": with_convolution(small, pointwise(small, 10), residual=False),
        "residual-behind-it": with_convolution(small, pointwise(small, 21), residual=True),
        "prime-number-of-rows": with_convolution(
            depthwise(5, (13, 4)), pointwise(depthwise(5, (13, 4)), 8), residual=False),
        "depthwise-with-stride": with_convolution(
            depthwise(16, (8, 8), 2), pointwise(depthwise(16, (8, 8), 2), 18), residual=False),
        "border-of-the-second": with_convolution(
            convolution(6, (8, 6)), depthwise(6, (8, 6)), residual=False),
        "pool-without-overlap": with_pool(convolution(21, (8, 8)), Pool(2, 2)),
        "pool-that-overlaps": with_pool(convolution(17, (9, 9)), Pool(3, 2, 1)),
        "pool-of-stride-one": with_pool(convolution(16, (6, 6)), Pool(3, 1, 1)),
        "pool-leaves-rows-out": with_pool(convolution(7, (9, 9)), Pool(2, 3)),
        "last-row-is-not-read": with_pool(convolution(4, (7, 7)), Pool(2, 2)),
        "one-row": with_pool(convolution(4, (2, 5)), Pool(2, 2)),
        "residual-in-float": with_convolution(
            in_float(small), pointwise(small, 21), residual=True),
        "pool-in-float": with_pool(in_float(convolution(6, (9, 9))), Pool(3, 2, 1)),
    }  # fmt: skip


@pytest.mark.parametrize("between_bytes", [64, 1 << 20], ids=["low-bands", "high-bands"])
def test_the_same_as_one_after_the_other(
    between_bytes: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(row_chain, "BETWEEN_BYTES", between_bytes)
    made = cases()
    programs = tuple(one.case(f"kernel_{at}") for at, one in enumerate(made.values()))
    for results in (run_emulated(programs, core=V1), run_natively(programs, tmp_path)):
        right = {
            name: one.is_given_by(result)
            for (name, one), result in zip(made.items(), results, strict=True)
        }
        assert right == dict.fromkeys(made, True)


def test_the_memory_between_is_a_few_rows() -> None:
    shape = depthwise(128, (28, 28))
    chained = with_convolution(shape, pointwise(shape, 128), residual=False)
    assert bands_of(chained.first, chained.second).rows == 1
    kernel = chained.case("kernel").kernel
    assert kernel.scratch_bytes < 28 * 28 * 128 / 3
    assert kernel.tactic == "depthwise-sdot + gemm-smmla"


MISTAKES = {
    "rows-kept-are-not-moved": ("border-of-the-second", "if (band > 0)", "if (band > 99)"),
    "border-of-the-second-is-left-out": ("pool-that-overlaps", "top + row < 0 ||", "0 &&"),
    "reads-above-the-image": ("depthwise-pointwise", "from >= 0 && from +", "from +"),
    "every-band-is-the-first": ("depthwise-pointwise", "output + band *", "output + 0 *"),
    "residual-of-the-first-band": ("residual-behind-it", "operand_0 + band *", "operand_0 + 0 *"),
    "side-border-is-read": ("pool-that-overlaps", "start < 0 ? 0 : start", "start"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_shows(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_chain, "BETWEEN_BYTES", 64)
    name, old, new = MISTAKES[mistake]
    chained = cases()[name]
    case = chained.case("kernel")
    assert old in case.kernel.text
    wrong = replace(case, kernel=replace(case.kernel, text=case.kernel.text.replace(old, new)))
    try:
        result = results_of((wrong,), run_cases((wrong,), built((wrong,), "-O0", V1), V1))[0]
    except (AssertionError, InputError, subprocess.SubprocessError):
        return
    assert not chained.is_given_by(result)
