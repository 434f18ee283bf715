"""What building and running an engine gives: plain data for pages and JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from compiler_core.llm.engine.settings import Arithmetic

Phase = Literal["prefill", "decode"]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineKernel:
    """One function of the program, counted by its name."""

    function: str
    phase: Phase
    role: str
    """What it does ("product", "norm", …)."""
    type: str
    """Of its weights, "" without."""
    tactic: str
    """How, in a sentence."""
    rows: int
    """Of its weights."""
    columns: int
    """Of its weights."""
    tensors: tuple[str, ...]
    """Those it reads, by the file's names."""
    bytes_per_token: int
    """Of weights that one decoded token reads through it."""
    why: str
    """The reason for the tactic."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaPart:
    """A piece of the static memory: bytes at offset, in use from step `first` to `last` of a layer
    (both 0 and the last step: always)."""

    name: str
    bytes: int
    offset: int
    first: int
    last: int
    shape: str
    """In words."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A line of the builder's log: about what, what was chosen, and why."""

    subject: str
    choice: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineBuild:
    """An engine as its manifest describes it. Sizes in bytes."""

    architecture: str
    name: str
    context: int
    page: int
    pages: int
    batch: int
    vocabulary: int
    arithmetic: Arithmetic
    march: str
    """What it is compiled for and what the core must have."""
    features: tuple[str, ...]
    """What it is compiled for and what the core must have."""
    cache_type: str
    kernels: tuple[EngineKernel, ...]
    steps: tuple[str, ...]
    """Of a layer, by name; the arena's lifetimes count in them."""
    arena: tuple[ArenaPart, ...]
    arena_bytes: int
    naive_bytes: int
    """Of the arena if nothing shared memory."""
    cache_bytes: int
    """Of keys and values, part of the arena."""
    weight_bytes: int
    """Of the model file, digest: its SHA-256."""
    bytes_per_token: int
    """Of weights read by one decoded token."""
    digest: str
    text_digest: str
    """SHA-256 of the program's files."""
    decisions: tuple[Decision, ...]
    form: int = 1
    warnings: tuple[str, ...] = ()
    """Keys of the model file that mean nothing known here, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelCount:
    """What one kernel executed in one phase of a run."""

    function: str
    role: str
    type: str
    tactic: str
    instructions: int
    loads: int
    bytes_loaded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCount:
    """All kernels of a phase."""

    tokens: int
    """How many went through it; counts are of all of them."""
    instructions: int
    loads: int
    bytes_loaded: int
    bytes_stored: int
    kernels: tuple[KernelCount, ...]

    @property
    def instructions_per_token(self) -> int:
        """Rounded down; 0 without tokens."""
        return self.instructions // self.tokens if self.tokens else 0

    @property
    def bytes_loaded_per_token(self) -> int:
        """Rounded down; 0 without tokens."""
        return self.bytes_loaded // self.tokens if self.tokens else 0


NOTHING_COUNTED = PhaseCount(
    tokens=0, instructions=0, loads=0, bytes_loaded=0, bytes_stored=0, kernels=()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineRun:
    """How a run ended."""

    status: str
    """"ok", "does not build", "refused by the core", "stopped", "failed"."""
    message: str = ""
    """In plain words unless ok."""
    tokens: tuple[int, ...] = ()
    """Chosen, in order."""
    logits: np.ndarray | None = None
    """float32 [tokens, vocabulary] if asked for."""
    prefill: PhaseCount = NOTHING_COUNTED
    decode: PhaseCount = NOTHING_COUNTED
    elsewhere: int = 0
    """Instructions outside all kernels: start-up, checking the file, printing."""
    seconds_emulated: float = 0.0
    """Wall time under the emulator, which says nothing of a real core."""

    @property
    def ok(self) -> bool:
        return self.status == "ok"
