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
    """Its first row, counted from 0."""
    left: int
    """Its first column, counted from 0."""
    height: int
    """How many rows it has, at least 1."""
    width: int
    """How many columns it has, at least 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorRegion:
    """What of one tensor the element depends on."""

    name: str
    """The tensor's in the compiled network."""
    role: TensorRole
    """One of `input` (of the network), `weights` (a constant), `inner` (computed on the way) and
    `chosen` (the one asked about)."""
    operator: str
    """Operator of the node that computes it; empty for inputs and weights."""
    title: str
    """What it is by operator and position, `Conv 3` or `Conv 3, its weights`; empty for inputs."""
    shape: tuple[int, ...]
    """Elements along each axis; empty for a single number."""
    elements: int
    """How many of the tensor's elements lie in the region."""
    total: int
    """Elements of the whole tensor."""
    first: tuple[int, ...]
    """First corner of the smallest box around the region, a number from 0 for each axis."""
    last: tuple[int, ...]
    """Opposite corner of that box, included."""


@dataclass(frozen=True, slots=True)
class KernelRegion:
    """What of one kernel's results the element depends on."""

    function: str
    """The C name of the kernel, as `k003_conv_relu`."""
    operators: tuple[str, ...]
    """All that the kernel computes, whether the element needs them or not."""
    nodes: tuple[str, ...]
    """Names of those nodes of the kernel that the element needs."""
    elements: int
    """How many the chosen element depends on, of the result of the last node in `nodes`."""
    total: int
    """How many elements that result has."""


@dataclass(frozen=True, slots=True)
class InputPlane:
    """The region on the picture that an input is."""

    tensor: str
    """The name of the network's input."""
    size: tuple[int, int]
    """Height and width of the picture, in pixels."""
    rectangles: tuple[PlaneRectangle, ...]
    """From the top down and from left to right, without overlap; a single box where `whole` is
    false."""
    whole: bool
    """The rectangles are the region itself, else the box around it."""


@dataclass(frozen=True, slots=True)
class PoisonProof:
    """A test of whether the region that an element is said to depend on is large enough."""

    verdict: Verdict
    """Whether the element's bits stayed the same with everything outside the region poisoned."""
    sentence: str
    """What was replaced by what, and what came of it; or why the proof was not run."""
    poisoned: int = 0
    """Elements that were replaced, in all tensors and weights; 0 where nothing lies outside or
    it was not run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeRow:
    """An element of an input inside the region, and what came of changing it."""

    tensor: str
    """The name of the network's input that the changed element is of."""
    index: tuple[int, ...]
    """Where in the input: a number from 0 for each axis."""
    before: str
    """Its value in the run that is explained, as text."""
    after: str
    """The value that was put in its place, as text."""
    changed: bool
    """Whether the chosen element has other bits then."""
    reason: str
    """Where the change was lost and why, as `Relu r1: it was off, or stayed as it was`; empty
    where it was not."""


@dataclass(frozen=True, slots=True)
class OpaqueNode:
    """A node that is taken to read everything, and why."""

    node: str
    """Operator and name, as `Conv conv1`; operator and position, as `Conv 3`, where it has no
    name."""
    reason: str
    """Part of a sentence, as `there is no rule for what one element of its result reads`."""


@dataclass(frozen=True, slots=True)
class NamedTensor:
    """One that can be asked about."""

    name: str
    """Its name in the compiled network; asked for as `tensor`."""
    shape: tuple[int, ...]
    """Elements along each axis; empty for a single number."""
    operator: str
    """Operator of the node that computes it, as `Conv`."""
    title: str
    """What it is by operator and position: `Conv 3`."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """An element of the chosen tensor to ask about."""

    index: tuple[int, ...]
    """Its place in the chosen tensor, a number from 0 for each axis; asked for as `index`, with
    commas."""
    level: int
    """0 for the least of those shown to 9."""
    chosen: bool
    """True for the one element that the answer is about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ElementAnswer:
    """Why one element is what it is. All that follows is of one run, by the reference executor."""

    tensor: str
    """The name of the chosen tensor in the compiled network; the first output unless another was
    asked for."""
    index: tuple[int, ...]
    """Where the element is in it: a number from 0 for each axis; empty for a tensor without
    axes."""
    value: str
    """The element in this run, as text that can be `nan`, `inf` or `True` too."""
    bits: str
    """Hexadecimal, as in memory."""
    class_name: str
    """What the element is the score of, empty if that is not known."""
    sentence: str
    """How many elements of the inputs it depends on, through how many kernels."""
    place: str
    """What the numbers of the index count, where its channels lie last; else empty."""
    tensors: tuple[TensorRegion, ...]
    """Inputs, then weights and inner tensors in the graph's order; the element last."""
    kernels: tuple[KernelRegion, ...]
    """Those that compute anything that the element depends on, in the program's order."""
    kernels_total: int
    """How many the whole program has."""
    planes: tuple[InputPlane, ...]
    """A picture's region for each input that is one (four axes, 1, 3 or 4 channels) and is read
    at all; may be empty."""
    opaque: tuple[OpaqueNode, ...]
    """In the graph's order; empty where a rule tells for every node on the way what it reads."""
    proof: PoisonProof
    """Whether the region is large enough, tried by a run with everything outside it replaced."""
    probes: tuple[ProbeRow, ...]
    """Up to 8 drawn elements of the inputs, each changed alone; empty where the region has none
    of an input."""
    probes_sentence: str
    """How many of the probes changed the element, or why none was made."""
    grid: tuple[tuple[GridCell, ...], ...]
    """The chosen tensor around the element: rows of its picture, or one row."""
    offered: tuple[NamedTensor, ...]
    """Other tensors to ask about, in the graph's order."""
