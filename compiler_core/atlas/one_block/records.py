"""What each system made of the block: kernels with the operators that they compute."""

from __future__ import annotations

import msgspec


class CutKernel(msgspec.Struct, frozen=True, kw_only=True):
    """One kernel. name: as the system calls it; operators: of the block, in order, all or in part;
    written: bytes of its results."""

    name: str
    operators: tuple[str, ...]
    written: int


class BlockCut(msgspec.Struct, frozen=True, kw_only=True):
    """The block, cut by one system."""

    version: str
    kernels: tuple[CutKernel, ...]
    """In the order in which they are called. The last gives the result."""
    artefact: str
    """The text from which they were counted."""
    difference: float | None
    """Largest difference of its result from numpy's, in parts of the largest; None if not run."""

    @property
    def between(self) -> int:
        """Bytes that kernels write for others to read."""
        return sum(kernel.written for kernel in self.kernels[:-1])
