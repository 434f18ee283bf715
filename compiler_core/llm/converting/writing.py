"""Writes a GGUF with the package gguf: a table first, then tensor by tensor.

The file appears under its name only when it is complete.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compiler_core.llm.converting.metadata import Keys, alignment_of
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.gguf_values import GgufValue

if TYPE_CHECKING:
    import numpy as np
    from gguf import GGUFWriter

_WRITTEN_BY_THE_PACKAGE = ("general.architecture", "general.alignment")
_VALUE_TYPES = {
    "u8": "UINT8", "i8": "INT8", "u16": "UINT16", "i16": "INT16", "u32": "UINT32", "i32": "INT32",
    "f32": "FLOAT32", "bool": "BOOL", "string": "STRING", "u64": "UINT64", "i64": "INT64",
    "f64": "FLOAT64",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TensorToWrite:
    """type: GGML's name. shape: of the values. size: bytes."""

    name: str
    type: str
    shape: tuple[int, ...]
    size: int


def write_file(
    out: Path, keys: Keys, tensors: tuple[TensorToWrite, ...], data: Iterable[np.ndarray]
) -> None:
    """data: uint8 arrays in the order of `tensors`. Raises OSError."""
    from gguf import GGUFWriter

    part = out.with_name(f"{out.name}.part")
    architecture = keys["general.architecture"].value
    writer = GGUFWriter(part, str(architecture))
    try:
        _describe(writer, keys, tensors)
        for tensor, content in zip(tensors, data, strict=True):
            _write(writer, tensor, content)
        writer.close()
        os.replace(part, out)
    finally:
        writer.close()
        part.unlink(missing_ok=True)


def _describe(writer: GGUFWriter, keys: Keys, tensors: tuple[TensorToWrite, ...]) -> None:
    import numpy as np
    from gguf.constants import GGMLQuantizationType

    alignment = alignment_of(keys)
    if alignment is not None:
        writer.add_custom_alignment(alignment)
    for key, value in keys.items():
        if key not in _WRITTEN_BY_THE_PACKAGE:
            _add_key(writer, key, value)
    for tensor in tensors:
        kind = GGMLQuantizationType[tensor.type]
        plain = np.dtype(np.float32)  # Not uint8: the shape is that of the values.
        writer.add_tensor_info(tensor.name, tensor.shape, plain, tensor.size, kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()


def _add_key(writer: GGUFWriter, key: str, value: GgufValue) -> None:
    from gguf.constants import GGUFValueType

    if not value.type.startswith("["):
        writer.add_key_value(key, value.value, GGUFValueType[_VALUE_TYPES[value.type]])
        return
    if value.count == 0:
        return  # The package cannot write an empty array; none and no key mean the same.
    inner = GGUFValueType[_VALUE_TYPES[value.type[1:-1]]]
    writer.add_key_value(key, _plain_list(value), GGUFValueType.ARRAY, inner)


def _plain_list(value: GgufValue) -> list[Any]:
    values = value.value
    if isinstance(values, array):
        return [bool(flag) for flag in values] if value.type == "[bool]" else values.tolist()
    return list(values) if isinstance(values, list) else []


def _write(writer: GGUFWriter, tensor: TensorToWrite, content: np.ndarray) -> None:
    if content.nbytes != tensor.size:
        raise ModelFileRefused(
            f"{tensor.name} became {content.nbytes:,} bytes; its type needs {tensor.size:,}."
        )
    writer.write_tensor_data(content)
