"""A model's shape from the metadata of a GGUF.

Keys begin with the architecture's name. What is missing becomes 0 and a sentence, never a guess;
sizes that follow from others (a head is hidden / heads) are those of llama.cpp's loader.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from math import sqrt

from compiler_core.llm.reading.architectures import (
    KNOWN,
    Architecture,
    architecture_named,
    problems_of,
    windowed_layers,
)
from compiler_core.llm.reading.configuration_numbers import check_configuration, finite
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.gguf_header import GgufTable
from compiler_core.llm.reading.gguf_values import GgufValue
from compiler_core.llm.reading.limits import LIMITS
from compiler_core.llm.records import Activation, ModelConfiguration, TensorEntry
from compiler_core.llm.tensor_shapes import ROTARY_FACTORS

_GENERIC = Architecture(name="", model_types=())
WINDOW_PATTERN = "attention.sliding_window_pattern"
# llama.cpp has this key for another kind of model only; the names are those of config.json.
ACTIVATION = "hidden_activation"
ACTIVATIONS: dict[str, Activation] = {
    "silu": "silu", "gelu_pytorch_tanh": "gelu", "gelu": "gelu_exact", "quick_gelu": "gelu_quick",
    "relu": "relu",
}  # fmt: skip


class Metadata:
    """Typed look-ups under an architecture's name; collects what differs by layer."""

    def __init__(self, values: dict[str, GgufValue], prefix: str) -> None:
        self.values = values
        self.prefix = prefix
        self.problems: list[str] = []

    def integer(self, key: str, otherwise: int = 0) -> int:
        """A whole number; one for all layers if each layer has the same."""
        entry = self.values.get(f"{self.prefix}.{key}")
        if entry is None:
            return otherwise
        value = entry.value
        if isinstance(value, array) and value.typecode not in "fd":
            return self._same_for_all(key, value)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ModelFileRefused(
                f"{self.prefix}.{key} is {str(value)[:40]}; it has to be a whole number from 0 up."
            )
        return value

    def number(self, key: str, otherwise: float = 0.0) -> float:
        """A finite number."""
        entry = self.values.get(f"{self.prefix}.{key}")
        return otherwise if entry is None else finite(entry.value, f"{self.prefix}.{key}")

    def text(self, key: str) -> str:
        """A string, empty if it is not there."""
        entry = self.values.get(f"{self.prefix}.{key}")
        return entry.value if entry is not None and isinstance(entry.value, str) else ""

    def truth(self, key: str, otherwise: bool) -> bool:
        """A truth value."""
        entry = self.values.get(f"{self.prefix}.{key}")
        if entry is None:
            return otherwise
        if not isinstance(entry.value, bool):
            raise ModelFileRefused(f"{self.prefix}.{key} is of type {entry.type}; not a bool.")
        return entry.value

    def pattern(self, key: str, layers: int) -> tuple[int, ...] | None:
        """Layers of a list of truth values, or by a period whose last layer is left out; None if
        the key is not there."""
        entry = self.values.get(f"{self.prefix}.{key}")
        if entry is None:
            return None
        if isinstance(entry.value, array) and entry.type != "[f32]":
            if len(entry.value) < layers:
                raise ModelFileRefused(
                    f"{self.prefix}.{key} has {len(entry.value)} values for {layers} layers."
                )
            return tuple(at for at in range(layers) if entry.value[at])
        period = self.integer(key)
        return tuple(at for at in range(layers) if not period or at % period < period - 1)

    def _same_for_all(self, key: str, values: array) -> int:
        if len(values) and values.count(values[0]) == len(values) and values[0] >= 0:
            return values[0]
        self.problems.append(
            f"{self.prefix}.{key} differs by layer; what depends on it cannot be computed."
        )
        return 0


def gguf_architecture(table: GgufTable) -> str:
    """general.architecture. Raises ModelFileRefused."""
    architecture = table.metadata.get("general.architecture")
    if architecture is None or not isinstance(architecture.value, str) or not architecture.value:
        raise ModelFileRefused(
            "The metadata has no general.architecture, so nothing says what the tensors are for."
        )
    return architecture.value


def gguf_configuration(table: GgufTable) -> tuple[ModelConfiguration, tuple[str, ...]]:
    """The model's shape, and sentences about what cannot be computed. Raises ModelFileRefused."""
    name = gguf_architecture(table)
    known = architecture_named(name)
    metadata = Metadata(table.metadata, name)
    shapes = {tensor.name: tensor for tensor in table.tensors}
    configuration = _configuration(metadata, known or _GENERIC, shapes)
    configuration = _turned(metadata, known or _GENERIC, shapes, configuration)
    check_configuration(configuration)
    problems = [*metadata.problems, *problems_of(configuration), *_split(table.metadata)]
    if known is None:
        problems.insert(0, _unknown(name))
    return configuration, tuple(problems)


def _unknown(name: str) -> str:
    return (
        f"The architecture {name[:60]} is not known here (known: {KNOWN}). The table of tensors "
        "and its bytes are exact; what a token reads and the cache follow the common keys only, "
        "and the model cannot be compiled."
    )


def _split(values: dict[str, GgufValue]) -> list[str]:
    count = values.get("split.count")
    if count is None or not isinstance(count.value, int) or count.value < 2:
        return []
    return [f"This is one of {count.value} parts: all figures are of this part alone."]


