"""What an engine's type of keys and values costs in prediction, against 32-bit floats.

The engine and one that differs in nothing but its cache read the same text under the emulator, each
given the text's tokens whatever it would have chosen; their logits are compared.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.engine.manifest import read_engine
from compiler_core.llm.engine.records import EngineBuild
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.settings import EngineSettings
from compiler_core.llm.engine.surroundings import MODEL_FILE
from compiler_core.llm.engine.write import write_engine
from compiler_core.llm.evaluation.perplexity import divergence, negative_log_likelihoods
from compiler_core.llm.reading.header import read_header

MOST_TOKENS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class CachePrice:
    """What a text says about two caches."""

    cache_type: str
    """What the engine keeps keys and values as: `f32`, `f16` or `q8_0`."""
    cache_bytes: int
    """Of the engine's keys and values."""
    float_bytes: int
    """What keys and values would take as 32-bit floats."""
    tokens: int
    """How many were predicted."""
    perplexity: float
    """Of the text, with the engine's cache."""
    float_perplexity: float
    """Of the text, with keys and values as 32-bit floats."""
    divergence: float
    """Kullback-Leibler, mean nats per prediction, of the engine from the one with floats."""


def price_of_cache(directory: Path, tokens: Sequence[int], seconds: int = 120) -> CachePrice:
    """tokens: of a text; at most MOST_TOKENS and the context are read.

    Raises InputError for fewer than two tokens or an engine that does not finish.
    """
    build = read_engine(directory)
    read = tuple(tokens)[: min(MOST_TOKENS, build.context)]
    if len(read) < 2:
        raise InputError("Perplexity needs at least two tokens.", "Give a longer text.")
    with tempfile.TemporaryDirectory() as folder:
        model = directory / MODEL_FILE
        floats = write_engine(read_header(model), model, Path(folder), _with_floats(build))
        exact = _logits(Path(folder), read, seconds)
    logits, answers = _logits(directory, read, seconds), np.array(read[1:])
    return CachePrice(
        cache_type=build.cache_type,
        cache_bytes=build.cache_bytes,
        float_bytes=floats.cache_bytes,
        tokens=len(answers),
        perplexity=math.exp(negative_log_likelihoods(logits, answers).mean()),
        float_perplexity=math.exp(negative_log_likelihoods(exact, answers).mean()),
        divergence=float(divergence(exact, logits).mean()),
    )


def _with_floats(build: EngineBuild) -> EngineSettings:
    return EngineSettings(build.context, build.page, build.batch, build.arithmetic, "f32")


def _logits(directory: Path, tokens: tuple[int, ...], seconds: int) -> np.ndarray:
    """float32 [tokens - 1, vocabulary]: what each token but the first is predicted from."""
    run = run_engine(directory, tokens, len(tokens) - 1, prompt=1, wanted="logits", seconds=seconds)
    if run.logits is None:
        raise InputError(f"The engine did not read the text: {run.message}", "Take a shorter one.")
    return run.logits
