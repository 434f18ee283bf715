"""llama.cpp opens what we convert and computes what our reference does, in every architecture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.llm.converting.convert import convert_model
from compiler_core.llm.converting.records import ConversionSettings
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.loading import load_reference
from script.llama.driver import run_llama
from tests.llm.converting.published_form import write_published

pytestmark = pytest.mark.usefixtures("emulator", "oracle")

TOKENS = (0, 45, 67, 89, 120, 33, 200, 5, 9, 300)
# Gemma's activation is a table of 16-bit values in llama.cpp.
CLOSE = {"gemma": 1e-3, "gemma2": 1e-3}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["llama", "mixtral", "qwen2", "qwen3", "gemma", "gemma2"])
def test_logits_are_those_of_llama_cpp(kind: str, tmp_path: Path) -> None:
    write_published(tmp_path / "source", kind)
    out = tmp_path / "out.gguf"
    convert_model(tmp_path / "source", out, ConversionSettings("f32"))
    expected = forward(load_reference(out), TOKENS)
    found = run_llama(out, TOKENS, 1, len(TOKENS), "f32").logits
    assert np.abs(found - expected).max() < CLOSE.get(kind, 1e-5) * np.abs(expected).max()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["f16", "q8_0", "q4_0", "q4_k_m"])
def test_every_type_opens(name: str, tmp_path: Path) -> None:
    """Block types round activations, so logits agree in the large only."""
    write_published(tmp_path / "source", "llama-untied", layers=1)
    out = tmp_path / "out.gguf"
    convert_model(tmp_path / "source", out, ConversionSettings(name))
    expected = forward(load_reference(out), TOKENS)
    found = run_llama(out, TOKENS, 1, len(TOKENS), "f32").logits
    assert np.abs(found - expected).max() < 0.05 * np.abs(expected).max()
