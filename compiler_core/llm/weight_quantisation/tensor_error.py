"""How far quantised values are from the weights they stand for."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from compiler_core.llm.weight_quantisation.error_record import TensorError


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantisedAs:
    """What was done to a tensor."""

    name: str
    """Of the tensor, as in GGUF."""
    type: str
    """The block format by GGML's name: `Q4_0`."""
    method: str
    """How its codes were chosen: `gptq`, `awq`, `rtn`."""
    size: int
    """Bytes of the tensor as it is written."""
    block: int
    """Values in a block of its type."""
    reason: str = ""
    """Sentences on why this type and method, empty for none."""


def tensor_error(
    weights: np.ndarray,
    values: np.ndarray,
    done: QuantisedAs,
    gram: np.ndarray | None = None,
) -> TensorError:
    """Of values against weights float32 [rows, n]; gram: Xᵀ·X of the inputs, [n, n]."""
    errors = values.astype(np.float64) - weights
    blocks = np.sqrt((errors.reshape(len(errors), -1, done.block) ** 2).mean(axis=2))
    row, block = np.unravel_index(int(blocks.argmax()), blocks.shape)
    return TensorError(
        name=done.name,
        type=done.type,
        method=done.method,
        elements=weights.size,
        bytes_before=weights.size * 2,
        bytes_after=done.size,
        root_mean_square=float(np.sqrt((errors**2).mean())),
        signal_to_noise=_decibel(
            float((weights.astype(np.float64) ** 2).sum()), float((errors**2).sum())
        ),
        worst_row=int(row),
        worst_block=int(block),
        worst_block_error=float(blocks[row, block]),
        output_error=None if gram is None else output_error(weights, values, gram),
        reason=done.reason,
    )


def output_error(weights: np.ndarray, values: np.ndarray, gram: np.ndarray) -> float:
    """Σ|(values − weights)·x|² / Σ|weights·x|² over the inputs of this Gram matrix [n, n]."""
    errors = values.astype(np.float64) - weights
    lost = float(np.einsum("rn,rn->", errors @ gram, errors))
    whole = float(np.einsum("rn,rn->", weights @ gram, weights))
    return lost / whole if whole > 0 else 0.0


def _decibel(signal: float, noise: float) -> float:
    if noise == 0:
        return math.inf
    return 10 * math.log10(signal / noise) if signal > 0 else -math.inf
