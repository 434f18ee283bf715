"""The engine computes what transformers does, with the switches of a kind together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.llm.engine.run import run_engine
from tests.llm.engine.engines import engine_of
from tests.llm.switches.cases import KEPT, TOKENS, all_cases
from tests.llm.switches.models import CLOSE, converted, recorded

pytestmark = pytest.mark.usefixtures("emulator")

# One or two of each dense kind; together they hold every switch of an engine.
ENGINES = (
    "llama: both biases", "llama: relu", "mistral: window", "qwen2: window, first layers whole",
    "qwen2: window in no layer", "qwen3: attention bias", "qwen3: quick_gelu",
    "phi3: part of a head", "phi3: window", "gemma: attention bias", "gemma2: scalar",
    "gemma3_text: parameters",
)  # fmt: skip


def engine_difference(folder: Path, name: str) -> float:
    """Largest difference of logits, over the last positions, each a step of its own."""
    model, _ = converted(folder, all_cases()[name])
    first = len(TOKENS) - KEPT + 1
    found = run_engine(engine_of(model), TOKENS, KEPT, prompt=first, wanted="logits")
    assert found.ok, found.message
    assert found.logits is not None
    return float(np.abs(found.logits - recorded()[name]).max())


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_gives_the_logits_of_transformers(name: str, tmp_path: Path) -> None:
    assert engine_difference(tmp_path, name) < CLOSE
