"""What the page on training counts is what files of these models hold."""

from __future__ import annotations

from compiler_core.atlas.training.kept import Batch, training_memory, weights_of_block
from compiler_core.llm.inspection import inspect_model
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import header_of

UNTIED = "llama-3.1-8b"


def test_weights_of_blocks_are_all_but_embedding_head_and_norms() -> None:
    shape = known_language_model(UNTIED).configuration
    norms = (2 * shape.layers + 1) * shape.hidden
    ends = 2 * shape.vocabulary * shape.hidden
    held = inspect_model(header_of(shape, "f16")).parameters
    assert shape.layers * weights_of_block(shape) == held - ends - norms


def test_each_way_keeps_less_and_computes_more_than_the_one_before() -> None:
    shape = known_language_model(UNTIED).configuration
    for tokens in (16, 512, 8192):
        batch = Batch(tokens=tokens, sequences=2, number_bytes=4)
        ways = training_memory(shape, 1, batch).ways
        assert sorted(ways, key=lambda way: -way.bytes) == sorted(ways, key=lambda way: way.again)
