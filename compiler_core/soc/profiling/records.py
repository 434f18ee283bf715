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


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkPart:
    """Which part of a network that is too large was counted. number: from 1, in the order they run.
    sizes: multiply-accumulates of each part; firsts: its first node. limit: parts beyond it, of one
    layer each, cannot be counted. kernels: fused ones of this part; all_kernels: of the network.
    """

    number: int
    sizes: tuple[int, ...]
    firsts: tuple[str, ...]
    limit: int
    kernels: int
    all_kernels: int

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
    """One counted run. elsewhere: instructions outside the kernels. fused_kernels: how many kernels
    fusion makes of this model, in this program or not. agrees: with the reference runtime, within
    tolerance of its largest output. accuracy: share of the test pictures the model has right, None
    where nobody can say. part: what was counted of a network that is too large, None for all.
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
    part: NetworkPart | None = None

    @property
    def instructions(self) -> int:
        """Of all kernels."""
        return sum(kernel.instructions for kernel in self.kernels)

    @property
    def ranked(self) -> tuple[ProfiledKernel, ...]:
        """The kernels, most instructions first."""
        return tuple(sorted(self.kernels, key=lambda one: (-one.instructions, one.place)))

    def share(self, kernel: ProfiledKernel) -> float:
        """Of all kernels' instructions."""
        return kernel.instructions / self.instructions if self.instructions else 0.0
