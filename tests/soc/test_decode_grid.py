"""Decode over contexts and batches, and the well-known shapes it is offered for."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import orjson
import pytest

from command_line.main import run_arguments
from compiler_core.llm.inspection import inspect_model
from compiler_core.soc.chip_figures import chip_summary, leading_ridge, ridges
from compiler_core.soc.decoding.decode import decode_speed
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.decode_grid import (
    cache_meets_weights,
    context_lengths,
    decode_grid,
    longest_context,
    memory_parts,
    possible_types,
    speeds_by_type,
    touched_experts,
    with_types,
)
from compiler_core.soc.decoding.known_language_models import (
    known_language_model,
    known_language_models,
)
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.reading import load_socs, soc_named
from tests.llm.inspection.published import PUBLISHED

# Names here, names among the published shapes whose sums were worked out by hand.
SAME = {
    "llama-3.1-8b": "Llama-3.1-8B",
    "qwen2.5-0.5b": "Qwen2.5-0.5B Q8_0",
    "qwen2.5-1.5b": "Qwen2.5-1.5B",
    "gemma-2-2b": "Gemma-2-2B",
    "mixtral-8x7b": "Mixtral-8x7B",
    "phi-3-mini-128k": "Phi-3-mini",
    "llama-2-7b": "Llama-2-7B Q4_K_M",
}


@pytest.mark.parametrize("name", sorted(SAME))
def test_a_known_shape_has_the_published_parameters_and_cache(name: str) -> None:
    """Biases, rotary factors and further norms are not among the tensors that are made."""
    found = inspect_model(header_of(known_language_model(name).configuration, "f16"))
    wanted = next(one for one in PUBLISHED if one.name == SAME[name])
    assert found.parameters == pytest.approx(wanted.parameters, rel=1e-4)
    assert found.kv_bytes_per_position == wanted.cache


def test_the_grid_is_what_decoding_says_of_each_cell() -> None:
    soc = soc_named("raspberry-pi-5")
    header = header_of(known_language_model("gemma-2-2b").configuration, "q4_0")
    grid = decode_grid(soc, header, (16, 8192), (1, 8))
    for row in grid:
        for cell in row:
            work = decode_work(header, cell.context, cell.batch)
            assert cell.speed == decode_speed(soc, work, share_for(soc))
            assert memory_parts(soc, work).needed == cell.speed.needed_bytes


@pytest.mark.parametrize("name", [model.name for model in known_language_models()])
def test_one_position_more_than_the_longest_does_not_fit(name: str) -> None:
    soc, header = soc_named("generic"), header_of(known_language_model(name).configuration, "q4_0")
    longest = longest_context(soc, header, batch=2)
    assert memory_parts(soc, decode_work(header, longest, 2)).fits == bool(longest)
    assert not memory_parts(soc, decode_work(header, longest + 1, 2)).fits


def test_the_cache_meets_the_weights_where_both_are_read_alike() -> None:
    header = header_of(known_language_model("llama-3.1-8b").configuration, "q4_0")
    found = cache_meets_weights(header)
    assert found is not None
    below, above = decode_work(header, found - 1), decode_work(header, found)
    assert below.cache_bytes < below.read_bytes <= above.cache_bytes


def test_a_mixture_touches_what_its_batch_takes() -> None:
    header = header_of(known_language_model("mixtral-8x7b").configuration, "q4_0")
    assert touched_experts(decode_work(header, 100)) == pytest.approx(2 / 8)
    assert touched_experts(decode_work(header, 100, 4)) == pytest.approx(1 - 0.75**4)
    dense = header_of(known_language_model("llama-2-7b").configuration, "q4_0")
    assert touched_experts(decode_work(dense, 100, 4)) == 0


def test_types_whose_blocks_do_not_divide_the_rows_are_left_out() -> None:
    small = known_language_model("qwen2.5-0.5b").configuration
    odd = replace(small, hidden=900)
    assert possible_types(odd, ("q4_0", "q8_0", "w8a8", "f16")) == ("w8a8", "f16")
    found = speeds_by_type(soc_named("generic"), small, ("f16", "q8_0", "q4_k_m", "q4_0"), 128)
    assert [one.type for one in found] == ["f16", "q8_0", "q4_k_m", "q4_0"]
    speeds = [one.speed.tokens_per_second or 0.0 for one in found]
    assert speeds == sorted(speeds)


def test_contexts_end_at_what_the_model_was_trained_for() -> None:
    found = context_lengths(known_language_model("gemma-2-2b").configuration)
    assert found[0] >= 16
    assert found[-1] == 8192
    assert all(2 * low == high for low, high in pairwise(found))


def test_a_ridge_is_peak_over_bandwidth_of_the_memory_it_reaches() -> None:
    found = leading_ridge(soc_named("generic"))
    assert found is not None
    assert (found.unit, found.precision) == ("npu", "int8")
    assert found.operations_a_byte == pytest.approx(2 * 1024e9 / (8 * 4266e6))
    for soc in load_socs():
        assert chip_summary(soc).leading in (*ridges(soc), None)


def test_without_dram_no_context_fits() -> None:
    header = header_of(known_language_model("qwen2.5-0.5b").configuration, "q4_0")
    assert longest_context(soc_named("coral-edge-tpu"), header) == 0


def test_a_known_name_stands_for_its_configuration(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    config = tmp_path / "config.json"
    config.write_bytes(orjson.dumps({
        "model_type": "qwen2", "num_hidden_layers": 28, "hidden_size": 1536,
        "intermediate_size": 8960, "num_attention_heads": 12, "num_key_value_heads": 2,
        "vocab_size": 151936, "max_position_embeddings": 131072, "tie_word_embeddings": True,
    }))  # fmt: skip
    said = []
    for given in ("qwen2.5-1.5b", str(config)):
        arguments = ["soc", "decode", "--config", given, "--type", "q4_0", "--json"]
        assert run_arguments(arguments) == 0
        said.append(orjson.loads(capfdbinary.readouterr().out))
    assert said[0] == said[1]


def test_a_tensor_in_another_type_has_the_bytes_of_its_blocks() -> None:
    header = header_of(known_language_model("llama-3.2-1b").configuration, "f16")
    first, *others = header.tensors
    (changed, *rest) = with_types(header, {first.name: "q8_0"}).tensors
    assert (changed.name, changed.type, changed.shape) == (first.name, "Q8_0", first.shape)
    assert changed.size == first.elements // 32 * 34
    assert rest == others
