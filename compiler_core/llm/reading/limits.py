"""Limits of reading a header: the numbers, and the words a user reads when a file passes one.

The largest headers we know are those of Gemma 3 (262,144 tokens, about 8 MB) and of mixtures whose
experts are tensors of their own (about 90,000 tensors, 12 MB of JSON).
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.llm.reading.errors import ModelFileTooLarge


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderLimits:
    """The most that the header of a model's file may hold."""

    header_bytes: int = 64 << 20
    """Bytes of one GGUF header."""
    json_header_bytes: int = 16 << 20
    """Bytes of the JSON header of a safetensors file."""
    tokenizer_bytes: int = 48 << 20
    """Of `tokenizer.json`."""
    config_bytes: int = 4 << 20
    """Of `config.json` and of `tokenizer_config.json`, each."""
    json_values: int = 4_000_000
    """Commas and brackets of a JSON text."""
    metadata_keys: int = 16_384
    """Keys in the metadata of a GGUF header."""
    tensors: int = 200_000
    """Tensors in a file, or in all files of a directory together."""
    axes: int = 4
    """Axes of one tensor of a GGUF file."""
    json_axes: int = 8
    """Axes of one tensor of a safetensors file."""
    strings: int = 2_000_000
    """Strings in all arrays of a GGUF header together; also tokens and merges of
    `tokenizer.json`."""
    string_bytes: int = 1 << 20
    """Bytes of one string."""
    name_bytes: int = 512
    """Bytes of a metadata key or of a tensor's name."""
    files: int = 2_000
    """Files with weights of a directory."""
    layers: int = 2_000
    """Layers that a configuration may state."""
    width: int = 1 << 24
    """The largest width that a configuration may state, in elements."""
    heads: int = 1 << 16
    """Attention heads that a configuration may state."""
    alignment: int = 1 << 20
    """Bytes to whose multiples a GGUF file may align its tensors."""


LIMITS = HeaderLimits()

_WORDS: dict[str, str] = {
    "header_bytes": "bytes of header",
    "json_header_bytes": "bytes of header",
    "tokenizer_bytes": "bytes of tokenizer.json",
    "config_bytes": "bytes of config.json",
    "json_values": "JSON values",
    "metadata_keys": "metadata keys",
    "tensors": "tensors",
    "axes": "axes of one tensor",
    "json_axes": "axes of one tensor",
    "strings": "strings in arrays",
    "string_bytes": "bytes in one string",
    "name_bytes": "bytes in one name",
    "files": "files of one model",
    "layers": "layers",
    "width": "elements of one width",
    "heads": "heads",
    "alignment": "bytes of alignment",
}


def hold(name: str, count: int, where: str = "") -> None:
    """Raise ModelFileTooLarge if `count` passes the limit of this name."""
    allowed = getattr(LIMITS, name)
    if count <= allowed:
        return
    prefix = f"{where}: " if where else ""
    raise ModelFileTooLarge(
        f"{prefix}{count:,} {_WORDS[name]} are more than the limit of {allowed:,}.",
        "Language models stay far below this; the file is probably damaged.",
    )
