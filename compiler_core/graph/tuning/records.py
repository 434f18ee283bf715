"""What tuning tells: candidates measured, progress, and the result. Plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.graph.kernels.request import Tile

Ending = Literal["all measured", "time is over", "cancelled"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One tile, compiled and run.

    instructions: executed by one call, counted; 0 if it failed. loop_cycles: llvm-mca's cycles for
    one turn of the innermost loop that multiplies, None where it has no loop or no model.
    loop_multiplies: multiply-accumulates of that turn. failure: why it may not win, empty if none.
    """

    tile: Tile
    instructions: int
    loop_cycles: float | None = None
    loop_multiplies: int = 0
    failure: str = ""

    @property
    def cycles_per_multiply(self) -> float | None:
        """Modelled cycles per multiply-accumulate of the innermost loop."""
        if self.loop_cycles is None or not self.loop_multiplies:
            return None
        return self.loop_cycles / self.loop_multiplies


@dataclass(frozen=True, slots=True)
class Progress:
    """done of total candidates are measured; best is the best so far."""

    done: int
    total: int
    best: Candidate | None
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TuningResult:
    """Candidates in the order they were tried, the first being the tactic's own choice."""

    layer: str
    """Name of the layer, which is that of its fused group."""
    tactic: str
    """Name of the one whose tiles were tried."""
    core: str
    """Name of the core that was emulated."""
    compiler: str
    """With its version, for people."""
    candidates: tuple[Candidate, ...]
    """In the order in which they were tried."""
    winner: Candidate
    """Fewest instructions of those that compute the same; default: the first."""
    ending: Ending
    """Why no further tile was tried."""
    seconds: float
    """How long the search took, by the clock."""
    cached: bool = False
    """It was measured in an earlier run."""

    @property
    def default(self) -> Candidate:
        return self.candidates[0]

    @property
    def sentence(self) -> str:
        """What tuning bought, in words."""
        tile = self.winner.tile
        shape = f"{tile.rows} × {tile.vectors * 4}, {tile.order} outermost"
        saved = 1 - self.winner.instructions / max(self.default.instructions, 1)
        if self.winner == self.default:
            return f"The default tile ({shape}) is the best of {len(self.candidates)} tried."
        return (
            f"The tile {shape} executes {self.winner.instructions:,} instructions, "
            f"{saved:.1%} fewer than the default; {len(self.candidates)} tried."
        )
