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
    """Its title."""
    peak: float
    """Operations a second, at most."""
    bandwidth: float
    """Bytes a second from main memory."""
    ridge: float
    """Operations a byte at which the slope meets the peak."""
    prefill: PlacedPoint
    """The whole prompt at once."""
    decode: PlacedPoint
    """One token after the prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeFacts:
    """A run."""

    pieces: tuple[str, ...]
    """The prompt, token by token."""
    written: tuple[WrittenToken, ...]
    """Tokens that the program chose, in order; at least one."""
    reads: StepReads
    """What one step of decode reads, in bytes."""
    prefill: PhaseCount
    """What was counted while the prompt was read."""
    decode: PhaseCount
    """What was counted while tokens were written."""
    roof: RoofPlaces | None
    """None where the chip has no speed for this model. weights: of the model, in a word or two."""
    model: str
    """Its title and the type of its weights, as in `SmolLM2, weights in Q4_0`."""
    command: str
    """Gives the same run."""

    @property
    def weight_bytes(self) -> int:
        """Read by every step."""
        return sum(weight.bytes for weight in self.reads.weights)
