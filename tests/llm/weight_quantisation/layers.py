"""Small layers with inputs that go together and a few loud channels, as language models have."""

from __future__ import annotations

import numpy as np


def layer(
    rows: int = 24, columns: int = 256, samples: int = 400, seed: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Weights float32 [rows, columns] and inputs float32 [samples, columns]."""
    random = np.random.default_rng(seed)
    weights = random.standard_normal((rows, columns)).astype(np.float32)
    shared = random.standard_normal((samples, columns // 4))
    mixed = shared @ random.standard_normal((columns // 4, columns))
    inputs = mixed / np.sqrt(columns // 4) + 0.5 * random.standard_normal((samples, columns))
    loud = random.choice(columns, columns // 32, replace=False)
    inputs[:, loud] *= 8
    return weights, inputs.astype(np.float32)


def lost(weights: np.ndarray, values: np.ndarray, inputs: np.ndarray) -> float:
    """Relative squared error of the outputs, by multiplying them out."""
    wanted = inputs.astype(np.float64) @ weights.T.astype(np.float64)
    found = inputs.astype(np.float64) @ values.T.astype(np.float64)
    return float(((found - wanted) ** 2).sum() / (wanted**2).sum())
