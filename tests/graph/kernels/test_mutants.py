"""Mistakes made on purpose in kernels: each has to give another result, crash, or not compile."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, replace

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.graph.kernels import (
    column_arithmetic,
    depthwise,
    finish,
    im2col,
    padding,
    reduction,
    winograd,
)
from compiler_core.graph.kernels.registry import find_tactic
from compiler_core.graph.records import ConvolutionShape, KernelText
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.tuning.measure import results_of, run_cases
from tests.graph.kernels.layers import Sample, difference, in_float, in_planes, sample_of, shape_of
from tests.graph.kernels.programs import built, case_of, kernel_of, run_emulated

_BORDER = (1, 1, 1, 1)
_CONVOLUTION = shape_of(21, 10, (5, 7), (3, 3), pads=_BORDER)
_STRIDED = shape_of(3, 16, (9, 9), (3, 3), strides=(2, 2), pads=_BORDER)
_POINTWISE = shape_of(18, 24, (5, 5))
_DEPTHWISE = shape_of(37, 37, (9, 9), (3, 3), pads=_BORDER, groups=37)
_TIGHT = shape_of(6, 7, (5, 5), (3, 3))
_HUGE = 1 << 30
_SEED = 3
_SEED_OF_HALVES = 7


@dataclass(frozen=True, slots=True)
class TextMutant:
    """A change of the C text: `old` becomes `new` everywhere."""

    tactic: str
    shape: ConvolutionShape
    old: str
    new: str
    residual: bool = False
    seed: int = _SEED


TEXT_MUTANTS = {
    "narrows without saturating": TextMutant(
        "gemm-sdot", _POINTWISE, "vqmovn_s16(", "vmovn_s16("),
    "rounds towards zero": TextMutant("gemm-sdot", _POINTWISE, "vcvtnq_s32_f32", "vcvtq_s32_f32"),
    "rounds half away from zero": TextMutant(
        "gemm-sdot", shape_of(1, 8, (40, 40)), "vcvtnq_s32_f32", "vcvtaq_s32_f32",
        seed=_SEED_OF_HALVES),
    "uses one lane for another": TextMutant("gemm-sdot", _POINTWISE, ", 3)", ", 2)"),
    "adds products up in 16 bits too long": TextMutant(
        "depthwise-smlal", _DEPTHWISE, "vaddw_s16", "vaddl_s16(vget_low_s16(part0_0)); (void)("),
    "forgets a line of the filter": TextMutant(
        "direct-sdot", _CONVOLUTION, "outer < 3", "outer < 2"),
    "takes the upper half for the lower": TextMutant(
        "direct-smmla", _CONVOLUTION, "vzip1q_s64", "vzip2q_s64"),
    "treats every line as inside": TextMutant(
        "direct-sdot", _CONVOLUTION, "from >= 0 && ", ""),
    "fills the border with zero": TextMutant(
        "direct-sdot", _CONVOLUTION, "memset(to, ", "memset(to, 0 * "),
    "adds instead of subtracting in the transform": TextMutant(
        "winograd", in_float(_CONVOLUTION), "vsubq_f32", "vaddq_f32"),
    "loads every element of a strided line": TextMutant(
        "planes", in_planes(_STRIDED), "vld2q_f32(at + 0).val[0]", "vld1q_f32(at + 0)"),
    "starts a band where the last one starts": TextMutant(
        "im2col-sdot", shape_of(96, 4, (24, 24), (3, 3), pads=_BORDER), "(band * ", "(0 * "),
    "reads the residual at another place": TextMutant(
        "gemm-sdot", _POINTWISE, "operand_0 + ", "operand_0 + 1 + ", residual=True),
    "keeps the sums of the tile before": TextMutant(
        "gemm-fma", in_float(_POINTWISE), "vld1q_f32(bias + 4)", "vld1q_f32(bias)"),
    "interleaves two lines only": TextMutant(
        "depthwise-sdot", _DEPTHWISE, "vzip2q_s16", "vzip1q_s16"),
}  # fmt: skip

_PACK = reduction.Reduction.pack

GENERATOR_MUTANTS = {
    "counts the overlap twice": (
        reduction.Reduction, "sources",
        lambda self: np.where(np.arange(self.padded) < self.main, np.arange(self.padded),
                              np.arange(self.padded) - self.main + self.tail_start),
        "gemm-sdot", _POINTWISE),
    "packs the channels of a block backwards": (
        reduction.Reduction, "pack", lambda self, matrix, block: _PACK(self, matrix[::-1], block),
        "gemm-fma", in_float(_POINTWISE)),
    "reads beyond stretches without a copy": (
        reduction.Reduction, "tail",
        property(lambda self: "beyond" if self.tail_groups else "none"),
        "direct-smlal", shape_of(3, 4, (3, 3), (1, 3))),
    "never copies a depthwise image": (
        depthwise, "_copies", lambda shape, tile: False, "depthwise-sdot", _DEPTHWISE),
    "allows 16-bit sums any length": (
        column_arithmetic, "_LARGEST_WEIGHT_SUM", _HUGE, "depthwise-smlal", _DEPTHWISE),
    "leaves the zero point in": (
        finish, "bias_of", lambda steps, sum_type: None, "gemm-sdot", _POINTWISE),
    "promises less scratch memory than it uses": (
        im2col, "patch_bytes", lambda shape: 64, "im2col-sdot", _CONVOLUTION),
    "transforms the filter without halving": (
        winograd, "_FILTER_TRANSFORM", np.array([[1, 0, 0], [1, 1, 1], [1, -1, 1], [0, 0, 1]]),
        "winograd", in_float(_CONVOLUTION)),
    "copies one column too few": (
        padding, "read_width",
        lambda shape: (shape.width_out - 1) * shape.strides[1] + shape.kernel[1] - 1,
        "direct-sdot", _CONVOLUTION),
}  # fmt: skip


def is_right(sample: Sample, kernel: KernelText) -> bool:
    """Whether the kernel compiles, ends well, and computes what numpy computes."""
    case = (case_of(sample, kernel),)
    try:
        result = results_of(case, run_cases(case, built(case, "-O0", CORES[-1]), CORES[-1]))[0]
    except (AssertionError, InputError, subprocess.SubprocessError):
        return False
    return difference(sample, result) <= (0 if sample.expected.dtype == np.int8 else 1e-5)


def test_without_mistakes_they_are_right() -> None:
    layers = {(mutant.tactic, mutant.shape, mutant.residual, mutant.seed)
              for mutant in TEXT_MUTANTS.values()}  # fmt: skip
    layers |= {
        (tactic, shape, False, _SEED) for _, _, _, tactic, shape in GENERATOR_MUTANTS.values()
    }
    named = [
        (sample_of(shape, seed, residual=residual), find_tactic(tactic))
        for tactic, shape, residual, seed in sorted(layers, key=repr)
    ]
    cases = tuple(
        case_of(sample, kernel_of(sample, tactic, f"kernel_{number}"))
        for number, (sample, tactic) in enumerate(named)
    )
    results = run_emulated(cases)
    for (sample, tactic), result in zip(named, results, strict=True):
        allowed = 0 if sample.expected.dtype == np.int8 else 1e-5
        assert difference(sample, result) <= allowed, tactic.name


@pytest.mark.parametrize("mistake", TEXT_MUTANTS)
def test_a_mistake_in_the_text_shows(mistake: str) -> None:
    mutant = TEXT_MUTANTS[mistake]
    sample = sample_of(mutant.shape, mutant.seed, residual=mutant.residual)
    kernel = kernel_of(sample, find_tactic(mutant.tactic), "kernel")
    assert mutant.old in kernel.text
    assert not is_right(sample, replace(kernel, text=kernel.text.replace(mutant.old, mutant.new)))


@pytest.mark.parametrize("mistake", GENERATOR_MUTANTS)
def test_a_mistake_in_the_generator_shows(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, name, wrong, tactic, shape = GENERATOR_MUTANTS[mistake]
    sample = sample_of(shape, _SEED)
    monkeypatch.setattr(place, name, wrong)
    try:
        kernel = kernel_of(sample, find_tactic(tactic), "kernel")
    except (ValueError, IndexError):
        return
    assert not is_right(sample, kernel)
