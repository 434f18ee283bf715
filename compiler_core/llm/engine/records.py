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
    """Its name in C."""
    phase: Phase
    """`prefill`, or `decode` for one token at a time."""
    role: str
    """What it does ("product", "norm", …)."""
    type: str
    """Of its weights, such as `Q4_0`; "" without."""
    tactic: str
    """How, in a sentence."""
    rows: int
    """Of its weights; 0 without."""
    columns: int
    """Of its weights; 0 without."""
    tensors: tuple[str, ...]
    """Those it reads, by the file's names."""
    bytes_per_token: int
    """Bytes of weights that one decoded token reads through it."""
    why: str
    """The reason for the tactic."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaPart:
    """A piece of the static memory: bytes at offset, in use from step `first` to `last` of a layer
    (both 0 and the last step: always)."""

    name: str
    """Of the C macro that stands for it, such as `KEYS`."""
    bytes: int
    """Its size."""
    offset: int
    """Where it starts in the arena, in bytes."""
    first: int
    """Index of the layer's step from which on it is in use; 0 for always."""
    last: int
    """Index of the layer's last step in which it is in use."""
    shape: str
    """In words, as `rows 16`."""


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
    """Of the model, as GGUF calls it."""
    name: str
    """Of the model, as its file says."""
    context: int
    """Positions that the cache has room for."""
    page: int
    """Positions in a page of the cache."""
    pages: int
    """How many pages the cache has."""
    batch: int
    """Tokens of a prompt that are computed together."""
    vocabulary: int
    """How many tokens there are to choose from."""
    arithmetic: Arithmetic
    """How products are computed, as the settings say."""
    march: str
    """What it is compiled for, as in `armv8.2-a+dotprod`."""
    features: tuple[str, ...]
    """What the core must have, by name."""
    cache_type: str
    """What keys and values are kept as: `f32`, `f16` or `q8_0`."""
    kernels: tuple[EngineKernel, ...]
    """Functions of the program, those of prefill before those of decode, in order of first use."""
    steps: tuple[str, ...]
    """Names of the steps of a layer, in order; the arena's lifetimes count in them."""
    arena: tuple[ArenaPart, ...]
    """Pieces of the static memory."""
    arena_bytes: int
    """Of the whole static memory."""
    naive_bytes: int
    """What the static memory would take if nothing shared it."""
    cache_bytes: int
    """What keys and values take of the arena."""
    weight_bytes: int
    """Size of the model file."""
    bytes_per_token: int
    """Bytes of weights that one decoded token reads."""
    digest: str
    """SHA-256 of the model file, in hexadecimal."""
    text_digest: str
    """SHA-256 of the program's files."""
    decisions: tuple[Decision, ...]
    """The builder's log: what was chosen, and why."""
    form: int = 1
    """Of the manifest; one of another form is not read."""
    warnings: tuple[str, ...] = ()
    """Keys of the model file that mean nothing known here, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelCount:
    """What one kernel executed in one phase of a run."""

    function: str
    """Its name in C."""
    role: str
    """What it does, such as `product` or `norm`."""
    type: str
    """Of its weights, "" without."""
    tactic: str
    """How, in a sentence."""
    instructions: int
    """How many it executed for all tokens of the phase."""
    loads: int
    """Of these, how many read memory."""
    bytes_loaded: int
    """How much they read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseCount:
    """All kernels of a phase."""

    tokens: int
    """How many went through it; counts are of all of them."""
    instructions: int
    """How many all kernels executed."""
    loads: int
    """Of these, how many read memory."""
    bytes_loaded: int
    """How much they read."""
    bytes_stored: int
    """How much was written to memory."""
    kernels: tuple[KernelCount, ...]
    """One for each kernel of the phase; empty where nothing was counted."""

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
    """Ids of the tokens that the program chose, in order."""
    logits: np.ndarray | None = None
    """float32 [tokens, vocabulary] if asked for."""
    prefill: PhaseCount = NOTHING_COUNTED
    """Counts of the prompt's tokens; all 0 where nothing was counted."""
    decode: PhaseCount = NOTHING_COUNTED
    """Counts of the tokens computed one at a time; all 0 where nothing was counted."""
    elsewhere: int = 0
    """Instructions outside all kernels: start-up, checking the file, printing."""
    seconds_emulated: float = 0.0
    """Wall time under the emulator, which says nothing of a real core."""

    @property
    def ok(self) -> bool:
        return self.status == "ok"
