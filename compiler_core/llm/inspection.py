"""What a header says of a model's cost: parameters, bytes, and what one decoded token reads.

Decoding is bound by memory: a step reads the repeating layers and the output head once, by the
types they are stored in. The input embedding gives one row and is not counted, unless it is the
output head too; of a mixture's experts only those that are used are read, and the router whole.
Which tensor belongs to input, layers or output: llama-arch.cpp of llama.cpp.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.llm.reading.ggml_types import type_named
from compiler_core.llm.reading.tensor_names import gguf_name
from compiler_core.llm.records import MetadataEntry, ModelConfiguration, ModelHeader, TensorEntry

ReadReason = Literal[
    "layer", "output head", "tied output head", "router", "active experts", "input embedding",
    "second copy of a tied head", "not part of decoding",
]  # fmt: skip
_EMBEDDING, _HEAD = "token_embd.weight", "output.weight"
# One row is fetched of each of these.
_ROWS = frozenset(
    (_EMBEDDING, "position_embd.weight", "token_types.weight", "per_layer_token_embd.weight")
)
_OUTSIDE_LAYERS = frozenset(
    ("output_norm.weight", "output_norm.bias", "output.bias", "rope_freqs.weight")
)
_LAYER = re.compile(r"blk\.(\d+)\.(.+)")
_STACKED_EXPERTS = re.compile(r"ffn_(?:gate|up|down|gate_up)_exps\.(?:weight|bias)")
_SINGLE_EXPERT = re.compile(r"ffn_(?:gate|up|down)\.\d+\.(?:weight|bias)")
_ROUTER = "ffn_gate_inp."
# Layers that predict further tokens; plain decoding leaves them out.
_NEXT_TOKENS = ".nextn."
_RECURRENT = re.compile(r"\.(?:ssm_|time_mix|shortconv)")
_LATENT = ".attn_kv_a_mqa."


@dataclass(frozen=True, slots=True)
class TensorRead:
    """What a decode step reads of one tensor. name: GGUF's where there is one, else the file's."""

    name: str
    type: str
    bytes: int
    reason: ReadReason


@dataclass(frozen=True, slots=True, kw_only=True)
class InspectedTensor:
    """One row of the table, with what a decode step reads of it."""

    name: str
    """In the file."""
    type: str
    """Of its elements, such as `Q4_K`."""
    shape: tuple[int, ...]
    """Rows first, as numpy has it."""
    bytes: int
    """In the file."""
    read_per_token: int
    """Bytes of it that a decode step reads; 0 for what decoding does not need."""
    reason: ReadReason
    """Why so much of it is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """What the header of a language model says of its contents and its cost."""

    architecture: str
    """As GGUF calls it, such as `llama`."""
    name: str
    """Of the model, as the file says; may be empty."""
    format: str
    """Of the file."""
    parameters: int
    """Elements of all tensors, a tied head once."""
    active_parameters: int
    """Elements that take part in a token: of a mixture the experts used, and the whole
    embedding."""
    bytes_total: int
    """What all tensors take in the file."""
    bytes_per_token: int
    """Read by a decode step, without the cache."""
    kv_bytes_per_position: int | None
    """Cache that one position of a sequence needs in all layers with F16, None where the header
    does not say enough."""
    bits_per_weight: float
    """Mean over all tensors; 0 where there are none."""
    types: dict[str, int]
    """Type to how many tensors have it, the most frequent first."""
    bytes_by_type: dict[str, int]
    """Type to the bytes of its tensors, the largest first."""
    configuration: ModelConfiguration
    """Shapes and settings of the model; what the header does not tell is 0."""
    tensors: tuple[InspectedTensor, ...]
    """In the order of the header."""
    metadata: tuple[MetadataEntry, ...]
    """Keys and values of the header."""
    chat_template: str
    """Jinja of the file's author, to be shown and never rendered."""
    problems: tuple[str, ...]
    """What cannot be computed from this header, and why, in sentences."""
    file_bytes: int
    """Of the whole file, also where only its first part was there."""
    header_bytes: int
    """What had to be read to know all this."""
    warnings: tuple[str, ...] = ()
    """Sentences about keys that nothing here knows, by name."""
    refusals: tuple[str, ...] = ()
    """Sentences about keys and tensors that change the logits and are not computed with."""


