"""What depends on positions: which keys a query sees, and the angles of the rotary embedding."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.llm.block_graph.regime import Regime
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.reference.rotary import frequencies_of
from compiler_core.llm.windows import is_windowed, seen


@dataclass(frozen=True, slots=True)
class Visible:
    """Which keys the queries of a layer see; a window of n is the position and the n - 1 before."""

    configuration: ModelConfiguration
    regime: Regime
    layer: int

    @property
    def everything(self) -> bool:
        """Does every query see every key?"""
        window = window_of(self.configuration, self.layer)
        return self.regime.tokens == 1 and (not window or window >= self.regime.total)

    def bias(self) -> np.ndarray:
        """[tokens, total]: 0 where a key is seen, minus infinity where it is not."""
        allowed = seen(self.configuration, self.layer, self.regime.position, self.regime.total)
        return np.where(allowed, np.float32(0), np.float32(-np.inf))


def window_of(configuration: ModelConfiguration, layer: int) -> int:
    """Positions that a query of this layer sees, its own among them; 0 for all."""
    return configuration.sliding_window if is_windowed(configuration, layer) else 0


def rotary_tables(
    configuration: ModelConfiguration, regime: Regime, layer: int
) -> tuple[np.ndarray, np.ndarray]:
    """Cosines and sines, each [1, tokens, rotated / 2] float32."""
    positions = regime.position + np.arange(regime.tokens)
    angles = (positions[:, None] * frequencies_of(configuration, layer))[None]
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
