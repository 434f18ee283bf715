"""What emission hands on: the files of a program, and which lines compute what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TensorRecord:
    """An input or output of the program. name: as in the model. offset: in the arena, bytes."""

    name: str
    element_type: str
    shape: tuple[int, ...]
    bytes: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelRecord:
    """One kernel of the program."""

    function: str
    """Its C name."""
    group: str
    nodes: tuple[str, ...]
    """Of the emitted model."""
    operators: tuple[str, ...]
    sources: tuple[str, ...]
    """Of the model the user gave."""
    first_line: int
    """In model.c, counted from 1."""
    last_line: int
    """In model.c, counted from 1."""
    tactic: str
    """The algorithm, "generic" for the rules of this package."""
    reads: tuple[str, ...]
    """Values in memory."""
    writes: tuple[str, ...]
    """Values in memory."""
    scratch_bytes: int
    """Working memory."""
    features: tuple[str, ...] = ()
    operations: int = 0
    """A multiply-accumulate is two."""
    bytes: int = 0
    """Of inputs, constants and outputs, each once; 0 for both in a bundle of an older form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramText:
    """A program as text and data."""

    name: str
    files: dict[str, str]
    """C and build files by name."""
    weights: bytes
    """The blob."""
    kernels: tuple[KernelRecord, ...]
    inputs: tuple[TensorRecord, ...]
    outputs: tuple[TensorRecord, ...]
    arena_bytes: int
    """All of its static memory."""
    planned_bytes: int
    """The part that the memory plan laid out."""
    features: tuple[str, ...]
    """What the core must have."""

    @property
    def source(self) -> str:
        """The text of the kernels."""
        return self.files[f"{self.name}.c"]
