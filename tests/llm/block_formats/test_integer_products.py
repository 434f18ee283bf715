"""Quantised activations and products against loops over single numbers, as ggml has them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.llm.block_formats.activations import (
    QuantisedActivations,
    quantise_q8_0,
    quantise_q8_k,
)
from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.block_formats.integer_products import (
    integer_products,
    quantised_activations,
    quantised_matmul,
)
from compiler_core.llm.block_formats.records import BlockParts

WEIGHTS = ("Q4_0", "Q8_0", "Q4_K", "Q6_K")


def half_even(number: np.float32) -> int:
    return round(Fraction(float(number)))


def test_a_half_goes_to_the_even_code() -> None:
    """FCVTNS; the encoder of Q8_0 weights takes 2 → 3, 1.5 → 2, 2.5 → 3."""
    values = np.zeros((1, 32), np.float32)
    values[0, :5] = (127, 0.5, 1.5, 2.5, -2.5)
    assert quantise_q8_0(values).codes[0, 0, :5].tolist() == [127, 0, 2, 2, -2]
    stored = block_format("Q8_0").unpack(block_format("Q8_0").encode(values))
    assert stored.codes[0, 0, :5].tolist() == [127, 1, 2, 3, -3]


def test_the_scale_is_the_stored_half() -> None:
    values = np.full((1, 32), 1.0, np.float32)
    assert quantise_q8_0(values).scales[0, 0] == np.float16(np.float32(1) / np.float32(127))
    assert quantise_q8_0(values).scales[0, 0] != np.float32(1) / np.float32(127)


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=40)
def test_q8_0_as_a_loop(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = (random.integers(-999, 1000, (1, 32)) / 64).astype(np.float32)
    found = quantise_q8_0(values)
    largest = np.float32(max(abs(values[0])))
    scale = largest / np.float32(127)
    inverse = np.float32(1) / scale if scale else np.float32(0)
    codes = [half_even(np.float32(value * inverse)) for value in values[0]]
    assert found.codes[0, 0].tolist() == codes
    assert found.sums[0, 0].tolist() == [sum(codes)]


@given(st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=40)
def test_q8_k_as_a_loop(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = (random.integers(-99, 100, (1, 256)) / 8).astype(np.float32)
    found = quantise_q8_k(values)
    furthest = max(values[0], key=abs)
    inverse = np.float32(-127) / furthest
    codes = [min(127, half_even(np.float32(inverse * value))) for value in values[0]]
    assert found.codes[0, 0].tolist() == codes
    assert found.scales[0, 0] == np.float32(1) / inverse
    sums = [sum(codes[start : start + 16]) for start in range(0, 256, 16)]
    assert found.sums[0, 0].tolist() == sums


@pytest.mark.parametrize("quantise", [quantise_q8_0, quantise_q8_k])
def test_zeros_and_the_smallest_numbers_stand_for_zero(quantise: object) -> None:
    for value in (0.0, -0.0, 1e-45, 1e-40):
        found = quantise(np.full((1, 256), value, np.float32))  # type: ignore[operator]
        assert np.all(np.abs(found.values) <= value * 1.001 + 1e-45)
        assert np.isfinite(found.values).all()


def products_by_loops(name: str, raw: np.ndarray, activations: np.ndarray) -> list[list[float]]:
    """Exact rational results, code by code."""
    parts = block_format(name).unpack(raw)
    taken = quantised_activations(name, activations)
    tokens, rows = range(len(activations)), range(len(raw))
    return [[_row(parts, taken, row, token) for row in rows] for token in tokens]


def _row(parts: BlockParts, taken: QuantisedActivations, row: int, token: int) -> float:
    total = Fraction(0)
    groups = parts.scales.shape[-1]
    size = parts.codes.shape[-1] // groups
    for block in range(parts.codes.shape[1]):
        unit = Fraction(float(taken.scales[token, block]))
        for index, code in enumerate(parts.codes[row, block].tolist()):
            other = int(taken.codes[token, block, index])
            step = Fraction(float(parts.super_scales[row, block]))
            step *= int(parts.scales[row, block, index // size])
            floor = Fraction(float(parts.super_minimums[row, block]))
            floor *= int(parts.minimums[row, block, index // size])
            total += (step * code - floor) * other * unit
    return float(total)


@pytest.mark.parametrize("name", WEIGHTS)
def test_results_are_the_exact_sums_but_for_rounding(name: str) -> None:
    random = np.random.default_rng(21)
    raw = block_format(name).encode(random.standard_normal((3, 512)).astype(np.float32))
    activations = random.standard_normal((2, 512)).astype(np.float32)
    wanted = np.array(products_by_loops(name, raw, activations))
    assert np.allclose(quantised_matmul(name, raw, activations), wanted, rtol=0, atol=2e-5)


@pytest.mark.parametrize("name", WEIGHTS)
def test_integers_do_not_overflow_at_the_ends_of_all_codes(name: str) -> None:
    chosen = block_format(name)
    raw = np.full((1, chosen.size), 0xFF, np.uint8)
    for field in chosen.fields:
        if field.name in ("d", "dmin"):
            raw[0, field.offset : field.offset + 2] = (0x00, 0x3C)
    activations = np.ones((1, chosen.values), np.float32)
    parts = chosen.unpack(raw)
    taken = quantised_activations(name, activations)
    found = integer_products(name, raw, taken)
    groups = parts.scales.shape[-1]
    codes = [int(code) for code in taken.codes.reshape(-1)]
    size = len(codes) // groups
    for group in range(groups):
        span = range(group * size, (group + 1) * size)
        assert found.sums[0, 0, 0, group] == sum(int(parts.codes[0, 0, i]) * codes[i] for i in span)
    sums = found.sums[0, 0, 0].astype(object) * parts.scales[0, 0].astype(object)
    assert found.scaled[0, 0, 0] == sums.sum()
    assert abs(int(found.scaled[0, 0, 0])) < 2**31
    floors = [
        int(m) * sum(codes[g * size : (g + 1) * size]) for g, m in enumerate(parts.minimums[0, 0])
    ]
    assert found.minimums[0, 0, 0] == sum(floors)


def test_blocks_are_added_in_order_in_single_precision() -> None:
    """−1016·2¹⁵ − 1016/512 + 1016·2¹⁵: float32 rounds the middle sum to an even number."""
    weights = np.zeros((1, 96), np.float32)
    activations = np.zeros((1, 96), np.float32)
    weights[0, [0, 32, 64]] = (-8, -8, 8)
    activations[0, [0, 32, 64]] = (127 * 2.0**15, 127 / 512, 127 * 2.0**15)
    raw = block_format("Q4_0").encode(weights)
    found = integer_products("Q4_0", raw, quantised_activations("Q4_0", activations))
    assert found.sums[0, 0, :, 0].tolist() == [-1016, -1016, -1016]
    assert found.results[0, 0] == -2.0
    assert -1016 / 512 == -1.984375
