"""Types by the recipes of llama.cpp: against its own fallbacks, and sizes of files that people
published."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.errors import InputError
from compiler_core.llm.weight_quantisation.grouped_types import GROUP_SIZES
from compiler_core.llm.weight_quantisation.published_recipes import (
    PUBLISHED_RECIPES,
    published_recipe,
    published_type,
    stored_type,
)
from compiler_core.llm.weight_quantisation.recipes import RECIPES, type_of_tensor
from compiler_core.soc.decoding.known_language_models import known_language_model
from compiler_core.soc.decoding.model_shape import decode_work, header_of

LLAMA = known_language_model("llama-2-7b").configuration
QWEN = known_language_model("qwen2.5-0.5b").configuration
MIXTRAL = known_language_model("mixtral-8x7b").configuration


@pytest.mark.parametrize(
    ("model", "recipe", "gigabytes"),
    [
        # TheBloke/Llama-2-7B-GGUF.
        ("llama-2-7b", "q3_k_s", 2.95), ("llama-2-7b", "q3_k_m", 3.30),
        ("llama-2-7b", "q3_k_l", 3.60), ("llama-2-7b", "q4_0", 3.83),
        ("llama-2-7b", "q4_k_s", 3.86), ("llama-2-7b", "q4_k_m", 4.08),
        ("llama-2-7b", "q5_k_s", 4.65), ("llama-2-7b", "q5_k_m", 4.78),
        ("llama-2-7b", "q6_k", 5.53), ("llama-2-7b", "q8_0", 7.16),
        # bartowski/Meta-Llama-3.1-8B-Instruct-GGUF; a vocabulary of 8 MB is in the files.
        ("llama-3.1-8b", "q2_k", 3.18), ("llama-3.1-8b", "q3_k_s", 3.66),
        ("llama-3.1-8b", "q3_k_m", 4.02), ("llama-3.1-8b", "q3_k_l", 4.32),
        ("llama-3.1-8b", "q4_k_s", 4.69), ("llama-3.1-8b", "q4_k_m", 4.92),
        ("llama-3.1-8b", "q5_k_s", 5.60), ("llama-3.1-8b", "q5_k_m", 5.73),
        ("llama-3.1-8b", "q6_k", 6.60), ("llama-3.1-8b", "iq4_xs", 4.45),
        # TheBloke/Llama-2-7B-AWQ and Llama-2-7B-GPTQ.
        ("llama-2-7b", "awq", 3.89), ("llama-2-7b", "gptq-4bit-32g", 4.28),
        ("llama-2-7b", "gptq_4bit_64g", 4.02), ("llama-2-7b", "gptq-4bit-128g", 3.90),
    ],
)  # fmt: skip
def test_sizes_are_those_of_published_files(model: str, recipe: str, gigabytes: float) -> None:
    header = header_of(known_language_model(model).configuration, recipe)
    assert header.file_bytes / 1e9 == pytest.approx(gigabytes, rel=0.007)


def test_rows_of_896_take_other_types_and_a_head_of_q8_0() -> None:
    """Its blocks of 256 divide 4,864 and not 896: most of Qwen2.5 0.5B falls back."""
    expected = {
        "q2_k": ("Q8_0", "IQ4_NL", "Q3_K"), "q3_k_s": ("Q8_0", "IQ4_NL", "Q3_K"),
        "q4_0": ("Q8_0", "Q4_0", "Q4_0"), "q4_k_m": ("Q8_0", "Q5_0", "Q6_K"),
        "q5_k_m": ("Q8_0", "Q5_1", "Q6_K"), "q6_k": ("Q8_0", "Q8_0", "Q6_K"),
    }  # fmt: skip
    for name, types in expected.items():
        recipe = published_recipe(name)
        found = (
            published_type("token_embd.weight", (151936, 896), recipe, QWEN),
            published_type("blk.0.attn_q.weight", (896, 896), recipe, QWEN),
            published_type("blk.0.ffn_down.weight", (896, 4864), recipe, QWEN),
        )
        assert found == types, name
    read = decode_work(header_of(QWEN, "q4_0"), 0).read_bytes
    assert read / 1e6 == pytest.approx(346, abs=0.5)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda one: one.name)
def test_what_is_written_here_is_llama_cpps_choice_where_it_can_be_written(recipe) -> None:
    for model in (LLAMA, MIXTRAL):
        for entry in header_of(model, recipe.name).tensors:
            ours = type_of_tensor(entry.name, entry.shape, recipe, model).type
            assert ours == entry.type or entry.type in ("Q5_0", "Q5_1", "Q5_K"), entry.name


def test_few_keys_and_seventy_billion_get_finer_values() -> None:
    large = replace(LLAMA, layers=80, heads=64, key_value_heads=8)
    values = ("blk.40.attn_v.weight", (1024, 4096))
    assert published_type(*values, published_recipe("q3_k_s"), large) == "Q5_K"
    assert published_type(*values, published_recipe("q3_k_s"), replace(large, layers=79)) == "Q3_K"
    assert published_type(*values, published_recipe("q2_k"), LLAMA) == "Q3_K"
    few = replace(LLAMA, key_value_heads=8)
    assert published_type(*values, published_recipe("q2_k"), few) == "Q4_K"


def test_eight_experts_have_finer_attention() -> None:
    sizes = {"attn_k": (1024, 4096), "attn_v": (1024, 4096), "attn_output": (4096, 4096)}
    for name, kinds in {
        "q4_k_m": ("Q8_0", "Q8_0", "Q5_K"),
        "q5_k_m": ("Q8_0", "Q8_0", "Q5_K"),
        "q6_k": ("Q8_0", "Q8_0", "Q6_K"),
    }.items():
        recipe = published_recipe(name)
        found = [
            published_type(f"blk.9.{part}.weight", size, recipe, MIXTRAL)
            for part, size in sizes.items()
        ]
        assert tuple(found) == kinds, name


@pytest.mark.parametrize("model", [LLAMA, QWEN, MIXTRAL], ids=["llama", "qwen", "mixtral"])
def test_every_recipe_makes_a_model(model) -> None:
    sizes = {recipe.name: header_of(model, recipe.name).file_bytes for recipe in PUBLISHED_RECIPES}
    for small, large in (("q2_k_s", "q3_k_m"), ("q3_k_m", "q3_k_l"), ("q3_k_l", "q4_k_m"),
                         ("q4_k_s", "q4_k_m"), ("q4_k_m", "q5_k_m"), ("q5_k_m", "q6_k"),
                         ("w4a16", "w8a8"), ("w8a8", "q8_0"), ("q8_0", "f16")):  # fmt: skip
        assert sizes[small] < sizes[large]


@pytest.mark.parametrize("group", GROUP_SIZES)
def test_a_group_costs_a_scale_and_a_zero_point_of_its_own(group: int) -> None:
    """By hand: bits of a weight, 16 of a scale, and as many of a zero point as a weight has."""
    for name, bits, zero in (
        (f"w4a16_g{group}", 4, 0), (f"w8a8_g{group}", 8, 0), (f"awq_4bit_{group}g", 4, 4),
        (f"gptq_8bit_{group}g", 8, 8),
    ):  # fmt: skip
        kind = stored_type(published_recipe(name).usual)
        assert kind.bytes_of(4 * group) * 8 == 4 * (group * bits + 16 + zero)


def test_other_names_and_refusals() -> None:
    assert published_recipe("Q4_K").name == "q4_k_m"
    assert published_recipe("IQ3_S").usual == "IQ3_S"
    assert published_recipe("W4A16-G128").name == "w4a16_g128"
    assert published_recipe("w4-g128-awq").name == published_recipe("awq").name == "awq_4bit_128g"
    with pytest.raises(InputError, match=r"q3_k_s.*q5_k_m.*w8a8"):
        published_recipe("q9_k")
    with pytest.raises(InputError, match=r"groups of 100.*128"):
        published_recipe("w4a16_g100")
    with pytest.raises(InputError, match="no whole groups of 256"):
        published_type("blk.0.attn_q.weight", (896, 896), published_recipe("w8a8_g256"), QWEN)
    with pytest.raises(InputError, match="no whole Q4_0 blocks"):
        published_type("blk.0.attn_q.weight", (900, 900), published_recipe("q4_0"), QWEN)
