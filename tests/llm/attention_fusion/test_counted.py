"""The C of plain and fused attention runs, is right, and touches the memory that formulas say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.llm.attention_fusion.budget import MemoryBudget
from compiler_core.llm.attention_fusion.counted import count_attention
from compiler_core.llm.block_graph.regime import Regime, decode, prefill
from compiler_core.llm.records import ModelConfiguration
from tests.llm.attention_fusion.counts import LIMIT, confirmed
from tests.llm.attention_fusion.native import fused_difference
from tests.llm.attention_fusion.shapes import LLAMA, configurations, regimes

pytestmark = pytest.mark.usefixtures("emulator")

WINDOWED = replace(LLAMA, sliding_window=20, rotary_pairing="halves", key_value_heads=4)


@pytest.mark.parametrize("configuration", [LLAMA, WINDOWED], ids=["llama", "windowed"])
@pytest.mark.parametrize("regime", [prefill(48), decode(63)], ids=["prefill", "decode"])
def test_counted_lines_confirm_the_formula(
    configuration: ModelConfiguration, regime: Regime
) -> None:
    counted = count_attention(configuration, regime, MemoryBudget(near_bytes=1 << 16))
    for program in (counted.plain, counted.fused):
        assert program.largest_difference <= LIMIT
        assert [kernel for kernel in program.kernels if not confirmed(kernel)] == []
    assert [kernel.kernel for kernel in counted.fused.kernels] == ["attn_qkv", "attention"]
    assert counted.fused.touched < counted.plain.touched
    assert counted.fused.missed < counted.plain.missed


def test_scores_are_never_stored_whole() -> None:
    """160 tokens: 8·160·160 scores of 4 bytes; the fused kernels hold none of them."""
    counted = count_attention(replace(LLAMA, hidden=32), prefill(160))
    scores = 4 * 8 * 160 * 160
    plain = {kernel.kernel: kernel.touched for kernel in counted.plain.kernels}
    assert plain["softmax"] >= 2 * scores
    assert max(kernel.touched for kernel in counted.fused.kernels) < scores / 2


def test_programs_refuse_what_they_do_not_cover() -> None:
    for extra in ({"post_norms": True}, {"query_key_norm": True}, {"rotary_size": 8},
                  {"attention_softcap": 3.0}, {"value_size": 4}):  # fmt: skip
        with pytest.raises(InputError):
            count_attention(replace(LLAMA, **extra), decode(2))


@settings(max_examples=16, deadline=None, derandomize=True)
@given(configurations(plain="yes"), regimes(), st.integers(1, 9), st.integers(1, 17))
def test_the_fused_kernel_is_right_for_all_tiles(
    configuration: ModelConfiguration, regime: Regime, queries: int, keys: int
) -> None:
    difference = fused_difference(configuration, regime, queries, keys)
    assert np.isfinite(difference)
    assert difference <= 1e-5
