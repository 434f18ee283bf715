"""What a run of a compiled model gives: plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from compiler_core.toolchain.counting import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class OutputComparison:
    """One output beside the reference's, element by element."""

    name: str
    max_abs_error: float
    position: tuple[int, ...]
    """Of the largest absolute difference; ours and reference are the two values there."""
    ours: float
    reference: float
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
    """By name."""
    kernels: tuple[KernelCount, ...] = ()
    """Counts in order of execution, empty when nothing was counted."""
    elsewhere: int = 0
    """Instructions outside the kernels: start-up, files, the C library's functions."""
    seconds_emulated: float = 0.0
    """Wall time under the emulator, which says nothing of a real core."""
    program_bytes: int = 0
    code_bytes: int = 0
    """Of the kernels' machine code, 0 when nothing was counted."""
    reference: str = ""
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
