"""Model files written byte by byte, so that every field of a header can also be wrong.

Nothing of the reader or of the package gguf is used to write: numbers come from the formats'
descriptions.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from compiler_core.llm.reading.header import read_header
from compiler_core.llm.records import ModelHeader

TYPE_NUMBERS = {"F32": 0, "F16": 1, "Q4_0": 2, "Q8_0": 8, "Q4_K": 12, "Q6_K": 14, "BF16": 30}
BLOCKS = {"F32": (1, 4), "F16": (1, 2), "BF16": (1, 2), "Q4_0": (32, 18), "Q8_0": (32, 34),
          "Q4_K": (256, 144), "Q6_K": (256, 210)}  # fmt: skip
VALUE_CODES = {"u8": (0, "B"), "i8": (1, "b"), "u16": (2, "H"), "i16": (3, "h"), "u32": (4, "I"),
               "i32": (5, "i"), "f32": (6, "f"), "bool": (7, "B"), "u64": (10, "Q"),
               "i64": (11, "q"), "f64": (12, "d")}  # fmt: skip
Shape = tuple[int, ...]


def text(value: str | bytes) -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return struct.pack("<Q", len(raw)) + raw


def value(kind: str, content: Any) -> bytes:
    """A typed value; "[f32]" and the like for arrays."""
    if kind == "string":
        return struct.pack("<I", 8) + text(content)
    if not kind.startswith("["):
        number, code = VALUE_CODES[kind]
        return struct.pack(f"<I{code}", number, content)
    inner = kind[1:-1]
    if inner == "string":
        return struct.pack("<IIQ", 9, 8, len(content)) + b"".join(map(text, content))
    number, code = VALUE_CODES[inner]
    return struct.pack("<IIQ", 9, number, len(content)) + struct.pack(
        f"<{len(content)}{code}", *content
    )


def size_of(kind: str, shape: Shape) -> int:
    elements, block = BLOCKS[kind]
    return prod(shape) // elements * block


@dataclass
class Gguf:
    """A header; offsets follow one another unless given. Every count may be overruled."""

    keys: list[tuple[str, str, Any]] = field(default_factory=list)
    tensors: list[tuple[str, str, Shape]] = field(default_factory=list)
    offsets: dict[str, int] = field(default_factory=dict)
    alignment: int = 32
    version: int = 3
    magic: bytes = b"GGUF"
    tensor_count: int | None = None
    key_count: int | None = None
    extra_keys: bytes = b""

    def header(self) -> bytes:
        counts = (
            len(self.tensors) if self.tensor_count is None else self.tensor_count,
            len(self.keys) if self.key_count is None else self.key_count,
        )
        found = self.magic + struct.pack("<IQQ", self.version, *counts)
        for key, kind, content in self.keys:
            found += text(key) + value(kind, content)
        return found + self.extra_keys + b"".join(self._rows())

    def _rows(self) -> list[bytes]:
        rows, offset = [], 0
        for name, kind, shape in self.tensors:
            placed = self.offsets.get(name, offset)
            rows.append(
                text(name)
                + struct.pack(f"<I{len(shape)}Q", len(shape), *shape[::-1])
                + struct.pack("<IQ", TYPE_NUMBERS[kind], placed)
            )
            offset = self._padded(placed + size_of(kind, shape))
        return rows

    def _padded(self, position: int) -> int:
        return -(-position // self.alignment) * self.alignment

    def file_bytes(self) -> int:
        data = 0
        for _, kind, shape in self.tensors:
            data = self._padded(data + size_of(kind, shape))
        return self._padded(len(self.header())) + data

    def write(self, path: Path) -> Path:
        """A file with the header and data that is a hole."""
        path.write_bytes(self.header())
        with path.open("rb+") as file:
            file.truncate(self.file_bytes())
        return path

    def content(self) -> bytes:
        header = self.header()
        return header + bytes(self.file_bytes() - len(header))


def safetensors_content(
    tensors: Sequence[tuple[str, str, Shape]], metadata: Mapping[str, str] | None = None
) -> tuple[bytes, int]:
    """The header, and how long the file is."""
    entries: dict[str, Any] = {"__metadata__": dict(metadata)} if metadata else {}
    at = 0
    for name, kind, shape in tensors:
        size = prod(shape) * {"F32": 4, "F16": 2, "BF16": 2}[kind]
        entries[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [at, at + size]}
        at += size
    header = json.dumps(entries).encode()
    return struct.pack("<Q", len(header)) + header, 8 + len(header) + at


def write_safetensors(path: Path, tensors: Sequence[tuple[str, str, Shape]]) -> Path:
    header, length = safetensors_content(tensors)
    path.write_bytes(header)
    with path.open("rb+") as file:
        file.truncate(length)
    return path


def header_of(
    content: bytes, file_bytes: int = 0, config: Mapping[str, Any] | None = None
) -> ModelHeader:
    """Of a file that begins so; as long as it is said to be, with a hole behind what is given.

    config: config.json beside it.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model"
        path.write_bytes(content)
        os.truncate(path, max(file_bytes, len(content)))
        if config is not None:
            (Path(folder) / "config.json").write_text(json.dumps(config))
        return read_header(path)
