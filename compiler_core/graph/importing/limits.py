"""Every limit of reading a model: its number, and the words a user reads when a model passes it."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.importing.errors import ModelTooLarge


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportLimits:
    """What a model may hold."""

    file_bytes: int = 160 << 20
    """Size of the file."""
    fields: int = 600_000
    """Protobuf fields in all, each of which costs memory when parsed."""
    packed_bytes: int = 16 << 20
    """Bytes of packed integers, each of which can take eight once it is read."""
    message_depth: int = 24
    """Nesting of protobuf messages."""
    name_bytes: int = 1024
    """Length of one name."""
    text_bytes: int = 256 << 10
    """Length of one documentation or string."""
    nodes: int = 20_000
    """How many a model may have."""
    initializers: int = 20_000
    """How many constants a model may have."""
    operator_sets: int = 32
    """How many a model may name."""
    attribute_numbers: int = 1 << 20
    """How many one attribute may hold."""
    rank: int = 8
    """Axes of a tensor."""
    tensor_elements: int = 1 << 25
    """How many one weight or one activation may have."""
    weight_elements: int = 1 << 26
    """How many all weights may have together."""
    activation_elements: int = 1 << 28
    """How many all activations may have together."""
    multiplies: int = 1 << 35
    """Multiply-accumulates of one run."""
    subgraph_depth: int = 4
    """How deep graphs may stand inside nodes."""


UPLOAD_LIMITS = ImportLimits()
# The largest of the shipped topologies, VGG-19, has 143,667,240 parameters, of which one layer has
# 102,760,448.
SHIPPED_LIMITS = ImportLimits(
    file_bytes=1 << 30, tensor_elements=1 << 27, weight_elements=160 << 20, multiplies=1 << 36
)

_WORDS: dict[str, str] = {
    "file_bytes": "bytes in the file",
    "fields": "protobuf fields",
    "packed_bytes": "bytes of packed numbers",
    "message_depth": "levels of nested messages",
    "name_bytes": "bytes in one name",
    "text_bytes": "bytes in one text",
    "nodes": "nodes",
    "initializers": "constants",
    "operator_sets": "operator sets",
    "attribute_numbers": "numbers in one attribute",
    "rank": "axes of one tensor",
    "tensor_elements": "elements of one tensor",
    "weight_elements": "elements of all weights together",
    "activation_elements": "elements of all activations together",
    "multiplies": "multiply-accumulates of one run",
    "subgraph_depth": "levels of graphs inside nodes",
}
_ADVICE: dict[str, str] = {
    "file_bytes": "Take a smaller model, or the same one with fewer weights.",
    "tensor_elements": "Choose smaller sizes for the inputs, or check the shapes in the file.",
    "activation_elements": "Choose smaller sizes for the inputs.",
    "multiplies": "Choose smaller sizes for the inputs.",
    "weight_elements": "Take a smaller model.",
}


def hold(limits: ImportLimits, name: str, count: int, where: str = "") -> None:
    """Raise ModelTooLarge if `count` passes the limit of this name."""
    allowed = getattr(limits, name)
    if count <= allowed:
        return
    prefix = f"{where}: " if where else ""
    raise ModelTooLarge(
        f"{prefix}{count:,} {_WORDS[name]} are more than the limit of {allowed:,}.",
        _ADVICE.get(name, "A model for an edge device stays far below this."),
    )
