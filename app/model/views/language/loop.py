"""The loop that writes tokens, step by step, with the llama.cpp call beside each step."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from compiler_core.content_files import (
    CONTENT_FOLDER,
    ContentError,
    checked_mapping,
    checked_text,
    read_yaml,
)

LOOP_FILE = CONTENT_FOLDER / "models" / "decode-loop.yaml"
_KEYS = {"source", "steps"}
_STEP_KEYS = {"does", "ours", "other"}


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
    steps: tuple[LoopStep, ...]


@lru_cache(maxsize=1)
def decode_loop() -> DecodeLoop:
    """As `content/models/decode-loop.yaml` has it. Raises ContentError."""
    name = LOOP_FILE.name
    table = checked_mapping(name, read_yaml(LOOP_FILE), _KEYS, _KEYS)
    rows = table["steps"]
    if not isinstance(rows, list) or not rows:
        raise ContentError(f"{name}: steps has to be a list.")
    steps = []
    for row in rows:
        fields = checked_mapping(name, row, _STEP_KEYS, _STEP_KEYS)
        steps.append(
            LoopStep(**{key: checked_text(name, fields[key]) for key in sorted(_STEP_KEYS)})
        )
    return DecodeLoop(checked_text(name, table["source"]), tuple(steps))
