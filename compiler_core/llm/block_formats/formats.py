"""The block formats that are read and written here, and F16 and F32 beside them."""

from __future__ import annotations

import numpy as np

from compiler_core.errors import InputError, UnknownName
from compiler_core.llm.block_formats import q4_0, q4_k, q6_k, q8_0, q8_k
from compiler_core.llm.block_formats.records import BlockFormat

BLOCK_FORMATS: tuple[BlockFormat, ...] = (
    q4_0.FORMAT,
    q8_0.FORMAT,
    q4_k.FORMAT,
    q6_k.FORMAT,
    q8_k.FORMAT,
)
"""Q8_K is for activations only; the others are types of tensors in files."""


def block_format(name: str) -> BlockFormat:
    """Raises UnknownName, naming those there are."""
    for candidate in BLOCK_FORMATS:
        if candidate.name == name:
            return candidate
    known = ", ".join(candidate.name for candidate in BLOCK_FORMATS)
    raise UnknownName(f"There is no block format {name} here.", f"There are {known}.")


def encode_tensor(values: np.ndarray, type_name: str) -> np.ndarray:
    """float32 [..., n] as uint8 [..., bytes of a row], in F32, F16 or a block format."""
    if type_name == "F32":
        return np.ascontiguousarray(values, "<f4").view(np.uint8)
    if type_name == "F16":
        return _halves(values).view(np.uint8)
    rows = values.reshape(-1, values.shape[-1])
    return block_format(type_name).encode(rows).reshape(*values.shape[:-1], -1)


def decode_tensor(raw: np.ndarray, type_name: str) -> np.ndarray:
    """uint8 [..., bytes of a row] as float32 [..., n]."""
    if type_name == "F32":
        return np.ascontiguousarray(raw).view("<f4").astype(np.float32)
    if type_name == "F16":
        return np.ascontiguousarray(raw).view("<f2").astype(np.float32)
    rows = raw.reshape(-1, raw.shape[-1])
    return block_format(type_name).decode(rows).reshape(*raw.shape[:-1], -1)


def _halves(values: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        halves = np.ascontiguousarray(values.astype("<f2"))
    if np.isinf(halves).any() and np.isfinite(values).all():
        raise InputError(
            f"The value {np.abs(values).max():g} does not fit F16, whose largest is 65504.",
            "Keep this tensor in F32.",
        )
    return halves
