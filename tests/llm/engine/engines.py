"""Engines of tiny models, built and run, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from compiler_core.llm.engine.records import EngineRun
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.settings import EngineSettings
from compiler_core.llm.engine.write import write_engine
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.loading import load_reference
from script.training.language.gguf_file import write_gguf
from tests.llm.tiny_models import tiny_configuration, tiny_tensors, tiny_tokeniser

PROMPT = (1, 5, 9, 200, 30, 7, 8, 77, 300, 12, 4, 100, 101, 55, 56, 57, 58, 59, 60)


def tiny_model(
    path: Path, matrix_type: str = "F32", kind: str = "llama", seed: int = 1, **changes: Any
) -> Path:
    """A tiny model of a kind, matrices of a type; mixed types as Q4_K_M has with "Q4_K+Q6_K"."""
    configuration = tiny_configuration(kind, **changes)
    first, _, second = matrix_type.partition("+")
    tensors = tiny_tensors(configuration, seed)
    others = {name: second for name in tensors if name.endswith(("attn_v.weight", "down.weight"))}
    write_gguf(
        path,
        f"tiny {kind}",
        configuration,
        tensors,
        tiny_tokeniser(configuration.vocabulary),
        first,
        others if second else {},
    )
    return path


def engine_of(model: Path, settings: EngineSettings | None = None) -> Path:
    """Its engine, in a directory beside it."""
    directory = model.with_suffix(".engine")
    write_engine(read_header(model), model, directory, settings or EngineSettings())
    return directory


def run_of(
    model: Path,
    settings: EngineSettings | None = None,
    count: int = 6,
    prompt: int | None = None,
    tokens: tuple[int, ...] = PROMPT,
) -> EngineRun:
    """A run with logits; raises AssertionError when it does not end well."""
    found = run_engine(engine_of(model, settings), tokens, count, prompt=prompt, wanted="logits")
    assert found.ok, found.message
    return found


def reference_logits(model: Path, tokens: tuple[int, ...], first: int) -> np.ndarray:
    """Of the float reference, from the token at `first` on."""
    return forward(load_reference(model), tokens)[first:]


def largest_difference(
    model: Path, found: EngineRun, tokens: tuple[int, ...], prompt: int
) -> float:
    """Between the engine's logits and the reference's on the same tokens."""
    assert found.logits is not None
    taken = (*tokens, *found.tokens[len(tokens) - prompt :])
    ours, steps = found.logits, len(found.logits)
    wanted = reference_logits(model, taken[: prompt + steps - 1], prompt - 1)
    return float(np.abs(ours - wanted).max())
