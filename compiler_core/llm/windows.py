"""Which layers look back only so far, and what each position may see."""

from __future__ import annotations

import numpy as np

from compiler_core.llm.records import ModelConfiguration


def is_windowed(configuration: ModelConfiguration, layer: int) -> bool:
    """True for a layer with a sliding window; without a list of layers, all have it."""
    if not configuration.sliding_window:
        return False
    return not configuration.windowed_layers or layer in configuration.windowed_layers


def seen(configuration: ModelConfiguration, layer: int, start: int, end: int) -> np.ndarray:
    """Boolean [end - start, end]: which positions each of the positions start..end-1 attends to.

    A window of n is the position itself and the n - 1 before it.
    """
    queries, keys = np.arange(start, end)[:, None], np.arange(end)[None]
    allowed = keys <= queries
    if is_windowed(configuration, layer):
        allowed &= keys > queries - configuration.sliding_window
    return allowed
