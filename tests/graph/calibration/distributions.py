"""Data of known shape for the methods that choose a range."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from compiler_core.graph.observing.histogram import Histogram

Draw = Callable[[np.random.Generator, int], np.ndarray]


def _with_outliers(random: np.random.Generator, count: int) -> np.ndarray:
    values = random.normal(size=count)
    values[:: count // 5] = 40.0
    return values


DISTRIBUTIONS: dict[str, Draw] = {
    "normal": lambda random, count: random.normal(size=count),
    "after Relu": lambda random, count: np.maximum(random.normal(size=count), 0),
    "uniform": lambda random, count: random.uniform(-1, 1, count),
    "Laplace": lambda random, count: random.laplace(size=count),
    "normal, five outliers at 40": _with_outliers,
}  # fmt: skip


def drawn(name: str, count: int = 200_000, seed: int = 0) -> np.ndarray:
    return DISTRIBUTIONS[name](np.random.default_rng(seed), count).astype(np.float32)


def histogram_of(*batches: np.ndarray) -> Histogram:
    histogram = Histogram.empty()
    for batch in batches:
        histogram.add(batch)
    return histogram