def inspect_model(header: ModelHeader) -> Inspection:
    """All figures of a header."""
    reads = reads_per_token(header)
    distinct = [
        (tensor, read)
        for tensor, read in zip(header.tensors, reads, strict=True)
        if read.reason != "second copy of a tied head"
    ]
    parameters = sum(entry.elements for entry, _ in distinct)
    total = sum(entry.size for entry in header.tensors)
    by_type = Counter(entry.type for entry in header.tensors)
    bytes_by_type: Counter[str] = Counter()
    for header_tensor in header.tensors:
        bytes_by_type[header_tensor.type] += header_tensor.size
    return Inspection(
        architecture=header.configuration.architecture,
        name=header.name,
        format=header.format,
        parameters=parameters,
        active_parameters=sum(_share(entry.elements, read, entry) for entry, read in distinct),
        bytes_total=total,
        bytes_per_token=sum(tensor_read.bytes for tensor_read in reads),
        kv_bytes_per_position=cache_bytes_of(header),
        bits_per_weight=8 * total / parameters if parameters else 0.0,
        types=dict(by_type.most_common()),
        bytes_by_type=dict(bytes_by_type.most_common()),
        configuration=header.configuration,
        tensors=tuple(map(_inspected, header.tensors, reads)),
        metadata=header.metadata,
        chat_template=header.tokeniser.chat_template,
        problems=header.problems,
        file_bytes=header.file_bytes,
        header_bytes=header.header_bytes,
        warnings=header.warnings,
        refusals=header.refusals,
    )


def _inspected(entry: TensorEntry, read: TensorRead) -> InspectedTensor:
    return InspectedTensor(
        name=entry.name,
        type=entry.type,
        shape=entry.shape,
        bytes=entry.size,
        read_per_token=read.bytes,
        reason=read.reason,
    )


def _share(elements: int, read: TensorRead, entry: TensorEntry) -> int:
    """Parameters that take part in a token: those read, and the embedding as a whole."""
    if read.reason == "input embedding":
        return elements
    return elements * read.bytes // entry.size if entry.size else 0


def reads_per_token(header: ModelHeader) -> tuple[TensorRead, ...]:
    """What a decode step reads, one record per tensor, in the file's order."""
    configuration = header.configuration
    names = [_internal_name(header, tensor.name) for tensor in header.tensors]
    idle = {
        _layer_of(name) for name in names if _NEXT_TOKENS in name and _layer_of(name) is not None
    }
    has_head = _HEAD in names
    return tuple(
        _read(name, entry, configuration, has_head, _layer_of(name) in idle)
        for name, entry in zip(names, header.tensors, strict=True)
    )


def _read(
    name: str, entry: TensorEntry, shape: ModelConfiguration, has_head: bool, is_idle: bool
) -> TensorRead:
    reason = _reason(name, shape, has_head, is_idle)
    read = {
        "input embedding": 0, "second copy of a tied head": 0, "not part of decoding": 0,
        "active experts": entry.size * shape.experts_used // max(shape.experts, 1),
    }.get(reason, entry.size)  # fmt: skip
    return TensorRead(name, entry.type, read, reason)


def _reason(name: str, shape: ModelConfiguration, has_head: bool, is_idle: bool) -> ReadReason:
    if name == _EMBEDDING:
        return "tied output head" if shape.tied or not has_head else "input embedding"
    if name == _HEAD:
        return "second copy of a tied head" if shape.tied else "output head"
    if name in _ROWS:
        return "input embedding"
    if name in _OUTSIDE_LAYERS:
        return "output head" if name.startswith("output") else "layer"
    return _reason_in_layer(name, shape, is_idle)


def _reason_in_layer(name: str, shape: ModelConfiguration, is_idle: bool) -> ReadReason:
    match = _LAYER.fullmatch(name)
    if match is None or is_idle:
        return "not part of decoding"
    part = match[2]
    if part.startswith(_ROUTER):
        return "router"
    is_expert = _STACKED_EXPERTS.fullmatch(part) or _SINGLE_EXPERT.fullmatch(part)
    return "active experts" if is_expert and shape.experts and shape.experts_used else "layer"


def _internal_name(header: ModelHeader, name: str) -> str:
    if header.format == "gguf":
        return name
    return gguf_name(name, header.configuration.architecture) or name


def _layer_of(name: str) -> int | None:
    match = _LAYER.fullmatch(name)
    return int(match[1]) if match else None


def cache_bytes_of(header: ModelHeader) -> int | None:
    """Of one position in F16; None where the header does not say enough, or layers keep a state
    of fixed size instead of keys and values."""
    if any(_RECURRENT.search(tensor.name) or _LATENT in tensor.name for tensor in header.tensors):
        return None
    configuration = header.configuration
    if not (configuration.layers and configuration.key_value_heads and configuration.head_size):
        return None
    return kv_bytes_per_position(configuration)


def kv_bytes_per_position(
    configuration: ModelConfiguration, key_type: str = "F16", value_type: str = "F16"
) -> int:
    """Bytes that keys and values of one position take in all layers.

    layers · key_value_heads · (head_size of keys + size of values), each by its type. Windowed
    layers need this too until the window is full. Raises InputError if a row is no whole block.
    """
    heads = configuration.key_value_heads
    keys = _row_bytes(heads * configuration.head_size, key_type)
    values = _row_bytes(heads * configuration.size_of_values, value_type)
    return configuration.layers * (keys + values)


def _row_bytes(elements: int, type_name: str) -> int:
    kind = type_named(type_name)
    if elements % kind.block_elements:
        raise InputError(
            f"A row of {elements} elements does not fit {kind.name}'s blocks of "
            f"{kind.block_elements}."
        )
    return kind.bytes_of(elements)
