"""The architectures whose header we turn into a configuration, with what their files leave unsaid.

Sources: llama-arch.cpp and llama-model.cpp of llama.cpp for GGUF's names, rotary pairings and
windows; the configuration classes of the package transformers for config.json's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from compiler_core.llm.records import Activation, ModelConfiguration, RotaryPairing


@dataclass(frozen=True, slots=True, kw_only=True)
class Architecture:
    """An architecture of language models, with what its files leave unsaid."""

    name: str
    """GGUF's name of it, such as `qwen2`."""
    model_types: tuple[str, ...]
    """What `model_type` of a config.json may say for it."""
    pairing: RotaryPairing = "halves"
    """Which elements of a head are turned together in a GGUF; Hugging Face's weights always have
    `halves`."""
    activation: Activation = "silu"
    """Of the feed-forward part."""
    query_key_norm: bool = False
    """Queries and keys are normalised by head."""
    query_key_value_bias: bool = False
    """The products that make queries, keys and values have a bias."""
    post_norms: bool = False
    """A norm stands after attention and after the feed-forward part as well."""
    scaled_embedding: bool = False
    """Embeddings are multiplied by √hidden."""
    norm_offset: float = 0.0
    """Added to the weights of norms when they are read from Hugging Face's files."""
    window_period: int = 0
    """Of so many layers the last sees everything, the others a window; 0 where a window is for
    all."""
    usual_window: int = 0
    """Where the file does not say one."""
    windowed_rotary_base: float = 0.0
    """Theta of windowed layers; 0 for the same as of the others."""
    tied_unless_said: bool = False
    """Without word from the file, the output head is the input embedding."""
    usual_softcaps: tuple[float, float] = (0.0, 0.0)
    """Of scores and of logits, where a GGUF does not say them; 0 for none."""
    packed_projections: bool = False
    """Queries, keys and values are one matrix of the file, and so are gate and up."""
    window_must_be_said: bool = False
    """A GGUF's window counts only with a list of layers, for its published files carry one that is
    switched off."""
    expert_weights_sum_to_one: bool = True
    """Of a mixture, the weights of the experts used are scaled to a sum of 1."""


ARCHITECTURES = (
    Architecture(name="llama", model_types=("llama", "mistral", "mixtral"), pairing="adjacent"),
    Architecture(
        name="qwen2", model_types=("qwen2",), query_key_value_bias=True, window_must_be_said=True
    ),
    Architecture(
        name="qwen2moe",
        model_types=("qwen2_moe",),
        query_key_value_bias=True,
        window_must_be_said=True,
        expert_weights_sum_to_one=False,
    ),
    Architecture(
        name="qwen3", model_types=("qwen3",), query_key_norm=True, window_must_be_said=True
    ),
    Architecture(
        name="qwen3moe", model_types=("qwen3_moe",), query_key_norm=True, window_must_be_said=True
    ),
    Architecture(name="phi3", model_types=("phi3",), packed_projections=True),
    Architecture(
        name="gemma",
        model_types=("gemma",),
        activation="gelu",
        scaled_embedding=True,
        norm_offset=1.0,
        tied_unless_said=True,
    ),
    Architecture(
        name="gemma2",
        model_types=("gemma2",),
        activation="gelu",
        scaled_embedding=True,
        norm_offset=1.0,
        post_norms=True,
        window_period=2,
        usual_window=4096,
        tied_unless_said=True,
        usual_softcaps=(50.0, 30.0),
    ),
    Architecture(
        name="gemma3",
        model_types=("gemma3", "gemma3_text"),
        activation="gelu",
        scaled_embedding=True,
        norm_offset=1.0,
        post_norms=True,
        query_key_norm=True,
        window_period=6,
        windowed_rotary_base=10000.0,
        tied_unless_said=True,
    ),
)
KNOWN = ", ".join(family.name for family in ARCHITECTURES)


def architecture_named(name: str) -> Architecture | None:
    """By GGUF's name."""
    return _first(lambda architecture: architecture.name == name)


def architecture_of_model_type(model_type: str) -> Architecture | None:
    """By config.json's model_type."""
    return _first(lambda architecture: model_type in architecture.model_types)


def windowed_layers(architecture: Architecture, layers: int, window: int) -> tuple[int, ...]:
    """Which layers see a window; empty stands for all, or for none without a window."""
    period = architecture.window_period
    if not window or not period:
        return ()
    return tuple(layer for layer in range(layers) if layer % period < period - 1)


def _first(wanted: Callable[[Architecture], bool]) -> Architecture | None:
    return next((architecture for architecture in ARCHITECTURES if wanted(architecture)), None)


def problems_of(configuration: ModelConfiguration) -> list[str]:
    """Sentences: which of a configuration's numbers nobody knows, and what hangs on them."""
    unknown = [
        word
        for word, value in (
            ("the number of layers", configuration.layers),
            ("the hidden size", configuration.hidden),
            ("the number of heads", configuration.heads),
            ("the number of key and value heads", configuration.key_value_heads),
            ("the size of a head", configuration.head_size),
        )
        if not value
    ]
    problems = []
    if unknown:
        problems.append(
            f"The file does not say {', '.join(unknown)}: the key and value cache cannot be "
            "computed."
        )
    if configuration.experts and not configuration.experts_used:
        problems.append("The file does not say how many experts a token uses: all are counted.")
    return problems
