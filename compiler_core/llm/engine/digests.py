"""Digests of a model file: one that the program can afford at every start, one that is sure."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

_WORD = 8
_PIECE = 1 << 24


def quick_digest(path: Path) -> int:
    """Word i times 2i + 1, summed modulo 2^64; the last word is filled up with zeros.

    An odd factor keeps every bit of its word, so a change of one word is always seen.
    """
    total, at = 0, 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            words = np.frombuffer(piece + bytes(-len(piece) % _WORD), "<u8")
            factors = 2 * np.arange(at, at + len(words), dtype=np.uint64) + np.uint64(1)
            total = (total + int(np.sum(words * factors, dtype=np.uint64))) % (1 << 64)
            at += len(words)
    return total


def sure_digest(path: Path) -> str:
    """SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def text_digest(files: dict[str, str]) -> str:
    """SHA-256 over names, lengths and contents, in order of names."""
    digest = hashlib.sha256()
    for name in sorted(files):
        content = files[name].encode()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()
