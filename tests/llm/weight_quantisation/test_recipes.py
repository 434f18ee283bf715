"""Types by recipe, as llama.cpp chooses them."""

from __future__ import annotations

import pytest

from compiler_core.errors import UnknownName
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.weight_quantisation.recipes import more_bits, recipe_named, type_of_tensor
from tests.llm.tiny_models import TINY


def chosen(name: str, shape: tuple[int, ...], recipe: str = "q4_k_m", **shape_of: object) -> str:
    configuration = ModelConfiguration(
        **{**{field: getattr(TINY, field) for field in TINY.__dataclass_fields__}, **shape_of}
    )
    return type_of_tensor(name, shape, recipe_named(recipe), configuration).type


def test_layers_with_more_bits_of_a_model_of_32() -> None:
    """use_more_bits of llama.cpp for Llama 7B, worked out by hand."""
    assert [layer for layer in range(32) if more_bits(layer, 32)] == [
        0, 1, 2, 3, 6, 9, 12, 15, 18, 21, 24, 27, 28, 29, 30, 31,
    ]  # fmt: skip


def test_a_model_of_three_layers() -> None:
    assert [more_bits(layer, 3) for layer in range(3)] == [False, False, True]


@pytest.mark.parametrize(
    ("name", "columns", "recipe", "wanted"),
    [
        ("blk.0.attn_v.weight", 4096, "q4_k_m", "Q6_K"),
        ("blk.4.attn_v.weight", 4096, "q4_k_m", "Q4_K"),
        ("blk.31.ffn_down.weight", 11008, "q4_k_m", "Q6_K"),
        ("blk.5.ffn_down.weight", 11008, "q4_k_m", "Q4_K"),
        ("blk.0.attn_q.weight", 4096, "q4_k_m", "Q4_K"),
        ("token_embd.weight", 4096, "q4_k_m", "Q4_K"),
        ("output.weight", 4096, "q4_k_m", "Q6_K"),
        ("output.weight", 4096, "q4_0", "Q6_K"),
        ("output.weight", 4096, "q8_0", "Q8_0"),
        ("output.weight", 4096, "f16", "F16"),
        ("blk.0.attn_v.weight", 4096, "q4_0", "Q4_0"),
        ("blk.0.attn_q.weight", 896, "q4_k_m", "Q8_0"),
        ("output.weight", 896, "q4_0", "Q8_0"),
        ("blk.0.attn_q.weight", 896, "q4_0", "Q4_0"),
        ("blk.0.attn_q.weight", 100, "q4_0", "F16"),
    ],
)
def test_types(name: str, columns: int, recipe: str, wanted: str) -> None:
    assert chosen(name, (64, columns), recipe, layers=32, tied=False) == wanted


def test_small_tensors_stay_exact() -> None:
    assert chosen("blk.0.attn_norm.weight", (4096,)) == "F32"
    assert chosen("blk.0.attn_q.bias", (4096,)) == "F32"
    assert chosen("blk.0.ffn_gate_inp.weight", (8, 4096)) == "F32"


def test_a_tied_embedding_is_the_output_head() -> None:
    assert chosen("token_embd.weight", (512, 256), "q4_0", tied=True) == "Q6_K"
    assert chosen("token_embd.weight", (512, 256), "q4_0", tied=False) == "Q4_0"


def test_experts() -> None:
    assert chosen("blk.0.ffn_down_exps.weight", (8, 64, 256), layers=8, experts=8) == "Q6_K"
    assert chosen("blk.0.attn_k.weight", (64, 256), experts=8) == "Q8_0"
    assert chosen("blk.0.attn_k.weight", (64, 256), experts=4) == "Q4_K"


def test_a_recipe_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match="f16, q8_0, q4_0, q4_k_m"):
        recipe_named("q5_k_m")
