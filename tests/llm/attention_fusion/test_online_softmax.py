"""Attention by tiles equals attention over whole rows, for every tile size."""

from __future__ import annotations

from math import exp, inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.llm.attention_fusion.online_softmax import online_softmax_steps
from compiler_core.llm.attention_fusion.tiled_attention import (
    Operands,
    plain_attention,
    tiled_attention,
)
from compiler_core.llm.block_graph.kernels import QuerySpan, Tiles

LIMIT = 1e-5


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.integers(1, 3), st.integers(1, 4), st.integers(1, 20), st.integers(0, 20),
    st.sampled_from([0, 1, 2, 5, 30]), st.integers(1, 24), st.integers(1, 45), st.integers(0, 99),
    st.sampled_from([0.0, 4.0]),
)  # fmt: skip
def test_tiles_do_not_change_attention(
    shared: int, group: int, tokens: int, position: int, window: int, queries: int, keys: int,
    seed: int, softcap: float,
) -> None:  # fmt: skip
    generator = np.random.default_rng(seed)
    drawn = lambda *shape: generator.standard_normal(shape, np.float32)  # noqa: E731
    total = position + tokens
    operands = Operands(
        drawn(shared * group, tokens, 6) * 3,
        drawn(shared, total, 6),
        drawn(shared, total, 5),
        0.4,
        softcap,
    )
    span = QuerySpan(position, window)
    plain = plain_attention(operands, span)
    tiled = tiled_attention(operands, span, Tiles(queries, keys))
    assert np.abs(plain - tiled).max() <= LIMIT


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.integers(1, 40), st.integers(1, 45), st.integers(0, 999))
def test_steps_end_at_the_plain_softmax(keys: int, tile: int, seed: int) -> None:
    generator = np.random.default_rng(seed)
    scores = generator.standard_normal(keys) * 8
    scores[generator.random(keys) < 0.3] = -inf
    scores[generator.integers(keys)] = 1.0
    found = online_softmax_steps(scores, generator.standard_normal((keys, 3)), tile)
    assert found.largest_difference <= LIMIT
    assert [step.first for step in found.steps] == list(range(0, keys, tile))
    for before, after in zip(found.steps, found.steps[1:], strict=False):
        assert after.maximum_before == before.maximum_after
        assert after.sum_before == before.sum_after
        assert after.maximum_after >= after.maximum_before
        assert after.maximum_grew == (after.rescale < 1) or before.maximum_after == -inf


def test_the_walk_by_hand() -> None:
    """Scores 1, 3 | 2, 5: the second tile scales what the first left by exp(3 - 5)."""
    values = np.array([[1.0], [10.0], [100.0], [1000.0]])
    first, second = online_softmax_steps(np.array([1.0, 3.0, 2.0, 5.0]), values, 2).steps
    assert (first.maximum_before, first.maximum_after, first.rescale) == (-inf, 3.0, 0.0)
    assert first.sum_after == pytest.approx(exp(-2) + 1, rel=1e-6)
    assert first.output[0] == pytest.approx(exp(-2) + 10, rel=1e-6)
    assert second.rescale == pytest.approx(exp(-2), rel=1e-6)
    assert second.sum_after == pytest.approx(exp(-2) * first.sum_after + exp(-3) + 1, rel=1e-6)
    expected = exp(-2) * first.output[0] + 100 * exp(-3) + 1000
    assert second.output[0] == pytest.approx(expected, rel=1e-6)


def test_a_smaller_maximum_changes_nothing() -> None:
    first, second = online_softmax_steps(np.array([5.0, 1.0, 2.0, 3.0]), np.eye(4), 2).steps
    assert (second.maximum_before, second.maximum_after, second.rescale) == (5.0, 5.0, 1.0)
    assert not second.maximum_grew
    assert second.sum_after == pytest.approx(first.sum_after + exp(-3) + exp(-2), rel=1e-6)


def test_scores_beyond_what_exp_can_hold() -> None:
    """Whole numbers, so that every product is exact; scores reach 64·54, where exp overflows."""
    drawn = np.random.default_rng(2).integers
    queries, keys = (drawn(-3, 4, (2, 8, 6)).astype(np.float32) for _ in range(2))
    operands = Operands(queries, keys, drawn(-3, 4, (2, 8, 4)).astype(np.float32), 64.0)
    tiled = tiled_attention(operands, QuerySpan(0, 0), Tiles(3, 2))
    np.testing.assert_allclose(
        tiled, plain_attention(operands, QuerySpan(0, 0)), rtol=0, atol=LIMIT
    )


def test_a_first_tile_without_a_visible_key_leaves_nothing() -> None:
    scores = np.array([-inf, -inf, 2.0, 1.0])
    first, second = online_softmax_steps(scores, np.ones((4, 2)), 2).steps
    assert (first.sum_after, first.output, first.weights) == (0.0, (0.0, 0.0), (0.0, 0.0))
    assert second.sum_before == 0.0
    assert second.rescale == 0.0


def test_large_scores_do_not_overflow() -> None:
    found = online_softmax_steps(np.array([500.0, 1000.0, 990.0]), np.eye(3), 1)
    assert np.isfinite(found.output).all()
    assert found.largest_difference <= LIMIT


@pytest.mark.parametrize(
    ("scores", "values", "tile"),
    [
        pytest.param(np.zeros(3), np.zeros((2, 1)), 1, id="other-count"),
        pytest.param(np.zeros(3), np.zeros((3, 1)), 0, id="empty-tile"),
        pytest.param(np.full(3, -inf), np.zeros((3, 1)), 1, id="sees-nothing"),
        pytest.param(np.full(3, np.nan), np.zeros((3, 1)), 1, id="no-number"),
        pytest.param(np.zeros(0), np.zeros((0, 1)), 1, id="no-key"),
    ],
)
def test_what_has_no_softmax_is_refused(scores: np.ndarray, values: np.ndarray, tile: int) -> None:
    with pytest.raises(InputError):
        online_softmax_steps(scores, values, tile)
