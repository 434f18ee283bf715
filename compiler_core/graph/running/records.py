"""What a run of a compiled model gives: plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from compiler_core.toolchain.counting import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputComparison:
    """One output beside the reference's, element by element."""

    name: str
    """The name of the output."""
    max_abs_error: float
    """The largest absolute difference of an element."""
    position: tuple[int, ...]
    """Index of the element that is off most; empty where the output is a number or has no
    elements."""
    ours: float
    """The program's value at `position`."""
    reference: float
    """The reference's value at `position`."""
    largest: float
    """The reference's largest absolute value, to judge the difference by."""


@dataclass(frozen=True, slots=True)
class KernelCount:
    """What one kernel executed: its function's instructions, those it inlined included.

    operators and sources: of the nodes it computes.
    """

    function: str
    operators: tuple[str, ...]
    sources: tuple[str, ...]
    tactic: str
    tally: Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramResult:
    """How a run ended."""

    status: str
    """"ok", "does not build", "refused by the core", "stopped", "failed"."""
    message: str
    """In plain words unless ok."""
    outputs: dict[str, np.ndarray] = field(default_factory=dict)
    """Arrays by the names of the model's outputs; empty unless the run came to its end."""
    kernels: tuple[KernelCount, ...] = ()
    """Counts in order of execution, empty when nothing was counted."""
    elsewhere: int = 0
    """Instructions outside the kernels: start-up, files, the C library's functions."""
    seconds_emulated: float = 0.0
    """Wall time under the emulator, which says nothing of a real core."""
    program_bytes: int = 0
    """Size of the whole executable; 0 when it was not built."""
    code_bytes: int = 0
    """Size of the kernels' machine code, 0 when nothing was counted."""
    reference: str = ""
    """What the outputs were compared with, for people; empty where they were not."""
    comparison: tuple[OutputComparison, ...] = ()
    """With the reference, if one was given."""
    shell_status: int = 0
    """As a shell tells of its end, 128 and the number of the signal that ended it, 0 for a run that
    came to its end."""

    @property
    def ok(self) -> bool:
        return self.status == "ok"

    @property
    def instructions(self) -> int:
        """Executed in all kernels together."""
        return sum(kernel.tally.executions for kernel in self.kernels)

    @property
    def max_abs_error(self) -> float | None:
        """Over all outputs; None without a reference."""
        errors = [output.max_abs_error for output in self.comparison]
        return max(errors) if errors else None
