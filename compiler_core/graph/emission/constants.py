"""The weight blob: every constant once, each at an offset that is a multiple of 64 bytes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from compiler_core.graph.emission.element_types import ElementType, numpy_element_type

ALIGNMENT = 64


@dataclass(frozen=True, slots=True)
class Constant:
    """A place in the blob. offset and bytes in bytes; shape of the packed array."""

    name: str
    kind: ElementType
    offset: int
    bytes: int
    shape: tuple[int, ...]


class ConstantPool:
    """Collects constants; equal ones share their place."""

    def __init__(self) -> None:
        self._by_digest: dict[bytes, Constant] = {}
        self._pieces: list[bytes] = []
        self._size = 0

    def add(self, array: np.ndarray) -> Constant:
        """The place of these elements, row by row."""
        kind = numpy_element_type(array.dtype)
        packed = kind.in_memory(np.ascontiguousarray(array))
        content = packed.astype(packed.dtype.newbyteorder("<"), copy=False).tobytes()
        digest = hashlib.sha256(kind.name.encode() + content).digest()
        if digest not in self._by_digest:
            self._by_digest[digest] = self._place(kind, content, array.shape)
        return self._by_digest[digest]

    def _place(self, kind: ElementType, content: bytes, shape: tuple[int, ...]) -> Constant:
        offset = self._size
        name = f"constant_{len(self._by_digest)}"
        self._pieces += [content, bytes(-len(content) % ALIGNMENT)]
        self._size += len(content) + -len(content) % ALIGNMENT
        return Constant(name, kind, offset, len(content), shape)

    @property
    def placed(self) -> tuple[Constant, ...]:
        return tuple(self._by_digest.values())

    def blob(self) -> bytes:
        """The whole file; never empty, for an empty file cannot be mapped."""
        return b"".join(self._pieces) or bytes(ALIGNMENT)


class NamedConstants(ConstantPool):
    """Gives names only: for a text that is written to learn its size, where copying and comparing
    hundreds of megabytes of weights would be all the work."""

    def __init__(self) -> None:
        super().__init__()
        self._names = 0

    def add(self, array: np.ndarray) -> Constant:
        """A name of its own for each time it is asked for; no place."""
        self._names += 1
        kind = numpy_element_type(array.dtype)
        return Constant(f"constant_{self._names}", kind, 0, array.nbytes, array.shape)
