"""A kernel of Triton that was written from a loop in C, and its parameters."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.atlas.triton.from_loop.one_loop import OneLoop
from compiler_core.atlas.triton.from_loop.text import KernelLine
from compiler_core.atlas.triton.from_loop.totals import Total
from compiler_core.loop.ir.values import Array, Function, Value


@dataclass(frozen=True, slots=True)
class KernelParameter:
    """type: as Triton's signature has it, `*fp32` for a pointer. of: what it is in C; None for
    where each block leaves its part of a total."""

    name: str
    type: str
    of: Array | Value | None


@dataclass(frozen=True, slots=True)
class LoopKernel:
    """of: what it was written from. totals: in the order of their parameters."""

    name: str
    of: OneLoop
    parameters: tuple[KernelParameter, ...]
    lines: tuple[KernelLine, ...]
    totals: tuple[Total, ...]

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines) + "\n"

    @property
    def function(self) -> Function:
        return self.of.function
