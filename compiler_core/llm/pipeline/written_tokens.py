"""What a run of the program shows token by token: pieces of text, rivals, and what a step reads."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from compiler_core.llm.cache.sizes import row_bytes
from compiler_core.llm.engine.records import EngineBuild
from compiler_core.llm.inspection import reads_per_token
from compiler_core.llm.pipeline.state import LanguageState
from compiler_core.llm.tokenising.tokeniser import Tokeniser

RIVALS = 5
# Bytes of all logits; the program writes them for small vocabularies only.
MOST_LOGITS_BYTES = 4 << 20
_LAYER = re.compile(r"^blk\.(\d+)\.")


@dataclass(frozen=True, slots=True)
class Rival:
    """A token that could have come. probability: softmax of the program's logits."""

    text: str
    probability: float


@dataclass(frozen=True, slots=True)
class WrittenToken:
    """A token that the program chose. rivals: the likeliest there, itself first; empty where the
    program was not asked for its logits."""

    text: str
    rivals: tuple[Rival, ...] = ()


@dataclass(frozen=True, slots=True)
class WeightPart:
    """Weights that each step reads, in the order of reading: a layer, or what is after them all."""

    name: str
    bytes: int


@dataclass(frozen=True, slots=True)
class StepReads:
    """What one step of decode reads. cache_row: bytes of one position in all layers. page:
    positions in a page. windowed: some layers keep only their last positions."""

    weights: tuple[WeightPart, ...] = ()
    cache_row: int = 0
    page: int = 0
    windowed: bool = False


NO_READS = StepReads()


def wants_logits(build: EngineBuild, tokens: int) -> bool:
    """Whether logits of so many tokens are small enough to be kept for a moment."""
    return 4 * build.vocabulary * tokens <= MOST_LOGITS_BYTES


def piece_text(tokeniser: Tokeniser, identifier: int) -> str:
    """A token as text; of one that stands for none, its name in the table."""
    return tokeniser.piece(identifier).decode("utf-8", "replace") or tokeniser.token_text(
        identifier
    )


def written_tokens(
    tokeniser: Tokeniser, tokens: tuple[int, ...], logits: np.ndarray | None
) -> tuple[WrittenToken, ...]:
    """logits: float32 [tokens, vocabulary], None where they were not asked for."""
    return tuple(
        WrittenToken(
            piece_text(tokeniser, token),
            () if logits is None else _rivals(tokeniser, logits[position]),
        )
        for position, token in enumerate(tokens)
    )


def _rivals(tokeniser: Tokeniser, logits: np.ndarray) -> tuple[Rival, ...]:
    """The likeliest first; of equals, the one that greedy choice takes."""
    shifted = np.exp(logits.astype(np.float64) - float(logits.max()))
    order = np.argsort(-logits, kind="stable")[:RIVALS]
    total = float(shifted.sum())
    return tuple(
        Rival(piece_text(tokeniser, int(token)), float(shifted[token]) / total) for token in order
    )


def step_reads(state: LanguageState) -> StepReads:
    """Of the engine that was built. Raises InputError for a cache type that a row cannot have."""
    assert state.engine is not None
    shape, kind = state.header.configuration, state.engine.cache_type
    parts: dict[str, int] = {}
    for tensor, read in zip(state.header.tensors, reads_per_token(state.header), strict=True):
        match = _LAYER.match(tensor.name)
        name = f"layer {int(match[1])}" if match else "output head"
        parts[name] = parts.get(name, 0) + read.bytes
    layers = [name for name in parts if name != "output head"]
    # A table that is the head as well is read twice: whole at the end, one row at the start.
    parts["embedding row"] = state.engine.bytes_per_token - sum(parts.values())
    ordered = (
        *sorted(layers, key=lambda name: int(name.split()[1])),
        "output head",
        "embedding row",
    )
    return StepReads(
        tuple(WeightPart(name, parts[name]) for name in ordered if parts.get(name, 0) > 0),
        shape.layers * row_bytes(shape, kind, kind),
        state.engine.page,
        bool(shape.sliding_window),
    )
