"""`lowlab soc profile FILE.c`: a C loop in one variant, counted and judged on a core of a chip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compiler_core.soc.profiling.loops.binding import JudgedLoop
    from compiler_core.soc.profiling.loops.choices import LoopAlternative
    from compiler_core.soc.profiling.loops.comparing import LoopComparison
    from compiler_core.soc.profiling.loops.measured import MeasuredLoop

_SUFFIXES = (".c", ".cc", ".cpp", ".cxx", ".C")
_SHOWN = 8


@dataclass(frozen=True, slots=True)
class LoopReport:
    """What is printed. judged: None where no time can be modelled. comparison: with the loop as
    given, None for that itself."""

    measured: MeasuredLoop
    judged: JudgedLoop | None
    comparison: LoopComparison | None
    alternatives: tuple[LoopAlternative, ...]

    def as_json(self) -> bytes:
        """Without the contents of the outputs."""
        from compiler_core.json_form import record_json

        return record_json({
            "program": self.measured.program.text,
            "flags": self.measured.written.flags,
            "difference": self.measured.written.difference,
            "counts": self.measured.counts,
            "classes": self.measured.classes,
            "judged": self.judged,
            "comparison": self.comparison,
            "alternatives": self.alternatives,
        })  # fmt: skip

    def lines(self) -> list[str]:
        """Lines and classes, what binds, the comparison, and what could be tried."""
        compared = self.comparison
        return [
            *_counted(self.measured),
            "",
            *_judged(self.judged, self.measured),
            *(["", f"Against the loop as given: {compared.sentence}"] if compared else []),
            "",
            *_to_try(self.alternatives),
        ]


def _judged(verdict: JudgedLoop | None, measured: MeasuredLoop) -> list[str]:
    from compiler_core.soc.profiling.loops.elsewhere import without_time

    if verdict is None:
        return [without_time(measured)]
    return [
        *(f"{time.bound:10}  {time.said}" for time in verdict.times),
        f"{verdict.reason} Modelled.",
    ]


def is_loop(name: str) -> bool:
    """Whether this is a C or C++ file, by its suffix."""
    return name.endswith(_SUFFIXES)


def profile_loop(
    file: str,
    changes: str,
    chip: str,
    unit: str,
    compiler: str,
    flags: str,
    function: str,
    n: int | None,
) -> LoopReport:
    """Compile, run, count, judge. Raises InputError for a loop that gives nothing to measure."""
    from command_line.source_arguments import read_sources
    from compiler_core.host.running.experiment import experiment_of
    from compiler_core.soc.profiling.loops.binding import core_units, judged_loop, loop_core
    from compiler_core.soc.profiling.loops.choices import loop_alternatives
    from compiler_core.soc.profiling.loops.comparing import loops_compared
    from compiler_core.soc.profiling.loops.elsewhere import without_time
    from compiler_core.soc.profiling.loops.measured import measured_loop
    from compiler_core.soc.profiling.loops.program import LoopProgram, changes_of
    from compiler_core.soc.reading import soc_named

    soc = soc_named(chip)
    core = unit or core_units(soc)[0].name
    source = read_sources([file], "c")[0]
    first = LoopProgram(source, compiler, flags, experiment_of(function, n))
    program = first.with_changes(changes_of(changes)) if changes else first
    measured = measured_loop(program)
    judged = None if without_time(measured) else judged_loop(soc, core, measured)
    speed, bound = loop_core(soc, core), judged.bound if judged else "issue"
    before = measured_loop(first) if program.changes else None
    tries = loop_alternatives(measured, speed, bound, (first, program))
    return LoopReport(measured, judged, loops_compared(before, measured) if before else None, tries)


def _counted(measured: MeasuredLoop) -> list[str]:
    from command_line.output import columns
    from compiler_core.soc.profiling.loops.elsewhere import counted_words, library_work

    counts, totals = measured.counts, measured.counts.totals
    hottest = sorted(counts.per_source_line, key=lambda source_line: -source_line.instructions)[
        :_SHOWN
    ]
    rows = [
        (str(line.line), f"{line.instructions:,}", f"{line.share:.1%}", line.text.strip())
        for line in hottest
        if line.instructions
    ]
    own = " by its own code" if library_work(measured) else ""
    classes = ", ".join(f"{group.kind} {group.share:.1%}" for group in measured.classes)
    return [
        f"{measured.program.title}, n = {counts.n:,}. {counted_words(measured)}",
        f"Counted: {counts.measured}.",
        f"{counts.bytes:,} bytes moved{own}, {totals.cache_lines:,} cache lines, {totals.misses:,} "
        f"misses (modelled); output digest {counts.output_digest[:16]}",
        f"By class: {classes}",
        "",
        *columns([("line", "instructions", "share", "source"), *rows]),
    ]


def _to_try(alternatives: tuple[LoopAlternative, ...]) -> list[str]:
    from command_line.output import columns

    rows = [
        (way.program.text, way.title, "the compiler's verdict" if way.basis == "verdict" else "")
        for way in alternatives
        if not way.tried
    ]
    return ["To try:", *columns(rows)] if rows else ["No single change is left to try."]
