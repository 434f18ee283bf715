"""Perplexity of a text: how many equally likely tokens the model hesitates between, on average.

The text goes through in windows that overlap: each token but the first is predicted once, with at
least window - stride tokens before it (except in the first window). The exponential of the mean
negative log-likelihood; lower is better, 1 is a text known by heart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.reference.products import Products

WINDOW, STRIDE = 512, 384


@dataclass(frozen=True, slots=True)
class Perplexity:
    """nats: mean negative log-likelihood of a predicted token. tokens: how many were predicted."""

    nats: float
    tokens: int
    window: int
    stride: int

    @property
    def value(self) -> float:
        return math.exp(self.nats)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Tokens start … end - 1 are read, those from `first` on are scored."""

    start: int
    first: int
    end: int


def perplexity(
    model: ReferenceModel,
    tokens: Sequence[int],
    window: int = WINDOW,
    stride: int = STRIDE,
    products: Products | None = None,
) -> Perplexity:
    """Raises InputError for fewer than two tokens, or a stride that skips some."""
    losses = [
        negative_log_likelihoods(logits, answers)
        for logits, answers in predictions(model, tokens, window, stride, products)
    ]
    likelihoods = np.concatenate(losses)
    return Perplexity(float(likelihoods.mean()), len(likelihoods), window, stride)


def predictions(
    model: ReferenceModel,
    tokens: Sequence[int],
    window: int = WINDOW,
    stride: int = STRIDE,
    products: Products | None = None,
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Window by window, logits float32 [n, vocabulary] and the n tokens that follow in the text.

    Raises InputError as `perplexity` does.
    """
    if len(tokens) < 2:
        raise InputError("Perplexity needs at least two tokens.")
    if not 1 <= stride < window:
        raise InputError(f"A stride of {stride} skips tokens of windows of {window}.")
    for piece in _pieces(len(tokens), window, stride):
        read = np.asarray(tokens[piece.start : piece.end])
        logits = forward(model, read[:-1], products=products)
        scored = len(read) - (piece.first - piece.start)
        yield logits[-scored:], read[-scored:]


def _pieces(count: int, window: int, stride: int) -> Iterator[_Piece]:
    first = 1
    while first < count:
        end = min(count, window) if first == 1 else min(count, first + stride)
        yield _Piece(max(0, end - window), first, end)
        first = end


def negative_log_likelihoods(logits: np.ndarray, answers: np.ndarray) -> np.ndarray:
    """-log softmax(logits)[answer], float64 [n], of logits [n, vocabulary]."""
    return -np.take_along_axis(log_probabilities(logits), answers[:, None], axis=-1)[:, 0]


def log_probabilities(logits: np.ndarray) -> np.ndarray:
    """log softmax along the last axis, in float64."""
    wide = logits.astype(np.float64)
    wide -= wide.max(axis=-1, keepdims=True)
    return wide - np.log(np.exp(wide).sum(axis=-1, keepdims=True))


def divergence(logits: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Kullback-Leibler divergence of the other model from the first, nats float64 [n].

    Both [n, vocabulary]. It counts every change of a prediction; in perplexity changes for the
    better make up for those for the worse.
    """
    mine, theirs = log_probabilities(logits), log_probabilities(others)
    return (np.exp(mine) * (mine - theirs)).sum(axis=-1)
