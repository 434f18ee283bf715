"""When the array computes and when data moves: the kernels of a network cost, laid out in time.

Each kernel has the time that its cost says. With double buffers data moves while the array works,
and weights of the next kernel come ahead in time that the memory has left, as far as half of the
free on-chip memory holds them; that is why the array need not wait for them. With single buffers
one thing follows the other. Nothing here makes a kernel shorter than its cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.cnn import Buffering, KernelCost, NetworkCost
from compiler_core.soc.networks.traffic import ELEMENT_BYTES

Lane = Literal["compute", "dma-in", "dma-out"]
SpanKind = Literal["start", "compute", "wait", "inputs", "weights", "prefetch", "outputs"]
LANES: tuple[Lane, ...] = ("compute", "dma-in", "dma-out")
# Half holds what is used, half what comes.
_BUFFERS = 2
# What rounding leaves of nothing, in seconds.
_SHORTEST = 1e-13


@dataclass(frozen=True, slots=True)
class TimelineSpan:
    """Something that goes on from start to end, seconds from the start of the run.

    kernel: its place in the network, -1 for the start of the run. kind: of the compute lane
    "start" (overhead), "compute", and "wait" for a memory; of the others what moves; "prefetch"
    are weights that come while the kernel before works.
    """

    lane: Lane
    kernel: int
    kind: SpanKind
    start: float
    end: float

    @property
    def seconds(self) -> float:
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Timeline:
    """spans: by kernel, in the order in which they start within a lane. seconds: of the whole run.
    prefetched_bytes: of weights that came ahead."""

    spans: tuple[TimelineSpan, ...]
    seconds: float
    prefetched_bytes: float

    def lane(self, name: Lane) -> tuple[TimelineSpan, ...]:
        """The spans of one lane, in time."""
        return tuple(sorted((span for span in self.spans if span.lane == name), key=_start))


@dataclass(frozen=True, slots=True)
class _Transfers:
    """What main memory moves for one kernel, in seconds; speed: bytes a second, 0 for nothing."""

    inputs: float
    weights: float
    outputs: float
    speed: float


@dataclass(frozen=True, slots=True, kw_only=True)
class _Window:
    """The time of one kernel."""

    index: int
    """Number of the kernel in order of execution, from 0."""
    cost: KernelCost
    """The kernel."""
    moves: _Transfers
    """What it reads and writes."""
    begin: float
    """In seconds since the run began; its overhead comes first."""
    ready: float
    """When its overhead is over."""
    end: float
    """In seconds since the run began."""


def timeline(
    soc: SocDescription, cost: NetworkCost, layers: Sequence[Layer], buffering: Buffering
) -> Timeline:
    """The run whose cost was found for these layers with this buffering.

    Raises InputError if the network does not fit: it has no time.
    """
    if cost.latency_ms is None:
        raise InputError("A network that does not fit has no timeline.", "Choose another chip.")
    windows = _windows(cost, layers)
    begin = windows[0].begin if windows else cost.latency_ms / 1e3
    spans, ahead = [TimelineSpan("compute", -1, "start", 0.0, begin)], 0.0
    if buffering == "single":
        spans += [span for window in windows for span in _one_after_the_other(window)]
    else:
        shares = _shares_ahead(soc, windows)
        spans += _overlapping(windows, shares)
        ahead = sum(share * slot.moves.speed for share, slot in zip(shares, windows, strict=True))
    end = windows[-1].end if windows else begin
    return Timeline(tuple(span for span in spans if span.seconds > _SHORTEST), end, ahead)


def _start(span: TimelineSpan) -> float:
    return span.start


def _windows(cost: NetworkCost, layers: Sequence[Layer]) -> list[_Window]:
    """What is left of the latency beside the kernels comes first: the start of the run."""
    kernels = cost.per_kernel
    begin = (cost.latency_ms or 0.0) / 1e3 - sum(kernel_cost.seconds for kernel_cost in kernels)
    begin = max(begin, 0.0)
    windows: list[_Window] = []
    for index, (kernel, layer) in enumerate(zip(kernels, layers, strict=True)):
        moves, end = _transfers(cost, kernel, layer), begin + kernel.seconds
        ready = begin + kernel.overhead_seconds
        windows.append(
            _Window(index=index, cost=kernel, moves=moves, begin=begin, ready=ready, end=end)
        )
        begin = end
    return windows


def _transfers(cost: NetworkCost, kernel: KernelCost, layer: Layer) -> _Transfers:
    """Main memory's time by what moves: weights if they are streamed, then activations."""
    if not kernel.dram_bytes or not kernel.dram_seconds:
        return _Transfers(0.0, 0.0, 0.0, 0.0)
    each = kernel.dram_seconds / kernel.dram_bytes
    known = ELEMENT_BYTES[cost.precision] * layer.weight_elements
    weights = 0.0 if cost.weights_resident else min(known, kernel.dram_bytes)
    rest = kernel.dram_bytes - weights
    given = layer.input_elements / max(layer.input_elements + layer.output_elements, 1)
    return _Transfers(rest * given * each, weights * each, rest * (1 - given) * each, 1 / each)


