"""From a file or a directory to a header: start reading here.

Only headers are read, never weights: a file of gigabytes costs what its table costs. What a file
is follows from its first bytes, not from its name.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from pathlib import Path

from compiler_core.llm.reading.directory import read_directory, read_single
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.gguf_configuration import gguf_configuration
from compiler_core.llm.reading.gguf_header import MAGIC, GgufTable, read_gguf
from compiler_core.llm.reading.gguf_keys import gguf_findings
from compiler_core.llm.reading.gguf_tokeniser import gguf_tokeniser
from compiler_core.llm.reading.gguf_values import GgufValue
from compiler_core.llm.reading.header_bytes import (
    HeaderBytes,
    bytes_of_file,
)
from compiler_core.llm.records import MetadataEntry, ModelHeader

_SHOWN_CHARACTERS = 200
_SHOWN_VALUES = 8
_ZIP = b"PK\x03\x04"


def read_header(path: Path) -> ModelHeader:
    """The header of a GGUF, a safetensors file, or a directory with config.json.

    Raises ModelFileRefused, ModelFileTooLarge, and OSError if the file cannot be opened.
    """
    if path.is_dir():
        return read_directory(path)
    file_bytes = path.stat().st_size
    with path.open("rb") as file:
        magic = file.read(len(MAGIC))
        if magic == MAGIC:
            file.seek(0)
            return _gguf_header(bytes_of_file(file, file_bytes), path.stem)
    _check_magic(magic, file_bytes)
    return read_single(path)


def _check_magic(magic: bytes, file_bytes: int) -> None:
    if file_bytes < 8:
        raise ModelFileRefused(f"The file has {file_bytes} bytes: no model's header is so short.")
    if magic == MAGIC[::-1]:
        raise ModelFileRefused(
            "This GGUF is for big-endian machines; only little-endian files are read."
        )
    if magic == _ZIP:
        raise ModelFileRefused(
            "This looks like a PyTorch checkpoint, which runs code when it is loaded.",
            "Take the model's safetensors file or a GGUF.",
        )


def _gguf_header(source: HeaderBytes, name: str) -> ModelHeader:
    table = read_gguf(source)
    configuration, problems = gguf_configuration(table)
    keys = gguf_findings(table, configuration)
    header = ModelHeader(
        format="gguf",
        name=_name(table, name),
        configuration=configuration,
        tensors=table.tensors,
        metadata=tuple(_entry(key, value) for key, value in table.metadata.items()),
        tokeniser=gguf_tokeniser(table.metadata),
        version=table.version,
        alignment=table.alignment,
        file_bytes=source.file_bytes,
        header_bytes=table.header_bytes,
    )
    return replace(header, problems=problems, warnings=keys.warnings, refusals=keys.refusals)


def _name(table: GgufTable, otherwise: str) -> str:
    entry = table.metadata.get("general.name")
    return entry.value if entry and isinstance(entry.value, str) and entry.value else otherwise


def _entry(key: str, value: GgufValue) -> MetadataEntry:
    return MetadataEntry(key, value.type, _shown(value), value.count)


def _shown(value: GgufValue) -> str:
    content = value.value
    if not isinstance(content, list | array):
        return str(content)[:_SHOWN_CHARACTERS]
    first = ", ".join(str(element)[:40] for element in content[:_SHOWN_VALUES])
    return f"[{first}{', …' if len(content) > _SHOWN_VALUES else ''}]"[:_SHOWN_CHARACTERS]
