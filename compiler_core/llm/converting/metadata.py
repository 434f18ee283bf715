"""The metadata of a new GGUF: from a configuration and a tokeniser, or copied from another GGUF.

Keys are those of docs/gguf.md in the ggml repository.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path

from compiler_core.llm.converting.records import FILE_TYPES
from compiler_core.llm.reading.architectures import architecture_named, windowed_layers
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.gguf_configuration import ACTIVATION, ACTIVATIONS, WINDOW_PATTERN
from compiler_core.llm.reading.gguf_header import ALIGNMENT_KEY, read_gguf
from compiler_core.llm.reading.gguf_tokeniser import (
    MERGES_DECIDE_KEY,
    NORMALISER_KEY,
    SPACE_RULE_KEY,
    STRIPS_AFTER_KEY,
    STRIPS_BEFORE_KEY,
    WHOLE_WORDS_KEY,
)
from compiler_core.llm.reading.gguf_values import GgufValue, Value
from compiler_core.llm.reading.header_bytes import bytes_of_file
from compiler_core.llm.reading.text_cutting import UNRECOGNISED
from compiler_core.llm.records import ModelConfiguration, ModelHeader, TokeniserData

Keys = dict[str, GgufValue]
_QUANTISATION_VERSION = 2
_UNUSED = 5


def copied_keys(path: Path, type_name: str) -> Keys:
    """All keys of a GGUF, with the file type of the new one."""
    with path.open("rb") as file:
        table = read_gguf(bytes_of_file(file, path.stat().st_size))
    return {**table.metadata, **_file_keys(type_name)}


def alignment_of(keys: Keys) -> int | None:
    """general.alignment where it is said."""
    alignment = keys.get(ALIGNMENT_KEY)
    return alignment.value if alignment is not None and isinstance(alignment.value, int) else None


def keys_of(header: ModelHeader, configuration: ModelConfiguration, type_name: str) -> Keys:
    """For a model that came as safetensors."""
    name = configuration.architecture
    shape = {f"{name}.{key}": value for key, value in _shape_keys(configuration).items()}
    return {
        "general.architecture": _text(name),
        "general.name": _text(header.name),
        **_file_keys(type_name),
        **shape,
        **_tokeniser_keys(fitted(header.tokeniser, configuration.vocabulary)),
    }


def _file_keys(type_name: str) -> Keys:
    return {
        "general.file_type": _count(FILE_TYPES[type_name]),
        "general.quantization_version": _count(_QUANTISATION_VERSION),
    }


def _shape_keys(model: ModelConfiguration) -> Keys:
    keys = {
        "block_count": _count(model.layers),
        "context_length": _count(model.context),
        "embedding_length": _count(model.hidden),
        "feed_forward_length": _count(model.feed_forward),
        "vocab_size": _count(model.vocabulary),
        "attention.head_count": _count(model.heads),
        "attention.head_count_kv": _count(model.key_value_heads),
        "attention.key_length": _count(model.head_size),
        "attention.value_length": _count(model.size_of_values),
        "attention.layer_norm_rms_epsilon": _number(model.norm_epsilon),
        "rope.dimension_count": _count(model.rotary_size or model.head_size),
        "rope.freq_base": _number(model.rotary_base),
    }
    for part in (_expert_keys, _window_keys, _scaling_keys, _softcap_keys, _special_keys):
        keys |= part(model)
    return keys


def _expert_keys(model: ModelConfiguration) -> Keys:
    if not model.experts:
        return {}
    keys = {"expert_count": _count(model.experts), "expert_used_count": _count(model.experts_used)}
    if model.expert_feed_forward:
        keys["expert_feed_forward_length"] = _count(model.expert_feed_forward)
    known = architecture_named(model.architecture)
    if known and model.expert_weights_sum_to_one != known.expert_weights_sum_to_one:
        keys["expert_weights_norm"] = GgufValue("bool", model.expert_weights_sum_to_one)
    return keys


def _window_keys(model: ModelConfiguration) -> Keys:
    """The list of layers too, where it is not what a reader would take from the kind alone."""
    known = architecture_named(model.architecture)
    if known is None or not (model.sliding_window or known.usual_window):
        return {}
    keys = {"attention.sliding_window": _count(model.sliding_window)}
    usual = windowed_layers(known, model.layers, model.sliding_window)
    if model.sliding_window and (known.window_must_be_said or model.windowed_layers != usual):
        keys[WINDOW_PATTERN] = GgufValue("[bool]", _window_pattern(model))
    return keys


def _window_pattern(model: ModelConfiguration) -> array:
    """1 for each layer with a window."""
    everywhere = not model.windowed_layers
    return array("B", (everywhere or at in model.windowed_layers for at in range(model.layers)))


def _special_keys(model: ModelConfiguration) -> Keys:
    """What only differs in few models of a kind."""
    known = architecture_named(model.architecture)
    keys: Keys = {}
    if known is None:
        return keys
    if model.attention_scale:
        keys["attention.scale"] = _number(model.attention_scale)
    if model.windowed_rotary_base != known.windowed_rotary_base:
        keys["rope.freq_base_swa"] = _number(model.windowed_rotary_base)
    if model.activation != known.activation:
        names = {activation: name for name, activation in ACTIVATIONS.items()}
        keys[ACTIVATION] = _text(names[model.activation])
    return keys


def _scaling_keys(model: ModelConfiguration) -> Keys:
    # Llama 3's scaling is a tensor of the file.
    if model.rotary_scaling not in ("linear", "yarn"):
        return {}
    keys = {
        "rope.scaling.type": _text(model.rotary_scaling),
        "rope.scaling.factor": _number(model.rotary_scale),
    }
    if model.rotary_original_context:
        keys["rope.scaling.original_context_length"] = _count(model.rotary_original_context)
    return keys


def _softcap_keys(model: ModelConfiguration) -> Keys:
    caps = {
        "attn_logit_softcapping": model.attention_softcap,
        "final_logit_softcapping": model.final_softcap,
    }
    known = architecture_named(model.architecture)
    said = known is not None and any(known.usual_softcaps)
    return {key: _number(cap) for key, cap in caps.items() if cap or said}


def _tokeniser_keys(data: TokeniserData) -> Keys:
    if not data.tokens:
        return {"tokenizer.ggml.model": _text("none")}
    keys = {
        "tokenizer.ggml.model": _text(data.model),
        "tokenizer.ggml.pre": _text("default" if data.pre == UNRECOGNISED else data.pre),
        "tokenizer.ggml.tokens": GgufValue("[string]", list(data.tokens)),
        "tokenizer.ggml.token_type": GgufValue("[i32]", array("i", data.types)),
        "tokenizer.ggml.add_bos_token": GgufValue("bool", data.add_begin),
        "tokenizer.ggml.add_space_prefix": GgufValue("bool", data.add_space_before),
    }
    if data.scores:
        keys["tokenizer.ggml.scores"] = GgufValue("[f32]", array("f", data.scores))
    if data.merges and (data.model == "gpt2" or data.merges_decide):
        keys["tokenizer.ggml.merges"] = GgufValue("[string]", list(data.merges))
    for key, identifier in (("bos", data.begin), ("eos", data.end), ("unknown", data.unknown)):
        if identifier is not None:
            keys[f"tokenizer.ggml.{key}_token_id"] = _count(identifier)
    keys |= _own_tokeniser_keys(data)
    if data.chat_template:
        keys["tokenizer.chat_template"] = _text(data.chat_template)
    return keys


def _own_tokeniser_keys(data: TokeniserData) -> Keys:
    """What GGUF has no key for: llama.cpp passes over these, and our reader finds them."""
    keys: Keys = {}
    if data.normaliser:
        keys[NORMALISER_KEY] = _text(data.normaliser)
    if data.whole_words is not None:
        keys[WHOLE_WORDS_KEY] = GgufValue("bool", data.whole_words)
    if data.merges_decide:
        keys[MERGES_DECIDE_KEY] = GgufValue("bool", True)
    if data.space_rule:
        keys[SPACE_RULE_KEY] = _text(data.space_rule)
    for key, tokens in (
        (STRIPS_BEFORE_KEY, data.strips_before),
        (STRIPS_AFTER_KEY, data.strips_after),
    ):
        if tokens:
            keys[key] = GgufValue("[i32]", array("i", tokens))
    return keys


def fitted(data: TokeniserData, vocabulary: int) -> TokeniserData:
    """As many tokens as the embedding has rows.

    Further rows become tokens that are not in use; tokens without a row cannot be embedded and are
    left out. Raises ModelFileRefused if merging needs one of those.
    """
    missing = vocabulary - len(data.tokens)
    if not data.tokens or missing == 0:
        return data
    if missing < 0:
        return _cut(data, vocabulary)
    return replace(
        data,
        tokens=(*data.tokens, *(f"[PAD{at}]" for at in range(len(data.tokens), vocabulary))),
        types=(*data.types, *[_UNUSED] * missing),
        scores=(*data.scores, *[-1e6] * missing) if data.scores else (),
    )


def _cut(data: TokeniserData, vocabulary: int) -> TokeniserData:
    lost = set(data.tokens[vocabulary:])
    if any("".join(merge.split(" ", 1)) in lost for merge in data.merges):
        raise ModelFileRefused(
            f"{len(data.tokens):,} tokens are more than the {vocabulary:,} rows of the embedding, "
            "and merging makes some that have none."
        )
    special_tokens = {
        key: identifier if identifier is not None and identifier < vocabulary else None
        for key, identifier in (("begin", data.begin), ("end", data.end))
    }
    return replace(
        data,
        tokens=data.tokens[:vocabulary],
        types=data.types[:vocabulary],
        scores=data.scores[:vocabulary],
        **special_tokens,
    )


def _text(value: str) -> GgufValue:
    return GgufValue("string", value)


def _count(value: Value) -> GgufValue:
    return GgufValue("u32", value)


def _number(value: float) -> GgufValue:
    return GgufValue("f32", value)
