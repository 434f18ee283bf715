"""What is said of one element of a network: plain records for page, JSON and command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TensorRole = Literal["input", "inner", "weights", "chosen"]
Verdict = Literal["same", "differs", "not run"]


@dataclass(frozen=True, slots=True)
class PlaneRectangle:
    """Of the input's picture, in pixels."""

    top: int
    left: int
    height: int
    width: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorRegion:
    """What of one tensor the element depends on."""

    name: str
    role: TensorRole
    operator: str
    """That computes it; empty for inputs and weights."""
    title: str
    """What it is by operator and position, `Conv 3` or `Conv 3, its weights`; empty for inputs."""
    shape: tuple[int, ...]
    elements: int
    """In the region."""
    total: int
    first: tuple[int, ...]
    """The smallest box around the region: its first corner."""
    last: tuple[int, ...]
    """Its last one, included."""


@dataclass(frozen=True, slots=True)
class KernelRegion:
    """What of one kernel's results the element depends on."""

    function: str
    operators: tuple[str, ...]
    nodes: tuple[str, ...]
    """Of the kernel that it needs."""
    elements: int
    total: int


@dataclass(frozen=True, slots=True)
class InputPlane:
    """The region on the picture that an input is."""

    tensor: str
    size: tuple[int, int]
    """Height and width."""
    rectangles: tuple[PlaneRectangle, ...]
    whole: bool
    """The rectangles are the region itself, else the box around it."""


@dataclass(frozen=True, slots=True)
class PoisonProof:
    verdict: Verdict
    """Of the element's bits, with everything outside the region poisoned."""
    sentence: str
    poisoned: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeRow:
    """An element of an input inside the region, and what came of changing it."""

    tensor: str
    index: tuple[int, ...]
    before: str
    after: str
    changed: bool
    reason: str


@dataclass(frozen=True, slots=True)
class OpaqueNode:
    """A node that is taken to read everything, and why."""

    node: str
    reason: str


@dataclass(frozen=True, slots=True)
class NamedTensor:
    """One that can be asked about."""

    name: str
    shape: tuple[int, ...]
    operator: str
    title: str
    """Of its node, by operator and position."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """An element of the chosen tensor to ask about."""

    index: tuple[int, ...]
    level: int
    """0 for the least of those shown to 9."""
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementAnswer:
    """Why one element is what it is. All that follows is of one run, by the reference executor."""

    tensor: str
    index: tuple[int, ...]
    value: str
    bits: str
    """Hexadecimal, as in memory."""
    class_name: str
    """What the element is the score of, empty if that is not known."""
    sentence: str
    place: str
    """What the numbers of the index count, where its channels lie last; else empty."""
    tensors: tuple[TensorRegion, ...]
    """Inputs, then weights and inner tensors in the graph's order; the element last."""
    kernels: tuple[KernelRegion, ...]
    kernels_total: int
    planes: tuple[InputPlane, ...]
    opaque: tuple[OpaqueNode, ...]
    proof: PoisonProof
    probes: tuple[ProbeRow, ...]
    probes_sentence: str
    grid: tuple[tuple[GridCell, ...], ...]
    """The chosen tensor around the element: rows of its picture, or one row."""
    offered: tuple[NamedTensor, ...]
    """Other tensors to ask about, in the graph's order."""
