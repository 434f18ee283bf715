"""Perplexity and agreement, counted out on texts small enough to do so."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings

from compiler_core.errors import InputError
from compiler_core.llm.evaluation.perplexity import (
    divergence,
    negative_log_likelihoods,
    perplexity,
)
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel
from tests.llm.reference.small_models import small_model

TEXT = [5, 60, 17, 42, 99, 7, 26, 3, 3, 80, 12, 1]


def predicted(model: ReferenceModel, before: list[int], token: int) -> float:
    """Negative log-likelihood of a token after others, by the plain definition."""
    logits = forward(model, before)[-1].astype(np.float64)
    return math.log(sum(math.exp(logit) for logit in logits)) - logits[token]


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(2, 12), st.integers(2, 14), st.data())
def test_each_token_is_predicted_once_with_enough_before_it(
    count: int, window: int, data: st.DataObject
) -> None:
    stride = data.draw(st.integers(1, window - 1))
    model, text = small_model("llama"), TEXT[:count]
    expected, start, first, end = [], 0, 1, min(window, count)
    while True:
        expected += [predicted(model, text[start:at], text[at]) for at in range(first, end)]
        if end == count:
            break
        first, end = end, min(end + stride, count)
        start = end - window if end > window else 0
    found = perplexity(model, text, window, stride)
    assert found.tokens == count - 1 == len(expected)
    assert found.nats == pytest.approx(sum(expected) / len(expected), abs=1e-5)
    assert found.value == pytest.approx(math.exp(found.nats))


def test_a_model_that_knows_nothing_hesitates_between_all_tokens() -> None:
    logits = np.zeros((4, 50), np.float32)
    assert negative_log_likelihoods(logits, np.arange(4)) == pytest.approx(math.log(50))


def test_large_logits_do_not_overflow() -> None:
    logits = np.array([[3e4, 0], [0, 3e4]], np.float32)
    assert list(negative_log_likelihoods(logits, np.array([0, 0]))) == [0, 3e4]


@pytest.mark.parametrize(("count", "window", "stride"), [(1, 4, 2), (9, 4, 4), (9, 4, 0)])
def test_texts_and_strides_that_make_no_sense(count: int, window: int, stride: int) -> None:
    with pytest.raises(InputError):
        perplexity(small_model("llama"), TEXT[:count], window, stride)


def test_divergence_by_hand() -> None:
    """(1/2, 1/2) against (1/4, 3/4)."""
    logits, others = np.log([[0.5, 0.5]]), np.log([[0.25, 0.75]])
    expected = 0.5 * math.log(2) + 0.5 * math.log(2 / 3)
    assert divergence(logits + 3, others)[0] == pytest.approx(expected)
    assert divergence(logits, logits)[0] == 0
