"""The header of a safetensors file: its length, then JSON with a type, a shape and two offsets.

Source: the format's description in the README of the package safetensors. Its own reader maps the
whole file; this one reads the header alone and says what is wrong in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from compiler_core.llm.reading.bounded_json import parse_object
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.gguf_header import check_placement
from compiler_core.llm.reading.header_bytes import HeaderBytes
from compiler_core.llm.reading.limits import hold
from compiler_core.llm.records import TensorEntry

ELEMENT_BYTES = {
    "F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "I8": 1, "U64": 8,
    "U32": 4, "U16": 2, "U8": 1, "BOOL": 1, "F8_E4M3": 1, "F8_E5M2": 1,
}  # fmt: skip
_OWN_KEY = "__metadata__"
_LARGEST_AXIS = 1 << 48


@dataclass(frozen=True, slots=True)
class SafetensorsTable:
    """What the header says. metadata: the file's own strings. header_bytes: with the length."""

    metadata: dict[str, str]
    tensors: tuple[TensorEntry, ...]
    header_bytes: int


def read_safetensors(source: HeaderBytes, file: str = "") -> SafetensorsTable:
    """Read the header; `file` is the name its tensors get. Raises ModelFileRefused."""
    length = source.number("Q", "the length of the header")
    if length > source.left:
        raise ModelFileRefused(
            f"The header says that it is {length:,} bytes long, and the file has {source.left:,} "
            "after it.",
            "The file is damaged, or not a safetensors file.",
        )
    hold("json_header_bytes", length)
    entries = parse_object(source.take(length, "the header"), "json_header_bytes", "The header")
    metadata = _metadata(entries.pop(_OWN_KEY, {}))
    hold("tensors", len(entries))
    start = source.position
    tensors = tuple(_tensor(name, entry, start, file) for name, entry in entries.items())
    check_placement(tensors, start, source.file_bytes, 1)
    return SafetensorsTable(metadata, tensors, start)


def _metadata(metadata: Any) -> dict[str, str]:
    if not isinstance(metadata, dict) or not all(
        isinstance(text, str) for text in metadata.values()
    ):
        raise ModelFileRefused(f"{_OWN_KEY} has to be an object of strings.")
    return metadata


def _tensor(name: str, entry: Any, start: int, file: str) -> TensorEntry:
    if not name:
        raise ModelFileRefused("A tensor has no name.")
    hold("name_bytes", len(name.encode("utf-8", "replace")), "the name of a tensor")
    if not isinstance(entry, dict) or not {"dtype", "shape", "data_offsets"} <= entry.keys():
        raise ModelFileRefused(f"Tensor {name} lacks its type, its shape or its offsets.")
    kind = entry["dtype"]
    if not isinstance(kind, str) or kind not in ELEMENT_BYTES:
        raise ModelFileRefused(
            f"Tensor {name} has type {str(kind)[:40]}, which is not known here.",
            f"Known are {', '.join(ELEMENT_BYTES)}.",
        )
    shape = _whole_numbers(entry["shape"], f"the shape of {name}")
    hold("json_axes", len(shape), name)
    offsets = _whole_numbers(entry["data_offsets"], f"the offsets of {name}")
    if len(offsets) != 2 or offsets[0] > offsets[1]:
        raise ModelFileRefused(f"Tensor {name} has offsets {list(offsets)[:4]}: not a begin, end.")
    size = prod(shape) * ELEMENT_BYTES[kind]
    if offsets[1] - offsets[0] != size:
        raise ModelFileRefused(
            f"Tensor {name} has {offsets[1] - offsets[0]:,} bytes; its shape and type need "
            f"{size:,}."
        )
    return TensorEntry(
        name=name, type=kind, shape=shape, offset=start + offsets[0], size=size, file=file
    )


def _whole_numbers(numbers: Any, what: str) -> tuple[int, ...]:
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise ModelFileRefused(f"{what} has to be a list of whole numbers.")
    if any(number < 0 or number > _LARGEST_AXIS for number in numbers):
        raise ModelFileRefused(f"{what} has a number below 0 or above 2^48.")
    return tuple(numbers)