def _configuration(
    metadata: Metadata, known: Architecture, shapes: dict[str, TensorEntry]
) -> ModelConfiguration:
    layers = metadata.integer("block_count")
    hidden = metadata.integer("embedding_length")
    heads = metadata.integer("attention.head_count")
    head_size = metadata.integer("attention.key_length", hidden // heads if heads else 0)
    window, windowed = _windows(metadata, known, layers)
    sizes = ModelConfiguration(
        architecture=metadata.prefix,
        layers=layers,
        hidden=hidden,
        feed_forward=metadata.integer("feed_forward_length"),
        heads=heads,
        key_value_heads=metadata.integer("attention.head_count_kv", heads),
        head_size=head_size,
        vocabulary=_vocabulary(metadata, shapes),
        context=metadata.integer("context_length"),
        value_size=metadata.integer("attention.value_length", head_size),
        rotary_size=metadata.integer("rope.dimension_count", head_size),
        rotary_pairing=known.pairing,
        norm_epsilon=metadata.number("attention.layer_norm_rms_epsilon", 1e-5),
        activation=_activation(metadata, known),
        sliding_window=window,
        windowed_layers=windowed,
        experts=metadata.integer("expert_count"),
        experts_used=metadata.integer("expert_used_count"),
    )
    return _with_features(sizes, metadata, known, shapes)


def _with_features(
    sizes: ModelConfiguration,
    metadata: Metadata,
    known: Architecture,
    shapes: dict[str, TensorEntry],
) -> ModelConfiguration:
    """Norms, biases, caps and factors, which an architecture has or has not."""
    score_cap, logit_cap = known.usual_softcaps
    return replace(
        sizes,
        tied="output.weight" not in shapes,
        query_key_norm=known.query_key_norm or "blk.0.attn_q_norm.weight" in shapes,
        query_key_value_bias=known.query_key_value_bias or "blk.0.attn_q.bias" in shapes,
        post_norms=known.post_norms,
        embedding_scale=sqrt(sizes.hidden) if known.scaled_embedding else 1.0,
        final_softcap=metadata.number("final_logit_softcapping", logit_cap),
        attention_softcap=metadata.number("attn_logit_softcapping", score_cap),
        expert_feed_forward=metadata.integer("expert_feed_forward_length"),
        attention_scale=metadata.number(
            "attention.scale", usual_attention_scale(known, sizes.layers, sizes.hidden, sizes.heads)
        ),
        attention_output_bias="blk.0.attn_output.bias" in shapes,
        feed_forward_bias="blk.0.ffn_down.bias" in shapes,
        packed_projections=known.packed_projections and "blk.0.attn_q.weight" not in shapes,
        expert_weights_sum_to_one=metadata.truth(
            "expert_weights_norm", known.expert_weights_sum_to_one
        ),
    )


def _turned(
    metadata: Metadata,
    known: Architecture,
    shapes: dict[str, TensorEntry],
    configuration: ModelConfiguration,
) -> ModelConfiguration:
    """With its rotary positions."""
    scaling, scale = _scaling(metadata)
    return replace(
        configuration,
        rotary_base=metadata.number("rope.freq_base", 10000.0),
        rotary_scale=scale,
        rotary_scaling="llama3" if ROTARY_FACTORS in shapes else scaling,
        rotary_original_context=metadata.integer("rope.scaling.original_context_length"),
        windowed_rotary_base=metadata.number("rope.freq_base_swa", known.windowed_rotary_base),
    )


def usual_attention_scale(known: Architecture, layers: int, hidden: int, heads: int) -> float:
    """attention.scale where a GGUF does not say it, 0 for 1/√head: of the 27-billion models of
    Gemma, which llama.cpp knows by their layers too."""
    if heads and hidden and (known.name, layers) in (("gemma2", 46), ("gemma3", 62)):
        return (hidden / heads) ** -0.5
    return 0.0


def _scaling(metadata: Metadata) -> tuple[str, float]:
    """The kind and the factor; rope.scale_linear is how older files say them."""
    kind = metadata.text("rope.scaling.type")
    old = metadata.number("rope.scale_linear", 1.0)
    factor = metadata.number("rope.scaling.factor", old)
    if not kind and old != 1.0:
        return "linear", factor
    return "" if kind == "none" else kind, factor


def _windows(metadata: Metadata, known: Architecture, layers: int) -> tuple[int, tuple[int, ...]]:
    """Positions and layers; no layers with a window stands for all."""
    window = metadata.integer("attention.sliding_window", known.usual_window)
    pattern = metadata.pattern(WINDOW_PATTERN, min(layers, LIMITS.layers))
    if pattern is not None:
        return (window, pattern) if pattern else (0, ())
    if known.window_must_be_said:
        return 0, ()
    return window, windowed_layers(known, min(layers, LIMITS.layers), window)


def _activation(metadata: Metadata, known: Architecture) -> Activation:
    """Our own key, where a model's function is not the usual one of its kind."""
    name = metadata.text(ACTIVATION)
    if not name:
        return known.activation
    activation = ACTIVATIONS.get(name)
    if activation is None:
        raise ModelFileRefused(
            f"{metadata.prefix}.{ACTIVATION} is {name[:40]}, a function that is not computed here.",
            f"Computed are {', '.join(ACTIVATIONS)}.",
        )
    return activation


def _vocabulary(metadata: Metadata, shapes: dict[str, TensorEntry]) -> int:
    embedding = shapes.get("token_embd.weight")
    if embedding is not None and len(embedding.shape) == 2:
        return embedding.shape[0]
    tokens = metadata.values.get("tokenizer.ggml.tokens")
    return metadata.integer("vocab_size", tokens.count if tokens else 0)
