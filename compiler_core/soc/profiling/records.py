"""What profiling a variant of a network gives: plain data, kept on disk."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.profiling.variants import Variant

STAGE = "profile"


@dataclass(frozen=True, slots=True)
class TacticOption:
    """A way to compute a kernel. predicted: instructions by the cost formula, None where it is
    refused, and `refused` says why.
    """

    tactic: str
    predicted: int | None
    refused: str


@dataclass(frozen=True, slots=True)
class ProfiledKernel:
    """One kernel: what was counted, and what it has to do.

    instructions, loads, stores: executed. multiplies: multiply-accumulates of the layer.
    moved_bytes: inputs, outputs and constants, each once. elements: of its outputs. options:
    tactics for it on this core, cheapest first; empty for what is no layer.
    """

    place: int
    function: str
    operators: tuple[str, ...]
    tactic: str
    instructions: int
    loads: int
    stores: int
    multiplies: int
    moved_bytes: int
    elements: int
    options: tuple[TacticOption, ...]


@dataclass(frozen=True, slots=True)
class ProfiledProgram:
    """One counted run. elsewhere: instructions outside the kernels. fused_kernels: how many kernels
    fusion makes of this model, in this program or not. agrees: with the reference runtime, within
    tolerance of its largest output. accuracy: share of the test pictures the model has right, None
    where nobody can say.
    """

    network: str
    variant: Variant
    core: str
    kernels: tuple[ProfiledKernel, ...]
    elsewhere: int
    fused_kernels: int
    arena_bytes: int
    weight_bytes: int
    code_bytes: int
    largest_difference: float
    agrees: bool
    reference: str
    accuracy: float | None

    @property
    def instructions(self) -> int:
        """Of all kernels."""
        return sum(one.instructions for one in self.kernels)

    @property
    def ranked(self) -> tuple[ProfiledKernel, ...]:
        """The kernels, most instructions first."""
        return tuple(sorted(self.kernels, key=lambda one: (-one.instructions, one.place)))

    def share(self, kernel: ProfiledKernel) -> float:
        """Of all kernels' instructions."""
        return kernel.instructions / self.instructions if self.instructions else 0.0
