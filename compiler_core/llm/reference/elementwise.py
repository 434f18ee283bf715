"""What the reference computes element by element and row by row, in float32."""

from __future__ import annotations

import numpy as np

from compiler_core.llm.records import Activation

_GELU_SLOPE = float(np.sqrt(2 / np.pi))


def root_mean_square_norm(x: np.ndarray, weight: np.ndarray, epsilon: float) -> np.ndarray:
    """x [..., n] divided by the root of its mean square, times weight [n] (Zhang and Sennrich)."""
    mean = np.mean(np.square(x), axis=-1, keepdims=True, dtype=np.float32)
    return x * (1 / np.sqrt(mean + np.float32(epsilon))) * weight


def softmax(x: np.ndarray) -> np.ndarray:
    """Along the last axis; entries of minus infinity get nothing."""
    powers = np.exp(x - x.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def activated(x: np.ndarray, activation: Activation) -> np.ndarray:
    """SiLU, or GELU by its tanh formula (Hendrycks and Gimpel), which Gemma and ggml use."""
    if activation == "silu":
        return x / (1 + np.exp(-x))
    inner = np.float32(_GELU_SLOPE) * (x + np.float32(0.044715) * x * x * x)
    return np.float32(0.5) * x * (1 + np.tanh(inner))


def softcapped(x: np.ndarray, cap: float) -> np.ndarray:
    """cap · tanh(x / cap), and x itself for a cap of 0 (Gemma 2)."""
    if not cap:
        return x
    return np.float32(cap) * np.tanh(x / np.float32(cap))
