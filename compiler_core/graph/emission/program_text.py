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
    """One kernel of the program.

    function: its C name. nodes: of the emitted model; sources: of the model the user gave.
    first_line, last_line: in model.c, counted from 1. tactic: the algorithm, "generic" for the
    rules of this package. reads, writes: values in memory. scratch_bytes: working memory.
    operations: a multiply-accumulate is two. bytes: of inputs, constants and outputs, each once; 0
    for both in a bundle of an older form.
    """

    function: str
    group: str
    nodes: tuple[str, ...]
    operators: tuple[str, ...]
    sources: tuple[str, ...]
    first_line: int
    last_line: int
    tactic: str
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    scratch_bytes: int
    features: tuple[str, ...] = ()
    operations: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramText:
    """A program as text and data.

    files: C and build files by name. weights: the blob. arena_bytes: all of its static memory;
    planned_bytes: the part that the memory plan laid out. features: what the core must have.
    """

    name: str
    files: dict[str, str]
    weights: bytes
    kernels: tuple[KernelRecord, ...]
    inputs: tuple[TensorRecord, ...]
    outputs: tuple[TensorRecord, ...]
    arena_bytes: int
    planned_bytes: int
    features: tuple[str, ...]

    @property
    def source(self) -> str:
        """The text of the kernels."""
        return self.files[f"{self.name}.c"]
