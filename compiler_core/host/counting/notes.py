"""Plain sentences on what a run's numbers leave out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from compiler_core.host.counting.record import FunctionCount, Totals
from compiler_core.toolchain.counting import CountingPlan, CountRun

ENDED_EARLY = (
    "The run was ended before the counted part was over: the counts stand as they were then, and "
    "distinct cache lines of several instructions together are not known."
)
FROM_LOG = (
    "Counted from the emulator's log, because its plugin is not there: loads, stores and bytes "
    "follow from each instruction's form, cache lines and misses are not known."
)
MEMORY_SHORT = (
    "There was not enough memory to remember every cache line: the numbers of distinct lines are "
    "too small."
)
PROBED = (
    "The emulator does not report what SVE loads and stores touch: in front of each, instructions "
    "of ours wrote its address and predicate out. They are not counted."
)


def notes_on(
    run: CountRun, plan: CountingPlan, whole: Totals, libraries: Sequence[FunctionCount]
) -> tuple[str, ...]:
    """The sentences that apply to this run."""
    return tuple(_notes(run, plan, whole, libraries))


def _notes(
    run: CountRun, plan: CountingPlan, whole: Totals, libraries: Sequence[FunctionCount]
) -> Iterator[str]:
    if run.method == "execution log":
        yield FROM_LOG
    elif whole.misses or whole.cache_lines:
        yield _cache_note(plan)
    if not run.complete:
        yield ENDED_EARLY
    if run.memory_short:
        yield MEMORY_SHORT
    if whole.unseen:
        yield (
            f"The emulator did not report the addresses of {whole.unseen:,} executed memory "
            "instructions: bytes, cache lines and misses leave them out."
        )
    if plan.vectors:
        yield PROBED
    if libraries:
        names = ", ".join(function.name for function in libraries[:3])
        more = " and others" if libraries[3:] else ""
        count = sum(function.totals.instructions for function in libraries)
        yield f"Library code that was called ran {count:,} instructions more: {names}{more}."


def _cache_note(plan: CountingPlan) -> str:
    geometry = plan.geometry
    return (
        f"Misses are modelled: one cache of {geometry.total_bytes // 1024:,} KiB "
        f"({geometry.sets} sets, {geometry.ways} ways, {geometry.line_bytes}-byte lines, least "
        "recently used), empty at the start, without prefetching."
    )
