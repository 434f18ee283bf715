"""What files that others quantised hold: each tensor's type under the recipes of llama.cpp.

A name such as Q5_K_M is a recipe: a usual type, and rules by which some tensors get another one.
The rules are those of `llama_tensor_get_type` in llama.cpp (`src/llama-quant.cpp`, read at commit
5a44f27e, without an importance matrix), its fallbacks too: rows that are no whole blocks of 256
take a type with blocks of 32. `recipes` has the few that are written here. RKLLM's w8a8 and
w4a16 and MLC's q4f16_1 have one type for all matrices, MLC's q4f16_ft another for the head;
weights in groups, as w4a16_g128, are in `grouped_types`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.llm.reading.ggml_types import TENSOR_TYPES, TensorType, type_named
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.weight_quantisation.grouped_types import (
    EXAMPLES,
    GroupedType,
    check_rows,
    grouped_type,
    tensor_type,
)
from compiler_core.llm.weight_quantisation.recipes import more_bits

_HEAD, _EMBEDDING = "output.weight", "token_embd.weight"
_LAYER = re.compile(r"blk\.(\d+)\.(\w+)\.weight")
# Whatever the recipe: routers, and tables of positions and of token types.
_NEVER_QUANTISED = ("ffn_gate_inp", "position_embd", "token_types", "_norm")
_FALLBACKS = {
    **dict.fromkeys(("Q2_K", "Q3_K", "IQ4_XS", "IQ3_S", "IQ3_XXS", "IQ2_S", "IQ2_XS", "IQ2_XXS",
                     "IQ1_S", "IQ1_M"), "IQ4_NL"),
    "Q4_K": "Q5_0", "Q5_K": "Q5_1", "Q6_K": "Q8_0", "TQ1_0": "Q4_0", "TQ2_0": "Q4_0",
}  # fmt: skip
_WITH_FEW_KEYS = 4
_EIGHT_EXPERTS = 8
_LAYERS_OF_70B = 80
_FAMILIES_OF_70B = ("llama", "qwen2")

# Of a layer, and all layers.
Where = Callable[[int, ModelConfiguration], bool]


def _everywhere(layer: int, shape: ModelConfiguration) -> bool:
    return True


def _more_bits(layer: int, shape: ModelConfiguration) -> bool:
    return more_bits(layer, shape.layers)


def _first_eighth(layer: int, shape: ModelConfiguration) -> bool:
    return layer < shape.layers // 8


def _first_sixteenth(layer: int, shape: ModelConfiguration) -> bool:
    return layer < shape.layers // 16


def _first_two(layer: int, shape: ModelConfiguration) -> bool:
    return layer < 2


def _first_four(layer: int, shape: ModelConfiguration) -> bool:
    return layer < 4


def _few_keys(layer: int, shape: ModelConfiguration) -> bool:
    return shape.group >= _WITH_FEW_KEYS


@dataclass(frozen=True, slots=True)
class PartRule:
    """Matrices of this part of a layer have this type in layers where `where` holds. Of a part's
    rules the first that holds counts."""

    part: str
    type: str
    where: Where = _everywhere


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRecipe:
    """A recipe by which published files give each tensor its type."""

    name: str
    """In small letters, as file names have it: `q4_k_m`."""
    usual: str
    """The type of matrices without a rule."""
    head: str
    """The type of the output head."""
    rules: tuple[PartRule, ...] = ()
    """Of a part's rules the first that holds counts; empty where all matrices are alike."""
    maker: str = "llama.cpp"
    """Whose program writes it."""
    raises_output: bool = False
    """Whether eight experts give attention's output Q5_K."""
    pure: bool = False
    """There are no rules and no fallbacks."""
    embedding: str = ""
    """The type of the table of tokens where it is another."""


def _k_quant(
    name: str, usual: str, *rules: PartRule, raises_output: bool = True
) -> PublishedRecipe:
    return PublishedRecipe(
        name=name, usual=usual, head="Q6_K", rules=rules, raises_output=raises_output
    )


