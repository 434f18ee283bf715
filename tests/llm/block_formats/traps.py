"""Rows of values that have caught encoders out, one kind a name; all from integers, so that every
machine draws the same."""

from __future__ import annotations

import numpy as np

COLUMNS = 1024


def trap_rows(rows: int, seed: int = 1) -> dict[str, np.ndarray]:
    """Float32 [rows, COLUMNS] by name."""
    random = np.random.default_rng(seed)
    whole = random.integers(-1000, 1001, (rows, COLUMNS)).astype(np.float32)
    even = whole / np.float32(256)
    size = np.float32(2.0) ** random.integers(-20, 10, (rows, COLUMNS // 16)).astype(np.float32)
    traps = {
        "even": even,
        "long tails": even * even * even,
        "sizes from group to group": even * np.repeat(size, 16, axis=1),
        "all positive": np.abs(even),
        "all negative": -np.abs(even) - np.float32(0.5),
        "few are not zero": np.where(random.random(even.shape) < 0.03, even, np.float32(0)),
        "exactly between two codes": _ties(random, rows),
        "two of the same size": np.where(whole % 2 == 0, np.float32(1), np.float32(-1)),
        "constant": np.repeat(even[:, :1], COLUMNS, axis=1),
        "zeros": np.zeros((rows, COLUMNS), np.float32),
        "negative zeros": np.full((rows, COLUMNS), -0.0, np.float32),
        "subnormal": even * np.float32(1e-41),
        "scale below the smallest half": even * np.float32(1e-8),
        "near the largest half": even * np.float32(65000.0),
    }
    return {name: values.astype(np.float32) for name, values in traps.items()}


def _ties(random: np.random.Generator, rows: int) -> np.ndarray:
    """Halves of a step, with an extreme that makes the step a power of two."""
    halves = random.integers(-13, 14, (rows, COLUMNS)).astype(np.float32) / np.float32(2)
    halves[:, ::32] = -8
    return halves
