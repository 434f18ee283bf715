"""The header of a GGUF: version, metadata, and the table of tensors, all of it checked.

Sizes follow from shapes and types; offsets have to lie in the file, on the alignment, and apart
from one another. Nothing is allocated on the word of a count.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import prod

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.ggml_types import type_of_number
from compiler_core.llm.reading.gguf_values import GgufValue, ValueReader
from compiler_core.llm.reading.header_bytes import HeaderBytes
from compiler_core.llm.reading.limits import hold
from compiler_core.llm.records import TensorEntry

MAGIC = b"GGUF"
ALIGNMENT_KEY = "general.alignment"
DEFAULT_ALIGNMENT = 32
_VERSIONS = (2, 3)
# A key is at least 8 + 1 bytes, a type 4, a value 1; a tensor 8 + 1, 4, 8, 4, 8.
_LEAST_KEY_BYTES = 14
_LEAST_TENSOR_BYTES = 33


@dataclass(frozen=True, slots=True)
class GgufTable:
    """What the header says. header_bytes: up to the first tensor's data, without the padding."""

    version: int
    alignment: int
    metadata: dict[str, GgufValue]
    tensors: tuple[TensorEntry, ...]
    header_bytes: int


def read_gguf(source: HeaderBytes) -> GgufTable:
    """Read the header. Raises ModelFileRefused."""
    version = _read_version(source)
    tensor_count = source.number("Q", "the number of tensors")
    key_count = source.number("Q", "the number of metadata keys")
    _check_count(source, "metadata_keys", key_count, _LEAST_KEY_BYTES)
    _check_count(source, "tensors", tensor_count, _LEAST_TENSOR_BYTES)
    values = ValueReader(source)
    metadata = _read_metadata(values, key_count)
    alignment = _alignment(metadata)
    rows = [_read_tensor(source, values, index) for index in range(tensor_count)]
    start = -(-source.position // alignment) * alignment
    tensors = tuple(
        TensorEntry(
            name=row.name, type=row.type, shape=row.shape, offset=start + row.offset, size=row.size
        )
        for row in rows
    )
    check_placement(tensors, start, source.file_bytes, alignment)
    return GgufTable(version, alignment, metadata, tensors, source.position)


def _read_version(source: HeaderBytes) -> int:
    if source.take(4, "the magic number") != MAGIC:
        raise ModelFileRefused("The file does not begin with GGUF.")
    version = source.number("I", "the version")
    if version in _VERSIONS:
        return version
    if int.from_bytes(version.to_bytes(4, "little"), "big") in _VERSIONS:
        raise ModelFileRefused(
            "This GGUF is for big-endian machines; only little-endian files are read.",
            "Take the file for x86 and Arm, or convert it with gguf-convert-endian.",
        )
    raise ModelFileRefused(
        f"This GGUF has version {version}; versions 2 and 3 are read.",
        "Convert the model again with a current converter.",
    )


def _check_count(source: HeaderBytes, limit: str, count: int, least_bytes: int) -> None:
    if count * least_bytes > source.left:
        raise ModelFileRefused(
            f"The header says that it has {count:,} {limit.replace('_', ' ')}, but the file has "
            f"only {source.left:,} bytes left.",
            "The file is damaged, or not what it claims to be.",
        )
    hold(limit, count)


def _read_metadata(values: ValueReader, count: int) -> dict[str, GgufValue]:
    metadata: dict[str, GgufValue] = {}
    for index in range(count):
        key = values.name(f"metadata key {index + 1} of {count}")
        if key in metadata:
            raise ModelFileRefused(f"The metadata key {key} is there twice.")
        metadata[key] = values.value(key)
    return metadata


def _alignment(metadata: dict[str, GgufValue]) -> int:
    alignment = metadata.get(ALIGNMENT_KEY)
    if alignment is None:
        return DEFAULT_ALIGNMENT
    value = alignment.value
    if alignment.type != "u32" or not isinstance(value, int) or value < 1 or value & (value - 1):
        raise ModelFileRefused(
            f"{ALIGNMENT_KEY} is {describe(alignment)}; it has to be a power of two, as u32."
        )
    hold("alignment", value, ALIGNMENT_KEY)
    return value


def _read_tensor(source: HeaderBytes, values: ValueReader, index: int) -> TensorEntry:
    what = f"tensor {index + 1} of the table"
    name = values.name(f"the name of {what}")
    axes = source.number("I", what)
    hold("axes", axes, name)
    if axes == 0:
        raise ModelFileRefused(f"Tensor {name} has no axes.")
    sizes = tuple(source.number("Q", what) for _ in range(axes))
    kind = type_of_number(source.number("I", what), name)
    offset = source.number("Q", what)
    if 0 in sizes:
        raise ModelFileRefused(f"Tensor {name} has an axis of size 0.")
    if sizes[0] % kind.block_elements:
        raise ModelFileRefused(
            f"Tensor {name} has rows of {sizes[0]:,} elements; {kind.name} stores blocks of "
            f"{kind.block_elements}."
        )
    return TensorEntry(
        name=name, type=kind.name, shape=sizes[::-1], offset=offset, size=kind.bytes_of(prod(sizes))
    )


def check_placement(
    tensors: tuple[TensorEntry, ...], start: int, file_bytes: int, alignment: int
) -> None:
    """Tensors have names of their own and lie within the file, aligned and apart.

    start: where data begins. Raises ModelFileRefused.
    """
    if len({tensor.name for tensor in tensors}) != len(tensors):
        raise ModelFileRefused(f"The tensor {_first_twice(tensors)} is in the table twice.")
    for row in tensors:
        if (row.offset - start) % alignment:
            raise ModelFileRefused(
                f"Tensor {row.name} begins {row.offset - start:,} bytes into the data, which is "
                f"not a multiple of the alignment of {alignment}."
            )
        if row.offset + row.size > file_bytes:
            raise ModelFileRefused(
                f"Tensor {row.name} needs bytes up to {row.offset + row.size:,}, and the file has "
                f"{file_bytes:,}.",
                "It was probably cut off while being copied; copy it again.",
            )
    for before, after in pairwise(sorted(tensors, key=lambda row: (row.offset, row.size))):
        if before.offset + before.size > after.offset:
            raise ModelFileRefused(f"Tensors {before.name} and {after.name} overlap in the file.")


def _first_twice(tensors: tuple[TensorEntry, ...]) -> str:
    seen: set[str] = set()
    for tensor in tensors:
        if tensor.name in seen:
            return tensor.name
        seen.add(tensor.name)
    return ""


def describe(value: GgufValue) -> str:
    """A value in a message, cut."""
    return f"{str(value.value)[:60]} ({value.type})"
