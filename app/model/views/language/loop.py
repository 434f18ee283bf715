"""The loop that writes tokens, step by step, with the llama.cpp call beside each step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from compiler_core.content_files import CONTENT_FOLDER, Rule, read_file

LOOP_FILE = CONTENT_FOLDER / "models" / "decode-loop.yaml"


@dataclass(frozen=True, slots=True)
class LoopStep:
    """One step: what it does, our call, and the documented one."""

    does: str
    ours: str
    other: str


@dataclass(frozen=True, slots=True)
class DecodeLoop:
    """source: where the other calls are documented."""

    source: str
    steps: Annotated[tuple[LoopStep, ...], Rule(min_length=1)]


@lru_cache(maxsize=1)
def decode_loop() -> DecodeLoop:
    """As `content/models/decode-loop.yaml` has it. Raises ContentError."""
    return read_file(LOOP_FILE, DecodeLoop)
