"""What binds a measured loop on one core of a chip: four times, of which the longest binds.

issue, lanes and memory are those of `rooflines.loop_time`, so that both views agree; but memory
counts the lines that the chip's last cache does not hold, as the plugin saw them from an empty one.
chain = cycles in which rounds wait for the one before, by LLVM's model of the core, / clock. All
four are modelled, and all but the chain's are least times: a core may begin an inner loop anew
before its last chain has ended. Instructions, rounds and lines are measured.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, log2
from typing import Literal, get_args

from compiler_core.errors import InputError
from compiler_core.soc.description import ComputeUnit, Memory, SocDescription, Source
from compiler_core.soc.profiling.bottleneck import unit_title
from compiler_core.soc.profiling.loops.cores import CoreKnown, core_of
from compiler_core.soc.profiling.loops.elsewhere import without_time
from compiler_core.soc.profiling.loops.measured import (
    Chain,
    MeasuredLoop,
    chain_of,
    last_cache_lines,
)
from compiler_core.soc.rooflines.core_speed import CoreSpeed, core_speed
from compiler_core.soc.rooflines.loop_vectors import vector_instructions
from compiler_core.toolchain.counting import CacheGeometry

LoopBottleneck = Literal["issue", "chain", "lanes", "memory"]
LOOP_BOTTLENECKS: tuple[LoopBottleneck, ...] = get_args(LoopBottleneck)
_LINE_BYTES, _WAYS = 64, 16
_OTHERS = ("GPU", "NPU")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopCore:
    """One core."""

    unit: str
    """Name of the CPU in the chip's description."""
    title: str
    """Of the CPU, with the note that one core is taken."""
    core: CoreKnown
    """Which core it is, by what LLVM and the emulator know."""
    clock: float
    """Of the core in hertz."""
    width: float | None
    """Instructions a cycle, None where the description does not say."""
    width_source: Source | None
    """The document that `width` is from, None without one."""
    speed: CoreSpeed | None
    """Speed of the core's pipelines, None where they are not described."""
    memory: str
    """Title of the memory that the CPU reaches."""
    bandwidth: float | None
    """Bytes a second that it reaches of its memory."""
    cache: str | None
    """The largest that a CPU of the chip has by its description, None where it says nothing of one.
    """
    cache_bytes: int | None
    """Size of that cache, None where the description says nothing of one."""


@dataclass(frozen=True, slots=True)
class BoundTime:
    """One of the four, None where it is not known. said: how it comes about, with its numbers."""

    bound: LoopBottleneck
    seconds: float | None
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedLoop:
    """What binds a measured loop on one core of a chip."""

    speed: LoopCore
    """The core that it is judged on."""
    times: tuple[BoundTime, ...]
    """All four, in the order of LOOP_BOTTLENECKS."""
    bound: LoopBottleneck
    """The longest of the times."""
    seconds: float
    """The longest of the times."""
    margin: float
    """How many times as long as the next."""
    first_bytes: int
    """What missed the first cache."""
    memory_bytes: int
    """What missed the chip's last cache, or the first where no other is described."""
    reason: str
    """Sentences for the page, with the numbers."""


@dataclass(frozen=True, slots=True)
class LoopVerdict:
    """A reader's answer. said: why it is right, or what it overlooks."""

    answer: LoopBottleneck
    right: bool
    said: str


_NAMES: dict[LoopBottleneck, str] = {
    "issue": "the number of its instructions",
    "chain": "a chain of results",
    "lanes": "its vector pipelines",
    "memory": "the bytes from memory",
}


def core_units(soc: SocDescription) -> tuple[ComputeUnit, ...]:
    """CPUs whose clock is known. Raises InputError for a chip without one."""
    units = tuple(unit for unit in soc.units if unit.kind == "cpu" and unit.clock_ghz is not None)
    if not units:
        raise InputError(
            f"No CPU of {soc.title} is described, and a C loop runs on one.", "Take another chip."
        )
    return units


def loop_core(soc: SocDescription, unit: str) -> LoopCore:
    """Of one core of this unit. Raises UnknownName, and InputError for what is no such CPU."""
    cpu = soc.unit(unit)
    if cpu not in core_units(soc) or cpu.clock_ghz is None:
        raise InputError(f"{cpu.title} is no CPU with a known clock.", "Choose another unit.")
    memory, cache, speed = soc.memory_of(cpu), _last_cache(soc), core_speed(soc, cpu)
    width = cpu.instructions_per_cycle
    return LoopCore(
        unit=unit,
        title=unit_title(cpu),
        core=core_of(cpu),
        clock=cpu.clock_ghz.value * 1e9,
        width=width.value if width else None,
        width_source=soc.source_of(width) if width else None,
        speed=speed,
        memory=memory.title,
        bandwidth=speed.memory_bytes_per_second if speed else memory.sustained_bytes_per_second,
        cache=cache.title if cache else None,
        cache_bytes=int(_capacity(cache)) if cache else None,
    )


