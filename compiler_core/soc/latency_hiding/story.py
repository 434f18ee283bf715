"""Why each rung gives what it gives: sentences computed from the simulated runs."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.latency_hiding.costs import lanes
from compiler_core.soc.latency_hiding.hiding import Hiding, hiding_of
from compiler_core.soc.latency_hiding.ladder import Ladder
from compiler_core.soc.latency_hiding.parameters import ladder_parameters
from compiler_core.soc.latency_hiding.records import Rung, Simulation

NAMES: dict[Rung, str] = {
    "scalar": "Scalar", "vec": "Vectors", "vec_mt": "Contexts", "vec_mt_db": "Double buffers",
}  # fmt: skip
# A factor so near 1 is no gain to speak of.
_NO_GAIN = 1.02
# A unit that is busy for so much of the time is what binds.
_BUSY = 0.9


@dataclass(frozen=True, slots=True)
class RungStory:
    """gain: over the rung before, 1 for the first. sentence: why."""

    rung: Rung
    name: str
    gain: float
    sentence: str


def stories(ladder: Ladder) -> tuple[RungStory, ...]:
    """One for each rung, in order."""
    tellers = {"scalar": _scalar, "vec": _vectors, "vec_mt": _contexts, "vec_mt_db": _buffers}
    return tuple(
        RungStory(rung.rung, NAMES[rung.rung], ladder.gains[rung.rung], tellers[rung.rung](ladder))
        for rung in ladder.rungs
    )


def headline(ladder: Ladder) -> str:
    """What each rung gives, and what binds the last one."""
    gains, last = ladder.gains, ladder.rungs[-1]
    whole = ladder.rungs[0].cycles / last.cycles
    best = max(NAMES, key=lambda rung: gains[rung] if rung != "scalar" else 0.0)
    return (
        f"Over {last.work.elements:,} elements {_title(last.work.name)} becomes {whole:.3g} times "
        f"as fast (modelled): vectors give {_gain(gains['vec'])}, contexts "
        f"{_gain(gains['vec_mt'])}, double buffers {_gain(gains['vec_mt_db'])}. {NAMES[best]} give "
        f"most. {_what_binds(last)}"
    )


def _title(name: str) -> str:
    known = {kernel.work.name: kernel.title for kernel in ladder_parameters().kernels}
    return known.get(name, name)


def _gain(times: float) -> str:
    """`3.9 ×`; what is none, or a loss, says so."""
    if abs(times - 1) < _NO_GAIN - 1:
        return "next to nothing"
    return f"{times:.3g} × (a loss)" if times < 1 else f"{times:.3g} ×"


def _what_binds(run: Simulation) -> str:
    """What keeps the last rung from being faster."""
    usage = hiding_of(run)
    if usage.engine >= _BUSY:
        return f"What remains is bound by memory: the DMA engine is busy {usage.engine:.0%} of it."
    if usage.contexts >= _BUSY:
        return f"What remains is bound by compute: contexts are busy {usage.contexts:.0%} of it."
    control = usage.control / run.cycles
    if control > max(usage.engine, usage.contexts):
        return (
            f"Launching and joining contexts take {control:.0%} of what remains: there is too "
            "little work for them."
        )
    return (
        f"Of what remains the DMA engine is busy {usage.engine:.0%} and contexts "
        f"{usage.contexts:.0%}: they wait for each other, for the first and the last transfer, and "
        "for launches."
    )


def _scalar(ladder: Ladder) -> str:
    run = ladder.rungs[0]
    usage = hiding_of(run)
    return (
        f"One value at a time: {usage.computing:,} of {run.cycles:,} cycles are computing, "
        f"{usage.exposed:,} are transfers in which nothing is computed. One buffer and one context "
        "hide nothing."
    )


def _vectors(ladder: Ladder) -> str:
    before, run = ladder.rungs[0], ladder.rungs[1]
    usage, was = hiding_of(run), hiding_of(before)
    at_once = lanes(run.work, ladder.machine)
    said = (
        f"{at_once:,} values an instruction shorten computing from {was.computing:,} to "
        f"{usage.computing:,} cycles. "
    )
    if usage.exposed > usage.computing:
        return said + (
            f"Transfers stay as they were: they now take {usage.exposed / run.cycles:.0%} of the "
            "time, so the gain ends there."
        )
    return said + f"Computing still takes {usage.computing / run.cycles:.0%} of the time."


def _contexts(ladder: Ladder) -> str:
    before, run = ladder.rungs[1], ladder.rungs[2]
    usage = hiding_of(run)
    if run.contexts == 1:
        return (
            f"Only one context has work. Launching and joining it costs {usage.control:,} cycles."
        )
    said = (
        f"{run.contexts} contexts share the tiles: while one computes, the engine serves another, "
        f"so {usage.hidden:,} of {usage.transfers:,} cycles of DMA are hidden. "
    )
    if run.cycles > before.cycles:
        return said + (
            f"Launching and joining cost more than that brings: {usage.control:,} of "
            f"{run.cycles:,} cycles."
        )
    return said + _why_not_more(run, usage)


def _why_not_more(run: Simulation, hiding: Hiding) -> str:
    if hiding.engine >= _BUSY:
        return f"The one engine serves all of them and is busy {hiding.engine:.0%} of the time."
    if hiding.waiting * 10 > run.cycles:
        return (
            f"Each still waits {hiding.waiting:,} of {run.cycles:,} cycles on average, for its own "
            "tile to leave and the next to come."
        )
    return f"Each computes {hiding.contexts:.0%} of the time."


def _buffers(ladder: Ladder) -> str:
    before, run = ladder.rungs[2], ladder.rungs[3]
    usage, was = hiding_of(run), hiding_of(before)
    if before.work.tiles <= before.contexts:
        return "That hides nothing: no context has a second tile to fetch ahead."
    hidden = max(was.waiting - usage.waiting, 0)
    said = (
        f"With one buffer each context waits {was.waiting:,} cycles on average for its own "
        f"transfers. Ping and pong hide {hidden:,} of these; "
    )
    if before.cycles / run.cycles >= _NO_GAIN:
        return said + f"the rest is bound by {run.bound}."
    return said + _why_no_gain(was)


def _why_no_gain(was: Hiding) -> str:
    if was.engine >= _BUSY:
        return f"there is no more to gain, for the engine was busy {was.engine:.0%} of the time."
    if was.contexts >= _BUSY:
        return f"there is little to gain, for contexts were busy {was.contexts:.0%} of the time."
    return "the rest are launches, and the first and last tile."
