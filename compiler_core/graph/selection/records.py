"""What selection takes and gives: plain data."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.kernels.request import KernelRequest, Tile
from compiler_core.graph.records import ConvolutionShape, EpilogueStep


@dataclass(frozen=True, slots=True)
class Steps:
    """Elements from one position of a kernel's input, and of its output, to the next; 0 where the
    positions are neighbours in memory.
    """

    input: int = 0
    output: int = 0


DENSE_STEPS = Steps()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """A convolution or fully connected layer of a model."""

    name: str
    """The name of its fused group."""
    shape: ConvolutionShape
    """A fully connected layer is a 1×1 convolution."""
    weights: np.ndarray
    """Channels out × channels in/groups × kernel height × width."""
    epilogue: tuple[EpilogueStep, ...] = ()
    """Applied to the sums before they are stored, in order; the bias comes first."""
    input_zero_point: int = 0
    """Subtracted from every int8 input; 0 for float32."""
    nodes: tuple[str, ...] = ()
    """Names of the nodes that it computes."""

    def request(
        self, name: str, tile: Tile | None = None, steps: Steps = DENSE_STEPS
    ) -> KernelRequest:
        """The kernel for this layer under this C name."""
        return KernelRequest(
            name=name,
            shape=self.shape,
            weights=self.weights,
            epilogue=self.epilogue,
            input_zero_point=self.input_zero_point,
            tile=tile,
            input_step=steps.input,
            output_step=steps.output,
        )


@dataclass(frozen=True, slots=True)
class RefusedLayer:
    """A group that no fast kernel computes, and why. The generic code computes it."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a tactic is predicted to cost for one layer.

    multiplies: scalar multiply-accumulates it executes, padding of vectors left out. instructions:
    predicted. scratch_bytes, packed_bytes: memory while it runs, and of its weights as packed.
    """

    multiplies: int
    instructions: int
    scratch_bytes: int
    packed_bytes: int


@dataclass(frozen=True, slots=True)
class TacticRow:
    """One tactic considered for a layer. cost is None where it was refused, and `refused` says why.

    error: largest difference from the exact result, None where nobody measured: float32 relative to
    the largest output, int8 in units of the output.
    """

    tactic: str
    refused: str
    cost: Cost | None = None
    error: float | None = None


@dataclass(frozen=True, slots=True)
class LayerChoice:
    """The kernel of one layer: the chosen tactic, all that were considered, and why."""

    layer: str
    shape: ConvolutionShape
    tactic: str
    rows: tuple[TacticRow, ...]
    reason: str

    @property
    def chosen(self) -> TacticRow:
        return next(row for row in self.rows if row.tactic == self.tactic)


@dataclass(frozen=True, slots=True)
class Selection:
    """A plan for one core. log: one paragraph per layer, in the manner of a builder's log."""

    core: str
    choices: tuple[LayerChoice, ...]
    log: tuple[str, ...]
