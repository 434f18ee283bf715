"""Order of the rows of query and key weights: halves, as Hugging Face rotates, or adjacent pairs.

Rotary embedding turns pairs of elements of a head. Hugging Face pairs element i with i + d/2;
llama.cpp's Llama pairs 2i with 2i + 1, as the original model did, and its files hold the rows in
that order. Source: `permute` in conversion/llama.py of llama.cpp.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np


def adjacent_pairs(rows: np.ndarray, heads: int) -> np.ndarray:
    """[heads · d, …] with pairs (i, i + d/2) of each head, to pairs (2i, 2i + 1)."""
    split = rows.reshape(heads, 2, rows.shape[0] // heads // 2, *rows.shape[1:])
    return split.swapaxes(1, 2).reshape(rows.shape)
