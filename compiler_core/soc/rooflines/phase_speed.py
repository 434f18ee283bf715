"""Prefill and decode of one language model by the token, so that they can be compared."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.networks.cnn import KernelBound


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseSpeed:
    """One phase. tokens: that go through the weights together. operations, bytes: for each of them;
    seconds: of each, modelled; allowed_per_second: tokens, on the roof. bound: what the model waits
    for. What has no modelled time has None; a model that does not fit has no speed on the roof."""

    name: str
    tokens: int
    operations: float
    bytes: float
    allowed_per_second: float | None
    seconds: float | None
    tokens_per_second: float | None
    bound: KernelBound | None
