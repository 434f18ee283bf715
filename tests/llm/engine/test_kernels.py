"""Integer parts of products and of quantised activations, bit for bit as numpy's."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.block_formats.integer_products import (
    integer_products,
    quantised_activations,
)
from compiler_core.llm.engine.settings import Arithmetic
from tests.llm.engine.kernel_program import ROWS, TOKENS, run_kernel

pytestmark = pytest.mark.usefixtures("emulator")

TYPES = ("Q8_0", "Q4_0", "Q4_K", "Q6_K")
# An odd number of blocks for those of 32, two for those of 256.
COLUMNS = {"Q8_0": 160, "Q4_0": 160, "Q4_K": 512, "Q6_K": 512}
# Where blocks keep their half scales; set to one, a product is the sum of integers itself.
_HALVES = {"Q8_0": (0,), "Q4_0": (0,), "Q4_K": (0, 2), "Q6_K": (208,)}
_ONE = (0x00, 0x3C)


def weights_of_scale_one(type_name: str, random: np.random.Generator) -> np.ndarray:
    """Random codes of all values, uint8 [rows, bytes]."""
    layout = block_format(type_name)
    blocks = COLUMNS[type_name] // layout.values
    raw = random.integers(0, 256, (ROWS, blocks, layout.size), np.uint8)
    for at in _HALVES[type_name]:
        raw[:, :, at : at + 2] = _ONE
    return raw.reshape(ROWS, -1)


def whole_activations(type_name: str, random: np.random.Generator) -> np.ndarray:
    """Whole numbers that are their own codes: one -127 a block, the rest so small that no float
    sum is rounded."""
    largest = 126 if type_name in ("Q8_0", "Q4_0") else 8
    values = random.integers(-largest, largest + 1, (TOKENS, COLUMNS[type_name]))
    values[:, :: 32 if largest > 8 else 256] = -127
    return values.astype(np.float32)


@pytest.mark.parametrize("arithmetic", get_args(Arithmetic))
@pytest.mark.parametrize("type_name", TYPES)
def test_products_are_exact(type_name: str, arithmetic: Arithmetic) -> None:
    random = np.random.default_rng(7)
    raw = weights_of_scale_one(type_name, random)
    activations = whole_activations(type_name, random)
    found = run_kernel(type_name, raw, activations, arithmetic)
    quantised = quantised_activations(type_name, activations)
    wanted = integer_products(type_name, raw, quantised)
    exact = (wanted.scaled.astype(np.int64) - wanted.minimums).sum(axis=-1)
    assert np.abs(exact).max() < 1 << 24
    assert np.array_equal(found.products, exact.astype(np.float32))


@pytest.mark.parametrize("arithmetic", get_args(Arithmetic))
@pytest.mark.parametrize("type_name", ["Q8_0", "Q4_K"])
def test_activations_become_the_same_codes(type_name: str, arithmetic: Arithmetic) -> None:
    random = np.random.default_rng(8)
    activations = random.standard_normal((TOKENS, COLUMNS[type_name])).astype(np.float32)
    activations[0] *= 1e-3
    activations[1, :256] = 0
    # Ties between two codes, and a scale that is a whole number.
    activations[2, :32] = np.append(np.arange(31) - 15.5, 127)
    raw = weights_of_scale_one(type_name, random)
    found = run_kernel(type_name, raw, activations, arithmetic)
    wanted = quantised_activations(type_name, activations)
    assert np.array_equal(found.codes, wanted.codes.reshape(TOKENS, -1))
    assert np.array_equal(found.scales, wanted.scales)
    if type_name == "Q8_0":
        assert np.array_equal(found.corrections, -8 * wanted.sums[..., 0])
    else:
        assert np.array_equal(found.sums, wanted.sums)
