"""`lowlab soc decode --config` on mixtures, tied heads and long contexts, against sums by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from command_line.main import run_arguments
from compiler_core.llm.cache import sizes
from compiler_core.soc.decoding import model_shape
from compiler_core.soc.decoding.decode import SYSTEM_BYTES
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.reading import soc_named

Q4_0, Q8_0, Q6_K, F32 = 18 / 32, 34 / 32, 210 / 256, 4

LLAMA_31 = {
    "model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "vocab_size": 128256,
    "intermediate_size": 14336, "num_attention_heads": 32, "num_key_value_heads": 8,
    "max_position_embeddings": 131072,
}  # fmt: skip
MIXTRAL = {
    "model_type": "mixtral", "num_hidden_layers": 32, "hidden_size": 4096, "vocab_size": 32000,
    "intermediate_size": 14336, "num_attention_heads": 32, "num_key_value_heads": 8,
    "num_local_experts": 8, "num_experts_per_tok": 2, "max_position_embeddings": 32768,
    "sliding_window": None,
}  # fmt: skip
GEMMA = {
    "model_type": "gemma2", "num_hidden_layers": 26, "hidden_size": 2304, "vocab_size": 256000,
    "intermediate_size": 9216, "num_attention_heads": 8, "num_key_value_heads": 4,
    "head_dim": 256, "sliding_window": 4096, "max_position_embeddings": 8192,
}  # fmt: skip
QWEN = {
    "model_type": "qwen2", "num_hidden_layers": 28, "hidden_size": 1536, "vocab_size": 151936,
    "intermediate_size": 8960, "num_attention_heads": 12, "num_key_value_heads": 2,
    "max_position_embeddings": 131072, "tie_word_embeddings": True,
}  # fmt: skip

# Two norms a layer and one at the end; queries and outputs, keys and values, the feed-forward part.
LLAMA_REST = (
    32 * (2 * 4096 * 4096 + 2 * 1024 * 4096 + 3 * 14336 * 4096) * Q4_0
    + 128256 * 4096 * Q6_K
    + 65 * 4096 * F32
)
LLAMA_EMBEDDING = 128256 * 4096 * Q4_0
LLAMA_POSITION = 2 * 32 * 8 * 128 * 2
# Beside eight experts llama.cpp keeps keys and values in Q8_0.
MIXTRAL_REST = (
    32 * (2 * 4096 * 4096 * Q4_0 + 2 * 1024 * 4096 * Q8_0)
    + 32 * 8 * 4096 * F32
    + 32000 * 4096 * Q6_K
    + 65 * 4096 * F32
)
MIXTRAL_EXPERT = 32 * 3 * 14336 * 4096 * Q4_0
GEMMA_ALL = (
    26 * (2 * 2048 * 2304 + 2 * 1024 * 2304 + 3 * 9216 * 2304) * Q4_0
    + 256000 * 2304 * Q6_K
    + 53 * 2304 * F32
)
QWEN_ALL = (
    28 * (2 * 1536 * 1536 + 2 * 256 * 1536 + 3 * 8960 * 1536) * Q4_0
    + 151936 * 1536 * Q6_K
    + 57 * 1536 * F32
)


class Asked:
    """`lowlab soc decode` on a config.json in q4_0, as JSON or as text."""

    def __init__(self, folder: Path, captured: pytest.CaptureFixture[bytes]) -> None:
        self.path = folder / "config.json"
        self.captured = captured

    def run(self, config: dict[str, Any], *more: str) -> tuple[int, bytes, bytes]:
        self.path.write_text(json.dumps(config), encoding="utf-8")
        asking = ["soc", "decode", "--config", str(self.path), "--type", "q4_0", *more]
        code = run_arguments(asking)
        said = self.captured.readouterr()
        return code, said.out, said.err

    def json(self, config: dict[str, Any], soc: str, context: int, batch: int = 1) -> Any:
        numbers = ("--context", str(context), "--batch", str(batch))
        code, out, _ = self.run(config, "--soc", soc, *numbers, "--json")
        assert code == 0
        return json.loads(out)


@pytest.fixture
def asked(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Asked:
    return Asked(tmp_path, capfdbinary)


def test_a_full_context_does_not_fit_where_the_weights_do(asked: Asked) -> None:
    """4.33 GiB of weights and 16 GiB of cache: too much for 8 GiB, and no speed is printed."""
    weights, cache = LLAMA_REST + LLAMA_EMBEDDING, 131072 * LLAMA_POSITION
    assert cache == 17_179_869_184
    short, long = (asked.json(LLAMA_31, "jetson-orin-nano", n) for n in (2048, 131072))
    assert short["fits"]
    assert short["tokens_per_second"] > 0
    assert long["needed_bytes"] == weights + cache + SYSTEM_BYTES
    assert (long["fits"], long["tokens_per_second"], long["bound"]) == (False, None, None)
    _, out, _ = asked.run(LLAMA_31, "--soc", "jetson-orin-nano", "--context", "131072")
    assert out.decode().splitlines()[0] == (
        "The model does not fit on NVIDIA Jetson Orin Nano 8GB (Super mode): "
        f"it needs {(weights + cache + SYSTEM_BYTES) / 2**30:.3g} GiB of 8 GiB."
    )
    assert b"second" not in out


def test_a_full_context_is_read_where_it_fits(asked: Asked) -> None:
    """A token then reads four times as much cache as weights."""
    soc = soc_named("jetson-agx-orin")
    found = asked.json(LLAMA_31, soc.name, 131072)
    read = LLAMA_REST + 131072 * LLAMA_POSITION
    assert found["fits"]
    assert found["bytes_per_token"] == pytest.approx(read)
    seconds = read / (204.8e9 * share_for(soc)) + 32 * 30 * 20e-6 + 4 * 20e-6
    assert found["tokens_per_second"] == pytest.approx(1 / seconds, rel=1e-6)


def test_a_mixture_holds_all_experts_and_reads_those_it_uses(asked: Asked) -> None:
    cache = 1024 * 2 * 32 * 8 * 128 * 2
    resident = MIXTRAL_REST + 8 * MIXTRAL_EXPERT + 32000 * 4096 * Q4_0
    for batch, touched in ((1, 2.0), (4, 8 * (1 - 0.75**4))):
        found = asked.json(MIXTRAL, "rk3588", 1024, batch)
        needed = resident + batch * cache + SYSTEM_BYTES
        assert found["needed_bytes"] == pytest.approx(needed, rel=1e-9)
        step = MIXTRAL_REST + touched * MIXTRAL_EXPERT + batch * cache
        assert found["bytes_per_token"] == pytest.approx(step / batch, rel=1e-9)


def test_a_mixture_is_as_large_as_all_its_experts(asked: Asked) -> None:
    """It reads like 13 billion weights, yet 47 billion must fit: not in 16 GiB."""
    for chip, fits in (("raspberry-pi-5", False), ("rk3576", False), ("rk3588", True)):
        found = asked.json(MIXTRAL, chip, 0)
        assert (found["fits"], found["tokens_per_second"] is not None) == (fits, fits)


def test_a_tied_head_is_held_once_and_read(asked: Asked) -> None:
    for context in (1, 32768, 131072):
        found = asked.json(QWEN, "rk3588", context)
        cache = context * 2 * 28 * 2 * 128 * 2
        assert found["bytes_per_token"] == pytest.approx(QWEN_ALL + cache, rel=1e-9)
        assert found["needed_bytes"] == pytest.approx(QWEN_ALL + cache + SYSTEM_BYTES, rel=1e-9)
    loose = asked.json({**QWEN, "tie_word_embeddings": False}, "rk3588", 0)
    assert loose["bytes_per_token"] == pytest.approx(QWEN_ALL, rel=1e-9)
    assert loose["needed_bytes"] - QWEN_ALL - SYSTEM_BYTES == pytest.approx(151936 * 1536 * Q4_0)


def test_layers_with_a_window_keep_no_more_than_it(asked: Asked) -> None:
    """Gemma's head is tied without saying so; half of its 26 layers keep 4,096 positions."""
    for context in (1000, 4096, 8192):
        found = asked.json(GEMMA, "rk3588", context)
        positions = 13 * context + 13 * min(context, 4096)
        read = GEMMA_ALL + positions * 2 * 4 * 256 * 2
        assert found["bytes_per_token"] == pytest.approx(read, rel=1e-9)


