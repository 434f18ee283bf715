"""Which tensor gets which type: the recipes named q8_0, q4_0 and q4_k_m.

A name like Q4_K_M is a recipe and not a type: most matrices are Q4_K, but the output head and, in
some layers, the values and the feed-forward part's last product are Q6_K, because their errors cost
most. The rules are those of llama_tensor_get_type in llama.cpp. Two types it uses are not written
here: where it falls back to Q5_0 or chooses Q5_K, ours is the next larger one we have.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import UnknownName
from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.records import ModelConfiguration

Layers = Literal["all", "more bits"]

_KEPT_EXACT = ("ffn_gate_inp", "rope_freqs", "altup", "laurel", "ssm", "time_mix", "shortconv")
"""Small matrices that llama.cpp leaves as they are: routers above all."""


@dataclass(frozen=True, slots=True)
class TypeRule:
    """Matrices of this part of a layer are of `type`: in all layers, or in those of `more_bits`."""

    part: str
    type: str
    layers: Layers
    reason: str


@dataclass(frozen=True, slots=True)
class Recipe:
    """default: type of matrices without a rule. head: of the output head, tied or not."""

    name: str
    default: str
    head: str
    rules: tuple[TypeRule, ...]
    about: str


@dataclass(frozen=True, slots=True)
class TypeChoice:
    """The type of one tensor, and why."""

    type: str
    reason: str


_MORE_BITS = "More bits in the first and last eighth of the layers and every third between."

RECIPES: tuple[Recipe, ...] = (
    Recipe("f16", "F16", "F16", (), "Nothing is quantised; matrices are 16-bit floats."),
    Recipe("q8_0", "Q8_0", "Q8_0", (), "Every matrix in 8.5 bits a value."),
    Recipe("q4_0", "Q4_0", "Q6_K", (), "Matrices in 4.5 bits a value, the output head in Q6_K."),
    Recipe(
        "q4_k_m",
        "Q4_K",
        "Q6_K",
        (
            TypeRule("attn_v", "Q6_K", "more bits", f"Values are few and every head reads them. "
                     f"{_MORE_BITS}"),
            TypeRule("ffn_down", "Q6_K", "more bits", f"Its inputs have the largest outliers. "
                     f"{_MORE_BITS}"),
            TypeRule("attn_qkv", "Q6_K", "all", "Packed queries, keys and values hold the values "
                     "too; llama.cpp takes Q5_K here."),
        ),
        "Matrices in Q4_K, the sensitive ones and the output head in Q6_K.",
    ),
)  # fmt: skip


def recipe_named(name: str) -> Recipe:
    """Raises UnknownName, naming those there are."""
    for recipe in RECIPES:
        if recipe.name == name:
            return recipe
    known = ", ".join(recipe.name for recipe in RECIPES)
    raise UnknownName(f"There is no type {name!r} to convert to.", f"There are {known}.")


def type_of_tensor(
    name: str, shape: tuple[int, ...], recipe: Recipe, configuration: ModelConfiguration
) -> TypeChoice:
    """The type a tensor of this GGUF name and shape [..., out, in] is written in."""
    if len(shape) < 2 or not name.endswith("weight"):
        return TypeChoice("F32", "Vectors are small and exact: norms and biases stay in F32.")
    if any(part in name for part in _KEPT_EXACT):
        return TypeChoice("F32", "The router decides between experts: it stays exact.")
    return _fitting(_wanted(name, recipe, configuration), shape[-1])


def _wanted(name: str, recipe: Recipe, configuration: ModelConfiguration) -> TypeChoice:
    if name == "output.weight" or (configuration.tied and name == "token_embd.weight"):
        reason = "The output head decides the token; every recipe keeps it finer."
        return TypeChoice(recipe.head, reason if recipe.head != recipe.default else recipe.about)
    match = re.fullmatch(r"blk\.(\d+)\.(\w+)\.weight", name)
    if match is None or recipe.default == "F16":
        return TypeChoice(recipe.default, recipe.about)
    return _in_layer(int(match[1]), match[2].removesuffix("_exps"), recipe, configuration)


def _in_layer(
    layer: int, part: str, recipe: Recipe, configuration: ModelConfiguration
) -> TypeChoice:
    if configuration.experts == 8 and part in ("attn_k", "attn_v"):
        return TypeChoice("Q8_0", "Beside eight experts keys and values cost almost nothing.")
    for rule in recipe.rules:
        everywhere = rule.layers == "all" or more_bits(layer, configuration.layers)
        if rule.part == part and everywhere:
            return TypeChoice(rule.type, rule.reason)
    return TypeChoice(recipe.default, recipe.about)


def more_bits(layer: int, layers: int) -> bool:
    """llama.cpp's use_more_bits: first and last eighth, and every third layer between."""
    eighth = layers // 8
    return layer < eighth or layer >= 7 * layers // 8 or (layer - eighth) % 3 == 2


def _fitting(choice: TypeChoice, columns: int) -> TypeChoice:
    """Another type where rows do not divide into blocks."""
    if choice.type == "F16" or columns % block_format(choice.type).values == 0:
        return choice
    if columns % 32 == 0:
        return TypeChoice(
            "Q8_0", f"Rows of {columns} do not divide into {choice.type}'s blocks of 256."
        )
    return TypeChoice("F16", f"Rows of {columns} do not divide into blocks of 32.")
