"""What the decode scene is drawn from: a run of the program, and two places under a chip's roof."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.llm.engine.records import PhaseCount
from compiler_core.llm.pipeline.written_tokens import StepReads, WrittenToken
from compiler_core.soc.rooflines.roofline import PlacedPoint


@dataclass(frozen=True, slots=True, kw_only=True)
class RoofPlaces:
    """A prompt and a decode step under a chip's roof, as the models see them."""

    chip: str
    peak: float
    bandwidth: float
    ridge: float
    prefill: PlacedPoint
    decode: PlacedPoint


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeFacts:
    """A run."""

    pieces: tuple[str, ...]
    written: tuple[WrittenToken, ...]
    reads: StepReads
    prefill: PhaseCount
    decode: PhaseCount
    roof: RoofPlaces | None
    """None where the chip has no speed for this model. weights: of the model, in a word or two."""
    model: str
    command: str
    """Gives the same run."""

    @property
    def weight_bytes(self) -> int:
        """Read by every step."""
        return sum(weight.bytes for weight in self.reads.weights)
