"""Language models whose feed-forward part has no gate: two matrices, where a Llama has three.

Keys, defaults and tensors are those of each model's class in the package transformers: read were
modeling_phi.py, modeling_opt.py and modeling_starcoder2.py, attention and feed-forward part of
modeling_gpt_neox.py, and the feed-forward part of modeling_bloom.py. Products have biases and norms
have two vectors, all of them counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler_core.errors import InputError
from compiler_core.llm.records import ModelConfiguration

_HIDDEN, _WIDE = "hidden_size", "intermediate_size"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainFamily:
    """A family of language models whose feed-forward part has no gate."""

    model_type: str
    """As config.json has it: `gpt_neox`."""
    norms: tuple[str, ...] = ("attn_norm", "ffn_norm")
    """GGUF names of the norms in a block, without number and kind."""
    tied: bool = True
    """The output head is the input embedding unless config.json says otherwise."""
    head_bias: bool = False
    """Whether the output head has a bias."""
    embedding_norm: bool = False
    """Whether a norm follows the embedding."""
    positions: int | None = None
    """Rows of a table of positions beyond the context; None where positions have no table."""
    renamed: tuple[tuple[str, str], ...] = ()
    """What config.json calls the usual keys."""
    times: int = 0
    """The feed-forward width in hidden widths, where config.json has no key for it, else 0."""


FAMILIES = (
    PlainFamily(model_type="phi", norms=("attn_norm",), tied=False, head_bias=True),
    PlainFamily(model_type="opt", positions=2, renamed=(("ffn_dim", _WIDE),)),
    PlainFamily(model_type="gpt_neox", tied=False),
    PlainFamily(
        model_type="bloom", embedding_norm=True, times=4,
        renamed=(("n_layer", "num_hidden_layers"), ("n_head", "num_attention_heads"),
                 ("n_embed", _HIDDEN)),
    ),
    PlainFamily(model_type="starcoder2"),
)  # fmt: skip


def plain_family(model_type: str) -> PlainFamily | None:
    """The family of a config.json's model_type, None for one with a gate or an unknown one."""
    return next((family for family in FAMILIES if family.model_type == model_type), None)


def usual_keys(family: PlainFamily, config: Mapping[str, Any]) -> dict[str, Any]:
    """The same configuration under the keys that a Llama's has.

    Raises InputError for one with tensors that are not counted here.
    """
    configuration = {"tie_word_embeddings": family.tied, **config}
    for given, usual in family.renamed:
        if given in config:
            configuration.setdefault(usual, config[given])
    hidden = configuration.get(_HIDDEN)
    if configuration.get("word_embed_proj_dim", hidden) != hidden:
        raise InputError(
            "This config.json has embeddings of another width (word_embed_proj_dim): its bytes "
            "cannot be told from its numbers.",
            "Give the model's file with --gguf instead; only its header is read.",
        )
    if family.times and isinstance(hidden, int):
        configuration[_WIDE] = family.times * hidden
    return configuration


def plain_layer(family: PlainFamily, shape: ModelConfiguration) -> dict[str, tuple[int, ...]]:
    """What a block has beside a Llama's attention matrices and weights of norms; matrices have two
    axes, [outputs, inputs]."""
    hidden, wide = shape.hidden, shape.feed_forward
    keys = shape.key_value_heads * shape.head_size
    return {
        "ffn_up.weight": (wide, hidden),
        "ffn_down.weight": (hidden, wide),
        "attn_q.bias": (shape.heads * shape.head_size,),
        "attn_k.bias": (keys,),
        "attn_v.bias": (shape.key_value_heads * shape.size_of_values,),
        "attn_output.bias": (hidden,),
        "ffn_up.bias": (wide,),
        "ffn_down.bias": (hidden,),
        **{f"{name}.bias": (hidden,) for name in family.norms},
    }


def plain_outside(family: PlainFamily, shape: ModelConfiguration) -> dict[str, tuple[int, ...]]:
    """What stands outside the blocks beside embedding, last norm's weight and head."""
    sizes: dict[str, tuple[int, ...]] = {"output_norm.bias": (shape.hidden,)}
    if family.head_bias:
        sizes["output.bias"] = (shape.vocabulary,)
    if family.embedding_norm:
        sizes["token_embd_norm.weight"] = sizes["token_embd_norm.bias"] = (shape.hidden,)
    if family.positions is not None:
        sizes["position_embd.weight"] = (shape.context + family.positions, shape.hidden)
    return sizes