def test_tensors_that_a_config_does_not_tell_are_refused(asked: Asked) -> None:
    shared = {**MIXTRAL, "model_type": "qwen2_moe", "shared_expert_intermediate_size": 5632}
    latent = {**MIXTRAL, "model_type": "deepseek_v2", "kv_lora_rank": 512, "n_shared_experts": 2}
    for config, words in ((shared, b"every token uses"), (latent, b"kv_lora_rank")):
        code, out, error = asked.run(config)
        assert (code, out) == (2, b"")
        assert words in error
        assert b"--gguf" in error
    assert asked.run({**latent, "kv_lora_rank": None, "n_shared_experts": 0})[0] == 0


def test_a_kind_that_is_not_known_is_said_to_be_taken_for_a_llama(asked: Asked) -> None:
    words = b"not known here"
    assert words in asked.run({**LLAMA_31, "model_type": "yulan"})[1]
    assert words not in asked.run(LLAMA_31)[1]


def _windowless(shape: Any, context: int) -> Any:
    return sizes.cache_size(replace(shape, sliding_window=0), context)


def _one_expert_fewer(shape: Any) -> dict[str, tuple[int, ...]]:
    found = model_shape_parts(shape)
    return {key: (size[0] - 1, *size[1:]) if size[2:] else size for key, size in found.items()}


def _none_tied(shape: Any, type_name: str) -> Any:
    return made(replace(shape, tied=False), type_name)


model_shape_parts, made = model_shape._feed_forward, model_shape.header_of
MUTANTS = {
    "windows are not seen": ("cache_size", _windowless, 4),
    "an expert is forgotten": ("_feed_forward", _one_expert_fewer, 2),
    "heads are never tied": ("header_of", _none_tied, 3),
    "other tensors are not looked for": ("_OTHER_TENSORS", {}, 5),
    "every kind is known": ("architecture_of_model_type", lambda name: object(), 6),
}  # fmt: skip
CHECKS: dict[int, Callable[[Asked], None]] = {
    2: test_a_mixture_holds_all_experts_and_reads_those_it_uses,
    3: test_a_tied_head_is_held_once_and_read,
    4: test_layers_with_a_window_keep_no_more_than_it,
    5: test_tensors_that_a_config_does_not_tell_are_refused,
    6: test_a_kind_that_is_not_known_is_said_to_be_taken_for_a_llama,
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_shape_is_found(name: str, asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    attribute, wrong, check = MUTANTS[name]
    monkeypatch.setattr(model_shape, attribute, wrong)
    with pytest.raises(AssertionError):
        CHECKS[check](asked)
