"""Steps of the engine: which kernel runs on which tensor. Kernels of the same text are one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler_core.llm.engine.weight_types import WeightType
from compiler_core.llm.records import TensorEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelText:
    """A function before it gets its phase."""

    name: str
    """Of the C function, before it gets its phase."""
    role: str
    """What it does, such as `product` or `norm`."""
    parameters: tuple[str, ...]
    """C, in front of the number of tokens."""
    body: tuple[str, ...]
    """C lines, `{tokens}` in them stands for how many tokens it works on."""
    tactic: str
    """How, in a sentence."""
    why: str
    """The reason for the tactic."""
    kind: WeightType | None = None
    """Type of the weights that it multiplies by; None without."""
    rows: int = 0
    """Of the weights; 0 without."""
    columns: int = 0
    """Of the weights; 0 without."""


@dataclass(frozen=True, slots=True)
class EngineStep:
    """A call. arguments: C, for the kernel's parameters. tensor: what it reads of the file.
    read_bytes: of that, per decoded token."""

    kernel: KernelText
    arguments: tuple[str, ...] = ()
    tensor: TensorEntry | None = None
    read_bytes: int = 0


def reading(kernel: KernelText, entry: TensorEntry, read_bytes: int | None = None) -> EngineStep:
    """A step whose kernel takes the address of one tensor."""
    read = entry.size if read_bytes is None else read_bytes
    return EngineStep(kernel, (f"file + {entry.offset}",), entry, read)


def kernels_of(steps: Iterable[EngineStep]) -> tuple[KernelText, ...]:
    """Each once, in order of first use."""
    return tuple(dict.fromkeys(step.kernel for step in steps))
