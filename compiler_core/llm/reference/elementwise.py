"""What the reference computes element by element and row by row, in float32."""

from __future__ import annotations

from math import erf, sqrt

import numpy as np

from compiler_core.llm.records import Activation

_GELU_SLOPE = float(np.sqrt(2 / np.pi))
QUICK_SLOPE = 1.702
_error_function = np.frompyfunc(erf, 1, 1)


def root_mean_square_norm(x: np.ndarray, weight: np.ndarray, epsilon: float) -> np.ndarray:
    """x [..., n] divided by the root of its mean square, times weight [n] (Zhang and Sennrich)."""
    mean = np.mean(np.square(x), axis=-1, keepdims=True, dtype=np.float32)
    return x * (1 / np.sqrt(mean + np.float32(epsilon))) * weight


def softmax(x: np.ndarray) -> np.ndarray:
    """Along the last axis; entries of minus infinity get nothing."""
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def activated(x: np.ndarray, activation: Activation) -> np.ndarray:
    """SiLU, ReLU, or GELU (Hendrycks and Gimpel): exact, or by one of its two formulas, of which
    Gemma and ggml use the one with tanh."""
    if activation == "silu":
        return x / (1 + np.exp(-x))
    if activation == "relu":
        return np.maximum(x, np.float32(0))
    if activation == "gelu_quick":
        return x / (1 + np.exp(np.float32(-QUICK_SLOPE) * x))
    if activation == "gelu_exact":
        return (x * _normal_distribution(x)).astype(np.float32)
    inner = np.float32(_GELU_SLOPE) * (x + np.float32(0.044715) * x * x * x)
    return np.float32(0.5) * x * (1 + np.tanh(inner))


def _normal_distribution(x: np.ndarray) -> np.ndarray:
    """The share of a standard normal distribution below x, float64."""
    return (1 + np.array(_error_function(x.astype(np.float64) / sqrt(2)), np.float64)) / 2


def softcapped(x: np.ndarray, cap: float) -> np.ndarray:
    """cap · tanh(x / cap), and x itself for a cap of 0 (Gemma 2)."""
    if not cap:
        return x
    return np.float32(cap) * np.tanh(x / np.float32(cap))
