"""Engines of every kind of model against the numpy reference, under the emulator."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.llm.engine.manifest import read_engine
from compiler_core.llm.engine.run import run_engine
from compiler_core.llm.engine.settings import EngineSettings
from tests.llm.engine.engines import PROMPT, engine_of, largest_difference, run_of, tiny_model
from tests.llm.tiny_models import KINDS

pytestmark = pytest.mark.usefixtures("emulator")

DENSE = tuple(kind for kind in KINDS if kind != "mixtral")
CLOSE = 1e-4


@pytest.mark.slow
@pytest.mark.parametrize("kind", DENSE)
def test_every_kind_of_model_is_as_the_reference(kind: str, tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model.gguf", kind=kind)
    # Longer than the windows of the kinds that have one, and than a batch.
    tokens = PROMPT * 2
    found = run_of(model, count=4, tokens=tokens)
    assert largest_difference(model, found, tokens, len(tokens)) < CLOSE


def test_pages_and_batches_of_odd_sizes_change_nothing(tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model.gguf", "F16", "gemma2")
    settings = EngineSettings(context=40, page=3, batch=5)
    found = run_of(model, settings, count=12)
    assert largest_difference(model, found, PROMPT, len(PROMPT)) < CLOSE


def test_forced_tokens_are_decoded_in_place_of_the_chosen_ones(tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model.gguf", "F32", "qwen3")
    found = run_of(model, count=len(PROMPT) - 3, prompt=4)
    assert largest_difference(model, found, PROMPT, 4) < CLOSE


def test_mixed_types_share_an_input_and_plain_c_chooses_the_same(tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model.gguf", "Q4_K+Q8_0", vocabulary=301)
    vectors = run_of(model, count=8)
    plain = run_of(model, EngineSettings(arithmetic="scalar"), count=8)
    assert vectors.tokens == plain.tokens


@pytest.mark.parametrize("matrix_type", ["Q8_0", "Q4_0"])
def test_a_batch_laid_out_anew_gives_the_same_bits(matrix_type: str, tmp_path: Path) -> None:
    """Rows that are no multiple of eight, a batch that is none of four, a rest of one token."""
    model = tiny_model(tmp_path / "model.gguf", matrix_type, vocabulary=301)
    matrix = EngineSettings(arithmetic="matrix", batch=6)
    laid_out = run_of(model, matrix, count=3)
    row_by_row = run_of(model, EngineSettings(batch=6), count=3)
    assert laid_out.logits is not None
    assert row_by_row.logits is not None
    assert np.array_equal(laid_out.logits, row_by_row.logits)
    parts = {part.name: part for part in read_engine(engine_of(model, matrix)).arena}
    assert parts["TOKEN_CODES"].bytes == parts["PANEL_CODES"].bytes


def test_tokens_come_one_by_one_and_are_counted_by_phase(tmp_path: Path) -> None:
    directory = engine_of(tiny_model(tmp_path / "model.gguf", "Q4_0"))
    heard: list[int] = []
    short = run_engine(directory, PROMPT, 2, heard.append)
    longer = run_engine(directory, PROMPT, 5, heard.append)
    assert tuple(heard) == (*short.tokens, *longer.tokens)
    assert longer.tokens[:2] == short.tokens
    assert (longer.prefill.tokens, longer.decode.tokens) == (len(PROMPT), 4)
    assert longer.prefill.instructions == short.prefill.instructions
    assert 3.9 < longer.decode.instructions / short.decode.instructions < 4.5
    # Every weight that decoding reads is read once a token, by the kernels that say so.
    build = read_engine(directory)
    products = {kernel.function for kernel in build.kernels if kernel.role == "product"}
    read = sum(one.bytes_loaded for one in longer.decode.kernels if one.function in products)
    assert read / longer.decode.tokens >= 0.99 * build.bytes_per_token


def test_buffers_alive_at_the_same_time_do_not_overlap(tmp_path: Path) -> None:
    directory = engine_of(tiny_model(tmp_path / "model.gguf", "Q4_K", "gemma2"))
    build = read_engine(directory)
    assert build.arena_bytes < build.naive_bytes
    for at, one in enumerate(build.arena):
        for other in build.arena[at + 1 :]:
            apart_in_time = one.last < other.first or other.last < one.first
            apart = (
                one.offset + one.bytes <= other.offset or other.offset + other.bytes <= one.offset
            )
            assert apart_in_time or apart, (one.name, other.name)


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model.gguf", "Q8_0")
    first = read_engine(engine_of(model))
    assert read_engine(engine_of(model)) == first
