"""Programs that the page on IREE compiles: with matrices, one that it cannot, and our networks."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from compiler_core.atlas.networks import NETWORK_PROGRAMS
from compiler_core.atlas.records import Settings
from compiler_core.content_files import CONTENT_FOLDER

INPUTS = CONTENT_FOLDER / "atlas" / "iree" / "inputs"
MATRIX_PROGRAMS = (
    ("matmul", "a product of matrices, 16-bit floats"),
    ("int8-matmul", "a product of matrices, bytes"),
    ("rmsnorm-matmul", "RMSNorm, then a product (StableHLO)"),
)
UNKNOWN = ("unknown", "an operation of a dialect that IREE does not know")
SIZES = ("rows", "width", "columns")


@lru_cache(maxsize=16)
def program_text(name: str, rows: int, width: int, columns: int) -> str:
    """MLIR of one of the programs, at a size: [rows, width] times [width, columns]."""
    text = (INPUTS / f"{name}.mlir").read_text("ascii")
    for word, size in zip(SIZES, (rows, width, columns), strict=True):
        text = text.replace(word.upper(), str(size))
    return text


def text_of(settings: Settings) -> str:
    """Of the program that is chosen; "" where it is a network."""
    name = settings["program"]
    if name in dict(NETWORK_PROGRAMS):
        return ""
    rows, width, columns = (int(settings[size]) for size in SIZES)
    return program_text(name, rows, width, columns)


def expected(name: str, arrays: tuple[np.ndarray, ...]) -> np.ndarray:
    """What one of the matrix programs computes, by numpy in 64 bits."""
    wide = [array.astype(np.float64) for array in arrays]
    if name != "rmsnorm-matmul":
        return wide[0] @ wide[1]
    values, gain, weights = wide
    mean = np.mean(values * values, axis=-1, keepdims=True)
    return (values * gain / np.sqrt(mean + 1e-5)) @ weights
