"""Q4_K, Q6_K and Q8_K have no encoder in gguf: llama.cpp's bytes, kept as digests, are the measure.

The slow test compiles llama.cpp's quantiser and asks it again, with fresh values too.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from compiler_core.llm.block_formats.formats import block_format
from tests.llm.block_formats.traps import trap_rows

HERE = Path(__file__).parent
DIGESTS = yaml.safe_load((HERE / "ggml_blocks.yaml").read_text(encoding="utf-8"))
CASES = [(name, trap) for name, traps in DIGESTS.items() for trap in traps]
TRAPS = trap_rows(16)


@pytest.mark.parametrize(("name", "trap"), CASES)
def test_bytes_are_those_of_llama_cpp(name: str, trap: str) -> None:
    raw = block_format(name).encode(TRAPS[trap])
    assert hashlib.sha256(raw.tobytes()).hexdigest()[:16] == DIGESTS[name][trap]


@pytest.mark.parametrize("name", ["Q4_K", "Q6_K"])
def test_subnormal_values_become_zero(name: str) -> None:
    """llama.cpp stops at an assertion here; zero is the nearest value there is."""
    chosen = block_format(name)
    assert np.all(chosen.decode(chosen.encode(TRAPS["subnormal"])) == 0)


def plain_error(values: np.ndarray, lowest: int, highest: int, group: int) -> float:
    """Root mean square error with a float scale from the extremes of each group and no search."""
    groups = values.reshape(-1, group)
    if lowest == 0:
        floor = np.minimum(groups.min(axis=1, keepdims=True), 0)
        step = (groups.max(axis=1, keepdims=True) - floor) / highest
    else:
        floor = np.zeros((len(groups), 1), np.float32)
        step = np.abs(groups).max(axis=1, keepdims=True) / -lowest
    step[step == 0] = 1
    codes = np.clip(np.rint((groups - floor) / step), lowest, highest)
    return float(np.sqrt(np.mean((codes * step + floor - groups) ** 2)))


@pytest.mark.parametrize("trap", ["even", "long tails", "all positive"])
@pytest.mark.parametrize("name", ["Q4_K", "Q6_K"])
def test_the_search_makes_up_for_rounding_the_scales(name: str, trap: str) -> None:
    chosen = block_format(name)
    values = TRAPS[trap]
    error = float(np.sqrt(np.mean((chosen.decode(chosen.encode(values)) - values) ** 2)))
    assert error <= 1.02 * plain_error(values, chosen.lowest, chosen.highest, chosen.sub_block)


@given(st.integers(0, 2**32 - 1), st.sampled_from(["Q4_0", "Q8_0", "Q4_K", "Q6_K", "Q8_K"]))
@example(71, "Q4_0")
@settings(deadline=None, max_examples=40)
def test_errors_are_within_half_a_step_or_the_end_of_the_codes(seed: int, name: str) -> None:
    """A value inside the grid's range is at most half a step away, also after all rounding."""
    random = np.random.default_rng(seed)
    scale = np.float32(2.0) ** int(random.integers(-8, 8))
    values = (random.standard_normal((2, 512)) * scale).astype(np.float32)
    chosen = block_format(name)
    raw = chosen.encode(values)
    parts = chosen.unpack(raw)
    steps = np.repeat(
        parts.super_scales[..., None] * parts.scales, chosen.sub_block, axis=-1
    ).reshape(values.shape)
    errors = np.abs(chosen.decode(raw) - values)
    codes = parts.codes.reshape(values.shape)
    inside = (codes > chosen.lowest) & (codes < chosen.highest)
    # The scale is rounded to 16 bits: that moves a code's value and the half step by up to 2⁻¹¹.
    rounded = 2.0**-10 * (np.abs(codes) + 1) * np.abs(steps)
    slack = rounded if name in ("Q4_0", "Q8_0") else 1e-6 * np.abs(values)
    assert np.all(errors[inside] <= (np.abs(steps) * 0.5 + slack + 1e-12)[inside])


@given(st.integers(0, 2**32 - 1), st.integers(-6, 6), st.sampled_from(["Q4_0", "Q8_0", "Q6_K"]))
@settings(deadline=None, max_examples=30)
def test_doubling_all_values_changes_no_code(seed: int, power: int, name: str) -> None:
    random = np.random.default_rng(seed)
    values = random.integers(-99, 100, (1, 256)).astype(np.float32)
    chosen = block_format(name)
    one = chosen.unpack(chosen.encode(values))
    other = chosen.unpack(chosen.encode(values * np.float32(2.0**power)))
    assert np.array_equal(one.codes, other.codes)
    assert np.array_equal(one.scales, other.scales)
