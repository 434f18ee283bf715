"""The loop around a network on a device: capture, hand over, run, answer; frame after frame.

A camera does not wait: it begins a frame at each tick, if a buffer is free, and else that frame is
lost. A buffer is free again when its frame was copied to the accelerator's own, of which there is
one. All four parts work at the same time, each on one frame. All times are modelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.description import SocDescription
from compiler_core.soc.mapping.hand_over import UnitSide, arriving, usual_hand_over
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.named_layers import layers_of

Lane = Literal["capture", "copy", "run", "answer"]
LANES: tuple[Lane, ...] = ("capture", "copy", "run", "answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopTimes:
    """Seconds of each part for one frame."""

    capture: float
    """From tick to tick; the sensor is read out all that time."""
    copy: float
    """Told to the accelerator, and read and written through main memory."""
    run: float
    """The network's run, as its cost model says."""
    answer: float
    """Told to the processor, which fetches the scores; what it does with them is left out."""


@dataclass(frozen=True, slots=True)
class FrameSpan:
    """One part of the loop for one frame, counted from 0; seconds."""

    lane: Lane
    frame: int
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class FrameLoop:
    """spans: in the order in which they begin. lost: frames that no buffer was free for."""

    buffers: int
    spans: tuple[FrameSpan, ...]
    lost: tuple[int, ...]


def loop_times(soc: SocDescription, network: str, rate: float) -> LoopTimes:
    """On the chip's unit for networks, in int8, with so many frames a second.

    Raises InputError where the network does not fit, or the chip has no speed for it.
    """
    layers = layers_of(network)
    cost = network_cost(soc, layers, "int8", constants_for(soc))
    memory, way = soc.main_memory.sustained_bytes_per_second, usual_hand_over(soc)
    if cost.latency_ms is None or memory is None:
        raise InputError(f"{network} has no time on {soc.title}.", "Choose another chip.")
    unit = soc.unit(soc.network_unit)
    frame, scores = layers[0].input_elements, layers[-1].output_elements
    there = arriving(frame, UnitSide(unit.kind, memory, False), frame, way)
    back = arriving(scores, UnitSide("cpu", memory, True), 0, way)
    return LoopTimes(
        capture=1 / rate,
        copy=there.seconds + frame / memory,
        run=cost.latency_ms / 1e3,
        answer=back.seconds + scores / memory,
    )


def frame_loop(times: LoopTimes, buffers: int, frames: int) -> FrameLoop:
    """So many ticks of the camera, and all that follows from them."""
    free = [0.0] * buffers
    ready: dict[Lane, float] = dict.fromkeys(LANES, 0.0)
    spans: list[FrameSpan] = []
    lost: list[int] = []
    for frame in range(frames):
        begin = frame * times.capture
        buffer = free.index(min(free))
        if free[buffer] > begin:
            lost.append(frame)
            continue
        made = _frame(times, frame, begin, ready)
        free[buffer] = made[LANES.index("copy")].end
        spans += made
    return FrameLoop(buffers, tuple(sorted(spans, key=lambda span: span.start)), tuple(lost))


def _frame(
    times: LoopTimes, frame: int, begin: float, ready: dict[Lane, float]
) -> Sequence[FrameSpan]:
    """Its four parts, each when the one before is over and its worker is free. A copy also needs
    the accelerator's buffer."""
    spans: list[FrameSpan] = []
    for lane in LANES:
        emptied = ready["run"] if lane == "copy" else 0.0
        start = max(begin, ready[lane], emptied)
        begin = ready[lane] = start + getattr(times, lane)
        spans.append(FrameSpan(lane, frame, start, begin))
    return spans