PUBLISHED_RECIPES: tuple[PublishedRecipe, ...] = (
    *(
        PublishedRecipe(name=plain_type.lower(), usual=plain_type, head=plain_type, pure=True)
        for plain_type in ("F32", "BF16", "F16")
    ),
    PublishedRecipe(name="q8_0", usual="Q8_0", head="Q8_0"),
    *(
        _k_quant(type_name.lower(), type_name, raises_output=False)
        for type_name in ("Q4_0", "Q4_1", "Q5_0", "Q5_1")
    ),
    _k_quant(
        "q2_k",
        "Q2_K",
        PartRule("attn_v", "Q4_K", _few_keys),
        PartRule("attn_v", "Q3_K"),
        PartRule("ffn_down", "Q3_K"),
        PartRule("attn_output", "Q3_K"),
    ),
    _k_quant(
        "q2_k_s",
        "Q2_K",
        PartRule("attn_v", "Q4_K", _few_keys),
        PartRule("ffn_down", "Q4_K", _first_eighth),
        raises_output=False,
    ),
    _k_quant("q3_k_s", "Q3_K"),
    _k_quant(
        "q3_k_m",
        "Q3_K",
        PartRule("attn_v", "Q5_K", _first_two),
        PartRule("attn_v", "Q4_K"),
        PartRule("ffn_down", "Q5_K", _first_sixteenth),
        PartRule("ffn_down", "Q4_K"),
        PartRule("attn_output", "Q4_K"),
        PartRule("attn_qkv", "Q4_K"),
    ),
    _k_quant(
        "q3_k_l",
        "Q3_K",
        PartRule("attn_v", "Q5_K"),
        PartRule("ffn_down", "Q5_K"),
        PartRule("attn_output", "Q5_K"),
        PartRule("attn_qkv", "Q4_K"),
        raises_output=False,
    ),
    _k_quant(
        "q4_k_s",
        "Q4_K",
        PartRule("attn_v", "Q5_K", _first_four),
        PartRule("ffn_down", "Q5_K", _first_eighth),
    ),
    _k_quant(
        "q4_k_m",
        "Q4_K",
        PartRule("attn_v", "Q6_K", _more_bits),
        PartRule("ffn_down", "Q6_K", _more_bits),
        PartRule("attn_qkv", "Q5_K"),
    ),
    _k_quant("q5_k_s", "Q5_K", raises_output=False),
    _k_quant(
        "q5_k_m",
        "Q5_K",
        PartRule("attn_v", "Q6_K", _more_bits),
        PartRule("ffn_down", "Q6_K", _more_bits),
        PartRule("attn_qkv", "Q6_K"),
        raises_output=False,
    ),
    _k_quant("q6_k", "Q6_K", raises_output=False),
    *(
        _k_quant(
            iq_type.lower(),
            iq_type,
            PartRule("attn_v", "Q5_K", _few_keys),
            PartRule("ffn_down", "Q5_K", _first_eighth),
        )
        for iq_type in ("IQ4_NL", "IQ4_XS")
    ),
    PublishedRecipe(name="w8a8", usual="W8", head="W8", maker="RKLLM", pure=True),
    PublishedRecipe(name="w4a16", usual="W4", head="W4", maker="RKLLM", pure=True),
    PublishedRecipe(name="q4f16_1", usual="Q4_0", head="Q4_0", maker="MLC", pure=True),
    PublishedRecipe(name="q4f16_ft", usual="W4", head="Q4_0", maker="MLC", pure=True),
)
# The names that llama-quantize takes for others.
_OTHER_NAMES = {"q3_k": "q3_k_m", "q4_k": "q4_k_m", "q5_k": "q5_k_m"}
# One scale for each row, which no document counts, beside each element's byte or half byte.
_OF_NO_GGML = (TensorType(-1, "W8", 1, 1), TensorType(-1, "W4", 2, 1))


