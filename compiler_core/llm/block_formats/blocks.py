"""Rows cut into blocks, and what may not be in them: the checks all encoders share.

A block format keeps its scale as a 16-bit float. Infinities and numbers that are none have no code,
and a scale above 65504 has no 16-bit float, so both are refused in words before anything is
written.
"""

from __future__ import annotations

import numpy as np

from compiler_core.errors import InputError

_LARGEST_HALF = 65504.0
"""Of IEEE 754 binary16."""

_ROUNDS_TO_INFINITY = 65520.0
"""From here on a float32 becomes an infinite binary16."""


def blocks_of(values: np.ndarray, length: int, format_name: str) -> np.ndarray:
    """Rows [rows, n] as float32 blocks [rows · n / length, length].

    Raises InputError when rows do not divide into blocks or hold anything that is not finite.
    """
    if values.ndim != 2:
        raise InputError(f"{format_name} encodes rows: an array of two dimensions was expected.")
    if values.size == 0 or values.shape[1] % length:
        raise InputError(
            f"Rows of {values.shape[1]} values do not divide into "
            f"{format_name} blocks of {length}.",
            "Choose Q8_0 or Q4_0 (32 values a block), or leave this tensor in F16.",
        )
    blocks = np.ascontiguousarray(values, dtype=np.float32).reshape(-1, length)
    _refuse_what_has_no_code(blocks, values.shape[1], format_name)
    return blocks


def _refuse_what_has_no_code(blocks: np.ndarray, row_length: int, format_name: str) -> None:
    finite = np.isfinite(blocks)
    if finite.all():
        return
    position = int(np.argmin(finite))
    row, column = divmod(position, row_length)
    fault = "not a number" if np.isnan(blocks.flat[position]) else "infinite"
    raise InputError(
        f"The value in row {row}, column {column} is {fault}; {format_name} has no code for it.",
        "The file is damaged or training diverged: convert the original weights again.",
    )


def raw_blocks(raw: np.ndarray, size: int, format_name: str) -> np.ndarray:
    """Bytes [rows, bytes] as uint8 blocks [rows, blocks, size]."""
    if raw.ndim != 2 or raw.dtype != np.uint8 or raw.shape[1] % size:
        raise InputError(
            f"{raw.shape} {raw.dtype} are no rows of {format_name} blocks of {size} bytes."
        )
    return raw.reshape(raw.shape[0], -1, size)


def half_bytes(scales: np.ndarray, format_name: str) -> np.ndarray:
    """float32 scales [...] as the two bytes of a 16-bit float, uint8 [..., 2]."""
    finite = np.isfinite(scales) & (np.abs(scales) < _ROUNDS_TO_INFINITY)
    if not finite.all():
        raise InputError(
            f"Some weights are so large that the scale of a {format_name} block passes "
            f"{_LARGEST_HALF:.0f}, the largest 16-bit float.",
            "Weights of this size are not usual: check the file, or keep the tensor in F32.",
        )
    halves = np.ascontiguousarray(scales.astype("<f2"))
    return halves.view(np.uint8).reshape(*scales.shape, 2)


def halves_of(raw: np.ndarray) -> np.ndarray:
    """Two bytes uint8 [..., 2] as a float32 [...]."""
    return np.ascontiguousarray(raw).view("<f2")[..., 0].astype(np.float32)


def inverse_of(scales: np.ndarray) -> np.ndarray:
    """1 / scale in float32, 0 for 0; infinite where a subnormal scale has no inverse."""
    with np.errstate(divide="ignore", over="ignore"):
        return np.where(scales == 0, np.float32(0), np.float32(1) / scales)
