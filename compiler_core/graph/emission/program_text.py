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
    """The name in C, by which it is counted: `k003_conv_relu`."""
    group: str
    """Name of the group of nodes that it computes."""
    nodes: tuple[str, ...]
    """Names of the nodes of the emitted model that it computes, in order."""
    operators: tuple[str, ...]
    """One for each of `nodes`, in that order: `Conv`."""
    sources: tuple[str, ...]
    """Names of the nodes of the user's model that it computes."""
    first_line: int
    """Line in the program's C file where its text begins, from 1."""
    last_line: int
    """Line in the program's C file where its text ends, from 1 and included."""
    tactic: str
    """The algorithm, "generic" for the rules of this package."""
    reads: tuple[str, ...]
    """Names of the values in memory that it reads, constants left out."""
    writes: tuple[str, ...]
    """Names of the values in memory that it leaves."""
    scratch_bytes: int
    """Memory that it needs while it runs; 0 for none."""
    features: tuple[str, ...] = ()
    """What the core must have for it: `dotprod`."""
    operations: int = 0
    """A multiply-accumulate is two."""
    bytes: int = 0
    """Size of inputs, constants and outputs, each once; 0 in a bundle of an older form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramText:
    """A program as text and data."""

    name: str
    """Stem of its files and symbols: `model`."""
    files: dict[str, str]
    """C and build files by name."""
    weights: bytes
    """Constants of all kernels in one piece, as the program reads them."""
    kernels: tuple[KernelRecord, ...]
    """In the order in which they run."""
    inputs: tuple[TensorRecord, ...]
    """In the order of the model's, without constants."""
    outputs: tuple[TensorRecord, ...]
    """In the order of the model's."""
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