def published_recipe(name: str) -> PublishedRecipe:
    """The recipe of this name, in any case; a type of GGML that no recipe is named after is taken
    for all matrices but the head. Raises InputError, naming those there are."""
    wanted = name.lower()
    wanted = _OTHER_NAMES.get(wanted, wanted)
    published = next((recipe for recipe in PUBLISHED_RECIPES if recipe.name == wanted), None)
    if published is not None:
        return published
    grouped = grouped_type(name)
    if grouped is not None:
        return _grouped_recipe(grouped)
    usual = next((kind for kind in TENSOR_TYPES if kind.name == wanted.upper()), None)
    if usual is None or usual.block_elements == 1:
        known = ", ".join((*(listed.name for listed in PUBLISHED_RECIPES), *EXAMPLES))
        raise InputError(f"There is no type of weights {name[:40]!r}.", f"Known: {known}.")
    return _k_quant(wanted, usual.name, raises_output=False)


def _grouped_recipe(grouped: GroupedType) -> PublishedRecipe:
    stored, outer_type = grouped.stored, grouped.stored if grouped.maker == "RKLLM" else "F16"
    return PublishedRecipe(
        name=grouped.name,
        usual=stored,
        head=outer_type,
        maker=grouped.maker,
        pure=True,
        embedding=outer_type,
    )


def type_title(name: str) -> str:
    """A recipe's name as its maker writes it: Q4_K_M, w4a16."""
    return name.upper() if published_recipe(name).maker == "llama.cpp" else name


def stored_type(name: str) -> TensorType:
    """A tensor type of GGML's, or of the other makers' files. Raises ModelFileRefused."""
    kind = next((candidate for candidate in _OF_NO_GGML if candidate.name == name), None)
    return kind or tensor_type(name) or type_named(name)


def published_type(
    name: str, shape: tuple[int, ...], recipe: PublishedRecipe, model: ModelConfiguration
) -> str:
    """The type of a tensor of this GGUF name and shape [..., out, in].

    Raises InputError for rows that no type of the recipe divides.
    """
    if (
        len(shape) < 2
        or not name.endswith("weight")
        or any(part in name for part in _NEVER_QUANTISED)
    ):
        return "F32"
    is_head = name == _HEAD or (model.tied and name == _EMBEDDING)
    if recipe.pure:
        kind = recipe.head if is_head else recipe.usual
        kind = recipe.embedding or kind if name == _EMBEDDING else kind
        check_rows(name, shape[-1], kind)
        return kind
    if is_head:
        return _with_whole_blocks(name, shape[-1], _head(recipe, shape[-1]))
    match = _LAYER.fullmatch(name)
    if match is None:
        return _with_whole_blocks(name, shape[-1], recipe.usual)
    wanted = _in_layer(int(match[1]), match[2].removesuffix("_exps"), recipe, model)
    return _with_whole_blocks(name, shape[-1], wanted)


def _head(recipe: PublishedRecipe, columns: int) -> str:
    return "Q8_0" if columns % type_named(recipe.usual).block_elements else recipe.head


def _in_layer(layer: int, part: str, recipe: PublishedRecipe, model: ModelConfiguration) -> str:
    eight = model.experts == _EIGHT_EXPERTS
    if eight and part in ("attn_k", "attn_v"):
        return "Q8_0"
    if eight and part == "attn_output":
        return "Q5_K" if recipe.raises_output else recipe.usual
    rules = (entry for entry in recipe.rules if entry.part == part and entry.where(layer, model))
    rule = next(rules, None)
    kind = rule.type if rule else recipe.usual
    is_70b = (
        model.layers == _LAYERS_OF_70B
        and model.architecture in _FAMILIES_OF_70B
        and model.group > 1
    )
    return "Q5_K" if part == "attn_v" and is_70b and kind in ("Q3_K", "Q4_K") else kind


def _with_whole_blocks(name: str, columns: int, wanted: str) -> str:
    if columns % type_named(wanted).block_elements == 0:
        return wanted
    instead = _FALLBACKS.get(wanted)
    if instead is None:
        raise InputError(
            f"{name}: rows of {columns} elements are no whole {wanted} blocks of "
            f"{type_named(wanted).block_elements}.",
            "Choose f16, bf16 or f32, which have no blocks.",
        )
    return instead if columns % type_named(instead).block_elements == 0 else "F16"
