"""Rows of the tables of a profiled C loop."""

from __future__ import annotations

from collections.abc import Iterator

from app.soc.profile_loop_facts import ProfileLoopFacts, TriedLoop
from app.soc.profile_loop_request import LoopExercise
from app.soc.views.profile_loop_records import (
    BoundRow,
    ClassRow,
    ProfiledLoop,
)
from app.soc.views.profile_loop_words import CLASS_NAMES, LOOP_BOUND_WORDS
from app.soc.views.profile_records import MeasuredFigure
from app.soc.views.profile_words import MEASURED, MODELLED, micro
from compiler_core.host.running.record import CountedSourceLine, Counts
from compiler_core.soc.profiling.loops.elsewhere import library_work
from compiler_core.soc.profiling.loops.measured import MeasuredLoop

_MOST_LINES = 24


def line_rows(counts: Counts) -> tuple[CountedSourceLine, ...]:
    """Lines that ran, in order; of many the hottest."""
    ran = [line for line in counts.per_source_line if line.instructions]
    hottest = sorted(ran, key=lambda source_line: -source_line.instructions)[:_MOST_LINES]
    return tuple(sorted(hottest, key=lambda source_line: (source_line.file, source_line.line)))


def loop_rows(counts: Counts) -> tuple[ProfiledLoop, ...]:
    """Loops that ran, those with most instructions first."""
    ran = sorted(counts.loops, key=lambda counted_loop: -counted_loop.totals.instructions)
    return tuple(
        ProfiledLoop(loop, f"{loop.totals.instructions / loop.iterations:.3g}")
        for loop in ran
        if loop.iterations
    )


def class_rows(now: TriedLoop) -> tuple[ClassRow, ...]:
    """Every class, the most frequent first."""
    classes = now.measured.classes if now.measured else ()
    return tuple(ClassRow(CLASS_NAMES[tally.kind], tally) for tally in classes)


def bound_rows(now: TriedLoop) -> tuple[BoundRow, ...]:
    """The four times."""
    judged = now.judged
    if judged is None:
        return ()
    return tuple(
        BoundRow(
            LOOP_BOUND_WORDS[time.bound],
            "not known" if time.seconds is None else micro(time.seconds),
            time.said,
            time.bound == judged.bound,
        )
        for time in judged.times
    )


def judged_on(now: TriedLoop) -> str:
    """The core, in words; whose numbers these are."""
    if now.judged is None:
        return ""
    speed = now.judged.speed
    cache = f", its last cache {speed.cache}" if speed.cache else ", no cache described"
    width = "how many instructions a cycle is not described"
    if speed.width is not None and speed.width_source is not None:
        width = f"{speed.width:g} instructions a cycle ({speed.width_source.title})"
    stands = " assumed to be" if speed.core.assumed else ""
    return (
        f"{speed.title},{stands} a {speed.core.name}: {width}, {speed.clock / 1e9:.3g} "
        f"GHz{cache}, then {speed.memory}. Modelled."
    )


def moved_sentence(now: TriedLoop) -> str:
    """Bytes and lines, by the plugin."""
    if now.measured is None:
        return ""
    library = library_work(now.measured)
    if library is not None:
        return f"What library code ({library.busiest}) loads and stores is not counted."
    totals, geometry = now.measured.counts.totals, now.measured.counts.geometry
    moved = totals.bytes_loaded + totals.bytes_stored
    said = (
        f"{moved:,} bytes are loaded and stored, in {totals.cache_lines:,} different lines of "
        f"{geometry.line_bytes} bytes; an empty cache of {geometry.total_bytes >> 10:,} KiB misses "
        f"{totals.misses:,} times."
    )
    if now.judged is None or now.judged.first_bytes == now.judged.memory_bytes:
        return said
    return f"{said} Past the chip's last cache come {now.judged.memory_bytes:,} bytes."


def best_of(facts: ProfileLoopFacts) -> int:
    """The place of the variant with fewest instructions."""
    counted = [
        (attempt.measured.instructions, index)
        for index, attempt in enumerate(facts.history)
        if attempt.measured is not None
    ]
    return min(counted)[1] if counted else 0


def measured_rows_of(facts: ProfileLoopFacts, exercise: LoopExercise) -> tuple[MeasuredFigure, ...]:
    """Totals, classes and the modelled time, before and after."""
    before, after = facts.history[exercise.before], facts.history[exercise.current]
    if facts.comparison is None or before.measured is None or after.measured is None:
        return ()
    of = _without_library(before.measured, after.measured)
    rows = [*_totals(before.measured, after.measured)]
    rows += [
        MeasuredFigure(
            f"{CLASS_NAMES[change.kind]}{of}", f"{change.before:,}", f"{change.after:,}", MEASURED
        )
        for change in facts.comparison.classes
    ]
    if before.judged and after.judged:
        rows.append(
            MeasuredFigure(
                "Time on the core",
                micro(before.judged.seconds),
                micro(after.judged.seconds),
                MODELLED,
            )
        )
        rows.append(
            MeasuredFigure("What binds it", before.judged.bound, after.judged.bound, MODELLED)
        )
    return tuple(rows)


def _without_library(before: MeasuredLoop, after: MeasuredLoop) -> str:
    return ", without library code" if library_work(before) or library_work(after) else ""


def _totals(before: MeasuredLoop, after: MeasuredLoop) -> Iterator[MeasuredFigure]:
    first, second = before.counts.totals, after.counts.totals
    outside = [side.instructions - side.own_instructions for side in (before, after)]
    of = _without_library(before, after)
    for name, figure_before, other in (
        ("Instructions", before.instructions, after.instructions),
        *([("of these in library code", *outside)] if of else []),
        (f"Bytes loaded{of}", first.bytes_loaded, second.bytes_loaded),
        (f"Bytes stored{of}", first.bytes_stored, second.bytes_stored),
        (f"Lines fetched into the first cache{of}", first.misses, second.misses),
    ):
        yield MeasuredFigure(name, f"{figure_before:,}", f"{other:,}", MEASURED)
    yield MeasuredFigure(
        "Digest of all outputs", before.outputs.digest[:12], after.outputs.digest[:12], MEASURED
    )
