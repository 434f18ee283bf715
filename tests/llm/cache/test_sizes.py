"""The cache's size against what is published of real models."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.errors import InputError
from compiler_core.llm.cache.sizes import cache_size
from tests.llm.tiny_models import TINY

MIB = 1 << 20
EVEN = tuple(range(0, 42, 2))
# layers, heads, key heads, head size: of config.json. Sizes in MiB: llama.cpp's log for these
# contexts (LLaMA 30B and Llama 3.1 8B also in its discussions), or the models' papers.
PUBLISHED = {
    "LLaMA 30B, F32": ((60, 52, 52, 128), {}, 512, "F32", 1560),
    "Llama 2 7B": ((32, 32, 32, 128), {}, 4096, "F16", 2048),
    "Llama 2 13B": ((40, 40, 40, 128), {}, 4096, "F16", 3200),
    "Llama 2 70B": ((80, 64, 8, 128), {}, 4096, "F16", 1280),
    "Llama 3.1 8B": ((32, 32, 8, 128), {}, 4096, "F16", 512),
    "Llama 3.1 8B, Q8_0": ((32, 32, 8, 128), {}, 4096, "Q8_0", 272),
    "TinyLlama 1.1B": ((22, 32, 4, 64), {}, 2048, "F16", 44),
    "Gemma 2B, one key head": ((18, 8, 1, 256), {}, 8192, "F16", 144),
    "Qwen2.5 0.5B": ((24, 14, 2, 64), {}, 32768, "F16", 384),
    "Qwen3 0.6B": ((28, 16, 8, 128), {}, 4096, "F16", 448),
    "Phi-3 mini": ((32, 32, 32, 96), {}, 4096, "F16", 1536),
    "Mistral 7B v0.1": ((32, 32, 8, 128), {"sliding_window": 4096}, 32768, "F16", 512),
    "Gemma 2 9B, every other layer": (
        (42, 16, 8, 256),
        {"sliding_window": 4096, "windowed_layers": EVEN},
        8192,
        "F16",
        2016,
    ),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_models(name: str) -> None:
    (layers, heads, key_heads, size), more, positions, kind, expected = PUBLISHED[name]
    configuration = replace(
        TINY, layers=layers, heads=heads, key_value_heads=key_heads, head_size=size, **more
    )
    found = cache_size(configuration, positions, kind, kind)
    assert found.total == expected * MIB
    assert found.formula.endswith(f"= {expected * MIB} B")
    assert found.without_sharing == found.total * heads // key_heads


def test_a_window_longer_than_the_text_saves_nothing() -> None:
    windowed = replace(TINY, sliding_window=4096)
    found = cache_size(windowed, 100)
    assert found.total == found.without_window == cache_size(TINY, 100).total


def test_values_of_another_size_than_keys() -> None:
    found = cache_size(replace(TINY, head_size=96, value_size=64), 1, "F16", "F16")
    assert found.row_bytes == 2 * (96 + 64) * 2


def test_keys_and_values_of_different_types() -> None:
    assert cache_size(TINY, 1, "Q8_0", "F16").row_bytes == 4 * 34 + 128 * 2


@pytest.mark.parametrize(
    ("key_heads", "sharing"), [(4, "multi-head"), (2, "grouped"), (1, "multi-query")]
)
def test_the_name_of_sharing(key_heads: int, sharing: str) -> None:
    assert cache_size(replace(TINY, key_value_heads=key_heads), 1).sharing == sharing


def test_rows_that_are_no_whole_blocks() -> None:
    with pytest.raises(InputError, match="whole number of Q8_0 blocks"):
        cache_size(replace(TINY, head_size=40, key_value_heads=1), 1, "Q8_0")


def test_types_a_cache_cannot_have() -> None:
    with pytest.raises(InputError, match="Q4_K"):
        cache_size(TINY, 1, "Q4_K")
