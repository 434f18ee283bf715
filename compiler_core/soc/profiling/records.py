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


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfiledKernel:
    """One kernel: what was counted, and what it has to do."""

    place: int
    """In order of execution, from 0."""
    function: str
    """Name of its C function."""
    operators: tuple[str, ...]
    """ONNX names of the operators that it does."""
    tactic: str
    """How it is written: `generic`, or the name of a chosen tactic."""
    instructions: int
    """How many were executed."""
    loads: int
    """Executed instructions that read memory."""
    stores: int
    """Executed instructions that wrote memory."""
    multiplies: int
    """Multiply-accumulates of the layer."""
    moved_bytes: int
    """Inputs, outputs and constants, each once."""
    elements: int
    """Of its outputs together."""
    options: tuple[TacticOption, ...]
    """Tactics for it on this core, cheapest first; empty for what is no layer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkPart:
    """Which part of a network that is too large was counted."""

    number: int
    """From 1, in the order they run."""
    sizes: tuple[int, ...]
    """Multiply-accumulates of each part."""
    firsts: tuple[str, ...]
    """Name of each part's first node."""
    limit: int
    """Parts beyond it, of one layer each, cannot be counted."""
    kernels: int
    """Fused ones of this part."""
    all_kernels: int
    """Fused kernels of the whole network."""

    @property
    def share(self) -> float:
        """Of the network's multiply-accumulates."""
        return self.sizes[self.number - 1] / max(sum(self.sizes), 1)

    @property
    def words(self) -> str:
        """What was counted, and what was left out."""
        counted, beyond = self.sizes[self.number - 1], sum(size > self.limit for size in self.sizes)
        never = (
            f" {beyond} parts are a single layer beyond {self.limit:,}: they are never counted."
            if beyond
            else ""
        )
        return (
            f"Only part {self.number} of {len(self.sizes)} was counted: {self.kernels} of "
            f"{self.all_kernels} kernels, {counted:,} of {sum(self.sizes):,} multiply-accumulates "
            f"({self.share:.1%}). All other kernels are left out; what enters the part is what the "
            "reference runtime computes there. Kernels at its ends that only change layout or "
            f"precision come from cutting it out.{never}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfiledProgram:
    """One counted run."""

    network: str
    """Title of the model."""
    variant: Variant
    """How it was compiled."""
    core: str
    """Title of the emulated core."""
    kernels: tuple[ProfiledKernel, ...]
    """In order of execution."""
    elsewhere: int
    """Instructions outside the kernels."""
    fused_kernels: int
    """How many kernels fusion makes of this model, in this program or not."""
    arena_bytes: int
    """Of the memory in which all tensors lie."""
    weight_bytes: int
    """Of the constants."""
    code_bytes: int
    """Of the kernels' machine code."""
    largest_difference: float
    """From the reference runtime, of any element of the outputs."""
    agrees: bool
    """With the reference runtime, within tolerance of its largest output."""
    reference: str
    """Name of the runtime that the outputs are compared with."""
    accuracy: float | None
    """Share of the test pictures the model has right, None where nobody can say."""
    part: NetworkPart | None = None
    """What was counted of a network that is too large, None for all."""

    @property
    def instructions(self) -> int:
        """Of all kernels."""
        return sum(kernel.instructions for kernel in self.kernels)

    @property
    def ranked(self) -> tuple[ProfiledKernel, ...]:
        """The kernels, most instructions first."""
        return tuple(sorted(self.kernels, key=lambda kernel: (-kernel.instructions, kernel.place)))

    def share(self, kernel: ProfiledKernel) -> float:
        """Of all kernels' instructions."""
        return kernel.instructions / self.instructions if self.instructions else 0.0
