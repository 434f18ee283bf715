"""The work of a decode step from a model's header, or from its configuration alone.

A configuration has no tensors: those of a Llama block, or of one without a gate, are made from its
numbers, each in the type that a published recipe gives it (`published_recipes`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from pathlib import Path
from typing import Any

from compiler_core.errors import InputError, UnknownName
from compiler_core.llm.cache.sizes import cache_size
from compiler_core.llm.inspection import reads_per_token
from compiler_core.llm.reading.architectures import architecture_of_model_type, problems_of
from compiler_core.llm.reading.bounded_json import parse_object
from compiler_core.llm.reading.json_configuration import json_configuration
from compiler_core.llm.reading.limits import LIMITS
from compiler_core.llm.records import ModelConfiguration, ModelHeader, TensorEntry
from compiler_core.llm.weight_quantisation.published_recipes import (
    PublishedRecipe,
    published_recipe,
    published_type,
    stored_type,
)
from compiler_core.named_files import no_file_words
from compiler_core.near_names import near_name
from compiler_core.soc.decoding.decode import DecodeWork
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.decoding.plain_blocks import (
    PlainFamily,
    plain_family,
    plain_layer,
    plain_outside,
    usual_keys,
)

_BITS_OF_BYTE = 8
_TAKEN_FOR_LLAMA = (
    "The kind of this model is not known here: its tensors are taken to be those of a Llama, or of "
    "a Mixtral where it has experts."
)
# Keys, none of them zero, of models whose blocks have other tensors than `header_of` makes.
_OTHER_TENSORS = {
    "shared_expert_intermediate_size": "an expert that every token uses",
    "n_shared_experts": "experts that every token uses",
    "kv_lora_rank": "keys and values through a smaller width",
    "first_k_dense_replace": "first layers without experts",
    "mlp_only_layers": "layers without experts",
    "encoder_layers": "an encoder",
    "ssm_cfg": "layers with a state",
}


def decode_work(header: ModelHeader, context: int, batch: int = 1) -> DecodeWork:
    """What each token needs with so many positions in the cache, in F16.

    Raises InputError for a header whose configuration says too little.
    """
    shape = header.configuration
    if not (shape.layers and shape.key_value_heads and shape.head_size):
        raise InputError(
            "The model's header does not say its layers and heads.", *header.problems[:1]
        )
    reads = reads_per_token(header)
    pairs = list(zip(header.tensors, reads, strict=True))
    experts = sum(entry.size for entry, read in pairs if read.reason == "active experts")
    active = sum(read.bytes for _, read in pairs if read.reason == "active experts")
    read_bytes = sum(read.bytes for _, read in pairs)
    return DecodeWork(
        resident_bytes=sum(entry.size for entry in header.tensors),
        read_bytes=read_bytes - active,
        weights=sum(e.elements * r.bytes / e.size for e, r in pairs if e.size),
        weight_bits=_usual_bits(header),
        layers=shape.layers,
        expert_bytes=experts,
        experts=shape.experts if experts else 0,
        experts_used=shape.experts_used if experts else 0,
        cache_bytes=cache_size(shape, context).total if context else 0,
        batch=batch,
        notes=header.problems,
    )


def _usual_bits(header: ModelHeader) -> float:
    largest = max(header.tensors, key=lambda tensor: tensor.size, default=None)
    if largest is None or not largest.elements:
        raise InputError("The model's header names no tensors.")
    return _BITS_OF_BYTE * largest.size / largest.elements


def header_of_config(path: Path, type_name: str) -> ModelHeader:
    """As `header_of`, from a config.json. A kind that is not known is taken for a Llama.

    Raises UnknownName if there is none, ModelFileRefused for one that cannot be used, InputError
    for one with tensors beyond those of `header_of`.
    """
    if not path.is_file():
        raise UnknownName(no_file_words(path), _names(path.name))
    with path.open("rb") as file:
        text = file.read(LIMITS.config_bytes + 1)
    config = parse_object(text, "config_bytes", "config.json")
    family = plain_family(str(config.get("model_type", "")))
    shape, _ = json_configuration(usual_keys(family, config) if family else config)
    _check_common(config)
    _check_said(shape)
    header = header_of(shape, type_name)
    known = architecture_of_model_type(str(config.get("model_type", "")))
    if known is None and family is None:
        return replace(header, problems=(_TAKEN_FOR_LLAMA,))
    return header


def _names(given: str) -> str:
    known = [model.name for model in known_language_models()]
    near = near_name(given.lower(), known)
    meant = f"Did you mean {near}? " if near else ""
    return f"{meant}Give the path of a config.json, or a name: {', '.join(known)}."


def _check_said(shape: ModelConfiguration) -> None:
    if not (shape.layers and shape.heads and shape.hidden and shape.vocabulary):
        raise InputError(
            "This config.json does not say its layers, heads and widths.", *problems_of(shape)[:1]
        )
    if not (shape.feed_forward or (shape.experts and shape.expert_feed_forward)):
        raise InputError(
            "This config.json has no intermediate_size, which is most of a block's weights.",
            "Write it in, or give the model's file with --gguf.",
        )


def _check_common(config: Mapping[str, Any]) -> None:
    extras = [f"{key} ({what})" for key, what in _OTHER_TENSORS.items() if config.get(key)]
    if extras:
        raise InputError(
            f"This config.json has {', '.join(extras)}: its bytes cannot be told from its numbers.",
            "Give the model's file with --gguf instead; only its header is read.",
        )


def header_of(shape: ModelConfiguration, type_name: str) -> ModelHeader:
    """A header with the tensors that such a model has, weights by the recipe of this name.

    Raises InputError for a recipe that there is not, and for rows that none of its types divides.
    """
    recipe = published_recipe(type_name)
    family = plain_family(shape.architecture)
    rows = (shape.vocabulary, shape.hidden)
    sizes = {"token_embd.weight": rows, "output_norm.weight": (shape.hidden,)}
    if not shape.tied:
        sizes["output.weight"] = rows
    if family is not None:
        sizes |= plain_outside(family, shape)
    for layer in range(shape.layers):
        sizes |= {f"blk.{layer}.{part}": size for part, size in _layer(shape, family).items()}
    entries = tuple(_entry(name, size, recipe, shape) for name, size in sizes.items())
    return ModelHeader(
        format="gguf",
        name="",
        configuration=shape,
        tensors=entries,
        file_bytes=sum(entry.size for entry in entries),
    )


def _layer(shape: ModelConfiguration, family: PlainFamily | None) -> dict[str, tuple[int, ...]]:
    """Sizes of one block's tensors by name."""
    queries = shape.heads * shape.head_size
    keys = shape.key_value_heads * shape.head_size
    values = shape.key_value_heads * shape.size_of_values
    sizes: dict[str, tuple[int, ...]] = {
        "attn_q.weight": (queries, shape.hidden),
        "attn_k.weight": (keys, shape.hidden),
        "attn_v.weight": (values, shape.hidden),
        "attn_output.weight": (shape.hidden, shape.heads * shape.size_of_values),
    }
    sizes |= _feed_forward(shape) if family is None else plain_layer(family, shape)
    norms = family.norms if family else ("attn_norm", "ffn_norm")
    sizes |= {f"{name}.weight": (shape.hidden,) for name in norms}
    if shape.experts:
        sizes["ffn_gate_inp.weight"] = (shape.experts, shape.hidden)
    return sizes


def _feed_forward(shape: ModelConfiguration) -> dict[str, tuple[int, ...]]:
    wide, hidden, count = shape.feed_forward, shape.hidden, shape.experts
    if not count:
        sizes = {"gate": (wide, hidden), "up": (wide, hidden), "down": (hidden, wide)}
        return {f"ffn_{name}.weight": size for name, size in sizes.items()}
    wide = shape.expert_feed_forward or wide
    stacked = {
        "gate": (count, wide, hidden),
        "up": (count, wide, hidden),
        "down": (count, hidden, wide),
    }
    return {f"ffn_{name}_exps.weight": size for name, size in stacked.items()}


def _entry(
    name: str, size: tuple[int, ...], recipe: PublishedRecipe, shape: ModelConfiguration
) -> TensorEntry:
    kind = stored_type(published_type(name, size, recipe, shape))
    return TensorEntry(
        name=name, type=kind.name, shape=size, offset=0, size=kind.bytes_of(prod(size))
    )
