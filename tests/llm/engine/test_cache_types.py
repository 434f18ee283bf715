"""A cache of 8-bit codes: its bytes, how far its logits are off, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.engine.manifest import read_engine
from compiler_core.llm.engine.settings import EngineSettings, settings_of
from compiler_core.llm.settings import settings_of as language_settings_of
from tests.llm.engine.engines import engine_of, run_of, tiny_model

CODES = EngineSettings(cache_type="q8_0", page=3, batch=5)


@pytest.mark.usefixtures("emulator")
def test_codes_are_close_to_floats_in_both_arithmetics(tmp_path: Path) -> None:
    """Each value is off by at most a 254th of its block's largest."""
    model = tiny_model(tmp_path / "model.gguf")
    exact = run_of(model, EngineSettings(cache_type="f32"), count=4).logits
    codes = run_of(model, CODES, count=4).logits
    plain = run_of(model, EngineSettings(cache_type="q8_0", arithmetic="scalar"), count=4).logits
    assert exact is not None
    assert codes is not None
    assert plain is not None
    assert 0 < np.abs(codes - exact).max() < 0.05 * np.abs(exact).max()
    assert np.abs(codes - plain).max() < 0.01 * np.abs(exact).max()


def test_codes_take_34_bytes_for_32_values(tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model.gguf")
    floats = read_engine(engine_of(model, EngineSettings(cache_type="f16", page=3)))
    codes = read_engine(engine_of(model, CODES))
    assert codes.cache_bytes * 64 == floats.cache_bytes * 34
    assert codes.cache_type == "q8_0"


def test_heads_that_blocks_do_not_fit_are_refused(tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model.gguf", head_size=48)
    with pytest.raises(InputError, match="multiple of 32"):
        engine_of(model, CODES)


def test_an_unknown_cache_is_refused() -> None:
    with pytest.raises(InputError, match="cache type 'q3'"):
        settings_of(0, 16, 16, "matrix", "q3")


def test_a_reader_chooses_the_cache_of_the_pages_engine() -> None:
    chosen = language_settings_of({"kv": "q8_0"})
    assert chosen.query() == {"kv": "q8_0"}
    with pytest.raises(InputError, match="cache type q3"):
        language_settings_of({"kv": "q3"})
