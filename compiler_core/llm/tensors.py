"""Weights of one tensor: its bytes mapped from the file, or its values as float32.

Only the pages of that tensor are read. Block types are decoded by the package gguf, which is the
reference for the formats; ours are compared with it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from compiler_core.errors import UnknownName
from compiler_core.llm.reading.errors import ModelFileRefused

if TYPE_CHECKING:
    import numpy as np

    from compiler_core.llm.records import ModelHeader, TensorEntry

_PLAIN = {
    "F32": "<f4", "F16": "<f2", "F64": "<f8", "I8": "i1", "I16": "<i2", "I32": "<i4",
    "I64": "<i8", "U8": "u1", "U16": "<u2", "U32": "<u4", "U64": "<u8", "BOOL": "u1",
}  # fmt: skip


def tensor_named(header: ModelHeader, name: str) -> TensorEntry:
    """The row of the tensor table. Raises UnknownName."""
    for tensor in header.tensors:
        if tensor.name == name:
            return tensor
    raise UnknownName(f"The model has no tensor {name[:80]}.")


def raw_tensor(header: ModelHeader, path: Path, name: str) -> np.ndarray:
    """A tensor's bytes as uint8 [size], mapped and read-only; `path` as given to `read_header`.

    Raises UnknownName, and ModelFileRefused if the file has become shorter.
    """
    return raw_entry(path, tensor_named(header, name))


def raw_entry(path: Path, entry: TensorEntry) -> np.ndarray:
    """The bytes of one row of the table as uint8 [size], mapped and read-only."""
    import numpy as np

    if entry.size == 0:
        return np.zeros(0, np.uint8)
    file = path / entry.file if entry.file else path
    if file.stat().st_size < entry.offset + entry.size:
        raise ModelFileRefused(f"The file ends before the tensor {entry.name}.")
    return np.memmap(file, np.uint8, "r", entry.offset, (entry.size,))


def load_tensor(header: ModelHeader, path: Path, name: str) -> np.ndarray:
    """A tensor's values as float32 in its shape [out, in]; `path` as given to `read_header`.

    Raises UnknownName, and ModelFileRefused for a type that nothing here decodes.
    """
    entry = tensor_named(header, name)
    return values_of(raw_entry(path, entry), entry.type, entry.shape)


def values_of(raw: np.ndarray, type_name: str, shape: tuple[int, ...]) -> np.ndarray:
    """Decode the bytes uint8 [size] of a tensor to float32 [shape]. Raises ModelFileRefused."""
    import numpy as np

    if type_name in _PLAIN:
        values = np.asarray(raw).view(_PLAIN[type_name])
    elif type_name == "BF16":
        values = (np.asarray(raw).view("<u2").astype(np.uint32) << 16).view(np.float32)
    else:
        values = _blocks(raw, type_name)
    return np.array(values, np.float32).reshape(shape)


def _blocks(raw: np.ndarray, type_name: str) -> np.ndarray:
    from gguf.constants import GGMLQuantizationType
    from gguf.quants import dequantize

    try:
        with _quiet_overflow():
            return dequantize(raw, GGMLQuantizationType[type_name])
    except (KeyError, RuntimeError) as error:
        raise ModelFileRefused(
            f"Values of type {type_name} cannot be decoded here.",
            "Its table of tensors can still be looked at.",
        ) from error


def _quiet_overflow() -> np.errstate:
    """Scales of a damaged file may be infinite or no number; that is the file's own answer."""
    import numpy as np

    return np.errstate(over="ignore", invalid="ignore")