def cache_of(total_bytes: int) -> CacheGeometry:
    """A cache of lines of 64 bytes in about 16 ways; never larger than asked."""
    lines = total_bytes // _LINE_BYTES
    sets = 1 << max(floor(log2(max(lines / _WAYS, 1))), 0)
    return CacheGeometry(_LINE_BYTES, sets, max(min(lines // sets, 2 * _WAYS), 1))


def judged_loop(soc: SocDescription, unit: str, measured: MeasuredLoop) -> JudgedLoop:
    """The measured variant on one core. Raises InputError, also where library code did much of the
    work; Overloaded."""
    refused = without_time(measured)
    if refused:
        raise InputError(refused, "Choose a loop that does its work itself.")
    speed = loop_core(soc, unit)
    lines = measured.counts.totals.misses
    if speed.cache_bytes:
        lines = min(last_cache_lines(measured, cache_of(speed.cache_bytes)), lines)
    line_bytes = measured.counts.geometry.line_bytes
    fetched = lines * line_bytes
    times = (
        _issue(speed, measured),
        _chain(speed, chain_of(measured, speed.core.model)),
        _lanes(speed, measured),
        _memory(speed, fetched),
    )
    known = sorted((time for time in times if time.seconds), key=lambda cost: -(cost.seconds or 0))
    if not known:
        raise InputError(f"Nothing of {speed.title} is described.", "Choose another unit.")
    longest, following = known[0], known[1:2]
    seconds = longest.seconds or 0.0
    margin = seconds / (following[0].seconds or seconds) if following else 1.0
    return JudgedLoop(
        speed=speed,
        times=times,
        bound=longest.bound,
        seconds=seconds,
        margin=margin,
        first_bytes=measured.counts.totals.misses * line_bytes,
        memory_bytes=fetched,
        reason=_reason(speed, longest, following[0] if following else None, margin),
    )


def loop_verdict(judgement: JudgedLoop, answer: LoopBottleneck) -> LoopVerdict:
    """The answer beside what the model says."""
    if answer == judgement.bound:
        return LoopVerdict(answer, True, judgement.reason)
    taken = next(time for time in judgement.times if time.bound == answer)
    return LoopVerdict(answer, False, f"{taken.said} {judgement.reason}")


def _issue(speed: LoopCore, measured: MeasuredLoop) -> BoundTime:
    if speed.width is None:
        return BoundTime("issue", None, "How many instructions the core takes in is not described.")
    count = measured.counts.everything
    seconds = count / (speed.width * speed.clock)
    counted = f"{count:,} instruction{'' if count == 1 else 's'}"
    return BoundTime(
        "issue",
        seconds,
        f"{counted}, at most {speed.width:g} a cycle "
        f"at {speed.clock / 1e9:.3g} GHz: at least {_micro(seconds)}.",
    )


def _chain(speed: LoopCore, chain: Chain | None) -> BoundTime:
    if chain is None:
        return BoundTime("chain", None, "How long rounds wait for each other is not known.")
    seconds = chain.cycles / speed.clock
    return BoundTime(
        "chain",
        seconds,
        f"{chain.why} In all its rounds {chain.cycles:,.0f} cycles, "
        f"by {chain.model}: about {_micro(seconds)}.".strip(),
    )


def _lanes(speed: LoopCore, measured: MeasuredLoop) -> BoundTime:
    vectors, pipes = vector_instructions(measured.counts), speed.speed
    if pipes is None:
        return BoundTime("lanes", None, "The core's vector pipelines are not described.")
    seconds, count = pipes.vector_seconds(vectors), sum(number for _, number in vectors)
    return BoundTime(
        "lanes",
        seconds,
        f"{count:,} instructions go through {pipes.pipelines:g} "
        f"pipelines of {pipes.simd_bits:g} bits: at least "
        f"{_micro(seconds)}.",
    )


def _memory(speed: LoopCore, fetched: int) -> BoundTime:
    if not speed.bandwidth:
        return BoundTime("memory", None, f"How fast {speed.memory} is is not known.")
    seconds = fetched / speed.bandwidth
    past = f"past {speed.cache}" if speed.cache else "past the first cache"
    return BoundTime(
        "memory",
        seconds,
        f"{fetched:,} bytes come {past} from {speed.memory}, of "
        f"which a core reaches {speed.bandwidth / 1e9:.4g} GB/s: at least "
        f"{_micro(seconds)}.",
    )


def _reason(speed: LoopCore, longest: BoundTime, following: BoundTime | None, margin: float) -> str:
    where = f" ({speed.memory})" if longest.bound == "memory" else ""
    said = f"Bound by {_NAMES[longest.bound]}{where}. {longest.said}"
    if following is None:
        return said
    return (
        f"{said} Next is {_NAMES[following.bound]} with {_micro(following.seconds or 0)}: at "
        f"most {margin:.3g} times can be gained before that binds."
    )


def _last_cache(soc: SocDescription) -> Memory | None:
    """The largest cache that is not another unit's."""
    caches = [
        ram
        for ram in soc.memories
        if ram.kind == "cache" and _capacity(ram) and not any(own in ram.title for own in _OTHERS)
    ]
    # Of two as large, the one that is listed later is farther from the core.
    return max(reversed(caches), key=_capacity, default=None)


def _capacity(memory: Memory) -> float:
    return memory.capacity_bytes.value if memory.capacity_bytes else 0.0


def _micro(seconds: float) -> str:
    return f"{seconds * 1e6:.3g} µs"
