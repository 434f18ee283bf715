"""Which models the engine is written for; others are refused by the name of what is missing."""

from __future__ import annotations

from compiler_core.errors import InputError
from compiler_core.llm.engine.weight_types import WEIGHT_TYPES, weight_type
from compiler_core.llm.records import ModelConfiguration, ModelHeader

ARCHITECTURES = ("llama", "qwen2", "qwen3", "phi3", "gemma", "gemma2", "gemma3")
_SCALINGS = ("", "linear", "llama3")
# Rows of a tile; vectors have four lanes.
_VECTOR = 8


def check_model(header: ModelHeader) -> None:
    """Raises InputError for a model that no engine is written for."""
    configuration = header.configuration
    if header.format != "gguf":
        raise InputError("The engine maps a GGUF file.", "Convert first: lowlab llm convert.")
    if header.problems:
        raise InputError(f"No engine for this file: {header.problems[0]}")
    if configuration.architecture not in ARCHITECTURES:
        raise InputError(
            f"No engine for the architecture {configuration.architecture[:40]!r}.",
            f"There is one for {', '.join(ARCHITECTURES)}.",
        )
    if configuration.experts:
        raise InputError("No engine for mixtures of experts.", "Take a dense model.")
    if header.refusals:
        raise InputError(f"No engine for this file: {header.refusals[0]}")
    if configuration.rotary_scaling not in _SCALINGS:
        raise InputError(
            f"No engine for rotary scaling {configuration.rotary_scaling[:40]!r} "
            "(rope.scaling.type).",
            "There is one for linear scaling, that of Llama 3, and none.",
        )
    _check_sizes(configuration)
    _check_types(header)


def _check_sizes(configuration: ModelConfiguration) -> None:
    """Vectors have four lanes, and a head's pairs lie within it."""
    sizes = {
        "hidden size": configuration.hidden,
        "feed-forward size": configuration.feed_forward,
        "head size": configuration.head_size,
        "value size": configuration.size_of_values,
    }
    for what, size in sizes.items():
        if size < _VECTOR or size % _VECTOR:
            raise InputError(f"A {what} of {size} is no multiple of {_VECTOR}.")
    if configuration.key_value_heads < 1 or configuration.heads % configuration.key_value_heads:
        raise InputError("Query heads do not share key heads evenly.")
    if configuration.vocabulary < _VECTOR:
        raise InputError(f"A vocabulary of {configuration.vocabulary} is too small.")
    rotary = configuration.rotary_size or configuration.head_size
    if rotary % 2 or rotary > configuration.head_size:
        raise InputError(f"{rotary} rotated elements do not fit a head.")


def _check_types(header: ModelHeader) -> None:
    for tensor in header.tensors:
        if len(tensor.shape) != 2:
            continue
        if tensor.type not in {kind.name for kind in WEIGHT_TYPES}:
            known = ", ".join(kind.name for kind in WEIGHT_TYPES)
            raise InputError(
                f"{tensor.name} is of type {tensor.type}, for which there is no kernel.",
                f"There are kernels for {known}; convert the model to one of them.",
            )
        block = weight_type(tensor.type).block
        if tensor.shape[1] % block:
            raise InputError(
                f"{tensor.name} has rows of {tensor.shape[1]} values, "
                f"no multiple of the {block} that {tensor.type} puts into a block."
            )
