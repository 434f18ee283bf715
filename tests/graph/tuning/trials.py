"""Tuning without compilers: what each tile would cost is a table, time is a counter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from compiler_core.graph.kernels.request import Tile
from compiler_core.graph.selection.cores import CORES, CoreProfile
from compiler_core.graph.selection.records import Layer
from compiler_core.graph.tuning import tune as tuning
from compiler_core.graph.tuning.records import Candidate, Progress, TuningResult
from compiler_core.graph.tuning.winners import WinnerCache
from tests.graph.kernels.layers import sample_of, shape_of

LAYER = sample_of(shape_of(16, 32, (6, 6)), 2).layer
BEST, WRONG, BROKEN = Tile(4, 4), Tile(6, 2), Tile(7, 2)
SECOND_PER_TRIAL = 1.0


def cost(tile: Tile) -> int:
    """Fewest for BEST; WRONG and BROKEN would be better still."""
    if tile in (WRONG, BROKEN):
        return 1
    return 1000 + 10 * abs(tile.rows - 4) + abs(tile.vectors - 4) + tile.unroll


@dataclass
class Bench:
    """A stand-in for build, run and count. measured: tiles in order."""

    directory: Path
    patch: pytest.MonkeyPatch
    measured: list[Tile] = field(default_factory=list)
    progress: list[Progress] = field(default_factory=list)
    now: float = 0.0

    def __post_init__(self) -> None:
        cache = WinnerCache(self.directory)
        self.patch.setattr(tuning, "_measured", self.measure)
        self.patch.setattr(tuning, "winner_cache", lambda: cache)
        self.patch.setattr(tuning.time, "monotonic", lambda: self.now)

    def measure(
        self, trial: object, tile: Tile, expected: np.ndarray | None
    ) -> tuple[Candidate, np.ndarray]:
        self.measured.append(tile)
        self.now += SECOND_PER_TRIAL
        failure = {WRONG: "it computes something else", BROKEN: "no program"}.get(tile, "")
        return Candidate(tile, cost(tile), 8.0 * tile.vectors, 64, failure), np.zeros(4)

    def forget_memory(self) -> None:
        """What a new process would know: only the disk."""
        cache = WinnerCache(self.directory)
        self.patch.setattr(tuning, "winner_cache", lambda: cache)

    def run(
        self,
        budget: float = 1000.0,
        *,
        layer: Layer = LAYER,
        core: CoreProfile = CORES[1],
        cancelled: Callable[[], bool] = lambda: False,
    ) -> TuningResult:
        return tuning.tune(layer, core, budget, self.progress.append, cancelled)
