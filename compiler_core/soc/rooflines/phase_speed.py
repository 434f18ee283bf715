"""Prefill and decode of one language model by the token, so that they can be compared."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.networks.cnn import KernelBound


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseSpeed:
    """One phase."""

    name: str
    """That of its point: `decode`, `prefill of 512`."""
    tokens: int
    """That go through the weights together."""
    operations: float
    """For each token."""
    bytes: float
    """Moved for each token."""
    allowed_per_second: float | None
    """Tokens, on the roof."""
    seconds: float | None
    """Modelled, for each token; None where no time is."""
    tokens_per_second: float | None
    """Modelled, None where no time is."""
    bound: KernelBound | None
    """What the model waits for. What has no modelled time has None; a model that does not fit has
    no speed on the roof."""