def _one_after_the_other(window: _Window) -> Iterator[TimelineSpan]:
    """In, compute, what on-chip memory takes, out."""
    index, moves = window.index, window.moves
    came = window.ready + moves.inputs
    there = came + moves.weights
    computed = there + window.cost.compute_seconds
    out = window.end - moves.outputs
    yield TimelineSpan("compute", index, "start", window.begin, window.ready)
    yield TimelineSpan("dma-in", index, "inputs", window.ready, came)
    yield TimelineSpan("dma-in", index, "weights", came, there)
    yield TimelineSpan("compute", index, "wait", window.ready, there)
    yield TimelineSpan("compute", index, "compute", there, computed)
    yield TimelineSpan("compute", index, "wait", computed, window.end)
    yield TimelineSpan("dma-out", index, "outputs", out, window.end)


def _shares_ahead(soc: SocDescription, windows: Sequence[_Window]) -> list[float]:
    """Of each kernel, the seconds of its weights that come while the one before works."""
    shares = [0.0] * len(windows)
    for window, following in pairwise(windows):
        shares[following.index] = _ahead(soc, window, following, shares[window.index])
    return shares


def _ahead(soc: SocDescription, window: _Window, following: _Window, came: float) -> float:
    """At most what this window's memory has left and the buffers hold."""
    moves = window.moves
    moved = moves.inputs + moves.weights - came + moves.outputs
    left = max(window.end - window.ready - moved, 0.0)
    inside = 0.0 if moves.inputs else window.cost.sram_bytes
    room = max(soc.on_chip_bytes - inside, 0.0) / _BUFFERS
    held = room / following.moves.speed if following.moves.speed else 0.0
    return min(following.moves.weights, left, held)


def _overlapping(windows: Sequence[_Window], shares: Sequence[float]) -> Iterator[TimelineSpan]:
    """In from the front, out at the end, the next kernel's weights before the outputs."""
    for window, came, ahead in zip(windows, shares, (*shares[1:], 0.0), strict=True):
        index, moves = window.index, window.moves
        computed = window.ready + window.cost.compute_seconds
        there = window.ready + moves.inputs
        out = window.end - moves.outputs
        yield TimelineSpan("compute", index, "start", window.begin, window.ready)
        yield TimelineSpan("compute", index, "compute", window.ready, computed)
        yield TimelineSpan("compute", index, "wait", computed, window.end)
        yield TimelineSpan("dma-in", index, "inputs", window.ready, there)
        yield TimelineSpan("dma-in", index, "weights", there, there + moves.weights - came)
        yield TimelineSpan("dma-in", index + 1, "prefetch", out - ahead, out)
        yield TimelineSpan("dma-out", index, "outputs", out, window.end)
