"""What could be tried next on a loop, in the order in which the compiler's own verdict on its
hottest loop makes it likely to help; each is compiled, run and counted when it is tried.

What a change of code in one loop can give at most is Amdahl's law (1967): with all of that loop's
instructions gone, all would be 1 / (1 - share) times as few.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.source_reading.source_loops import SourceLoop, source_loops
from compiler_core.host.verdicts.features import features_of
from compiler_core.host.verdicts.suggestions import Suggestion, suggestions
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.soc.profiling.alternatives import amdahl
from compiler_core.soc.profiling.loops.binding import LoopBottleneck, LoopCore
from compiler_core.soc.profiling.loops.elsewhere import removed_loop
from compiler_core.soc.profiling.loops.measured import MeasuredLoop
from compiler_core.soc.profiling.loops.program import MOST_CHANGES, LoopChange, LoopProgram
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags

LoopBasis = Literal["verdict", "usual"]
# Worth a try on any loop; what the table of suggestions has beyond is for special causes.
_USUAL = ("optimize_o3", "optimize_o2", "restrict", "unroll", "fast_math", "associative_math",
          "omp_simd", "omp_simd_reduction", "local_sum", "hoist_bound", "interchange", "sve",
          "version_multiple", "cost_model_dynamic")  # fmt: skip
# AArch64 loads vectors from any address: these promises change no instruction of a loop.
_POINTLESS = ("assume_aligned", "align_arrays")
# These shorten a chain of additions; nothing else of the table does.
_SHORTENS_CHAINS = ("associative_math", "omp_simd_reduction", "fast_math", "clang_vectorize")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopAlternative:
    """One change."""

    program: LoopProgram
    """The measured program with the change."""
    title: str
    """Names the change."""
    why: str
    """What it does, and whether the chip's core cannot run it; sentences."""
    promise: str
    """What the programmer answers for, "" for nothing."""
    touches: float
    """The share of instructions it can change."""
    at_most: float
    """Amdahl's limit: times as fast if the share it touches took no time."""
    basis: LoopBasis
    """Named by the compiler's verdict on the hottest loop, or usual."""
    runs_here: bool
    """Whether the chip's core has the instructions."""
    tried: bool
    """It is in the history already."""


@dataclass(frozen=True, slots=True)
class HotLoop:
    """The innermost loop with most instructions. said: what became of it, by the compiler."""

    line: int
    share: float
    said: str


def hot_loop(measured: MeasuredLoop) -> HotLoop | None:
    """None where no instruction belongs to a loop of the source."""
    loop = None if removed_loop(measured) else _hottest(measured)
    if loop is None:
        return None
    verdict = _verdict(measured, loop)
    return HotLoop(loop.line, _share(measured, loop), verdict.sentence if verdict else "")


def loop_alternatives(
    measured: MeasuredLoop,
    speed: LoopCore,
    bound: LoopBottleneck,
    tried: Collection[LoopProgram],
) -> tuple[LoopAlternative, ...]:
    """Every single change that applies, the likeliest to help first, tried ones last."""
    if len(measured.program.changes) >= MOST_CHANGES:
        return ()
    loop = None if removed_loop(measured) else _hottest(measured)
    if loop is None:
        return ()
    made = list(_made(measured, speed, loop, tried))
    return tuple(sorted(made, key=lambda alternative: _rank(alternative, bound)))


def suggested_change(candidates: Collection[LoopAlternative]) -> LoopAlternative | None:
    """The first that is untried and runs on the chip's core; None if there is none."""
    return next((change for change in candidates if not change.tried and change.runs_here), None)


def _rank(alternative: LoopAlternative, bound: LoopBottleneck) -> tuple[bool, ...]:
    name = alternative.program.changes[-1].suggestion
    named = alternative.basis == "verdict"
    shortens = named and bound == "chain" and name in _SHORTENS_CHAINS
    return alternative.tried, not alternative.runs_here, not shortens, not named


def _made(
    measured: MeasuredLoop, speed: LoopCore, loop: SourceLoop, tried: Collection[LoopProgram]
) -> Iterator[LoopAlternative]:
    verdict = _verdict(measured, loop)
    named = [suggestion.id for suggestion in verdict.suggestions] if verdict else []
    order = {name: rank for rank, name in enumerate(dict.fromkeys((*named, *_USUAL)))}
    fitting = [hint for hint in suggestions() if hint.id in order and _fits(measured, loop, hint)]
    for fitting_hint in sorted(fitting, key=lambda candidate: order[candidate.id]):
        program = measured.program.changed(
            LoopChange(fitting_hint.id, loop.line if fitting_hint.edit else 0)
        )
        share = _share(measured, loop) if fitting_hint.edit else 1.0
        here = fitting_hint.id != "sve" or speed.core.has_sve
        yield LoopAlternative(
            program=program,
            title=fitting_hint.title,
            why=" ".join(part for part in (fitting_hint.note, _elsewhere(speed, here)) if part),
            promise=fitting_hint.promise,
            touches=share,
            at_most=amdahl(share),
            basis="verdict" if fitting_hint.id in named else "usual",
            runs_here=here,
            tried=any(program.changes == other.changes for other in tried),
        )


def _elsewhere(speed: LoopCore, here: bool) -> str:
    return "" if here else f"A {speed.core.name} has no SVE: it is counted, but cannot run there."


def _fits(measured: MeasuredLoop, loop: SourceLoop, hint: Suggestion) -> bool:
    if hint.id in _POINTLESS or hint.id in (made.suggestion for made in measured.program.changes):
        return False
    compiler = find_compiler(measured.program.compiler)
    flags = parse_flags(measured.written.flags, compiler)
    if hint.id in ("optimize_o2", "optimize_o3"):
        return hint.add[0] not in flags
    return hint.fits(compiler.family, flags, features_of(measured.written.source, loop))


def _hottest(measured: MeasuredLoop) -> SourceLoop | None:
    """Innermost in the source, by the instructions of all its code."""
    loops = [loop for loop in source_loops(measured.written.source) if _executed(measured, loop)]
    inner = [loop for loop in loops if not any(_inside(other, loop) for other in loops)]
    return max(inner, key=lambda candidate: _executed(measured, candidate), default=None)


def _inside(loop: SourceLoop, other: SourceLoop) -> bool:
    return loop is not other and other.contains(loop.line, loop.column)


def _executed(measured: MeasuredLoop, loop: SourceLoop) -> int:
    """Of all its lines; what stands on the loop's first line counts with it."""
    return sum(
        line.instructions
        for line in measured.counts.per_source_line
        if loop.line <= line.line <= loop.end_line
    )


def _share(measured: MeasuredLoop, loop: SourceLoop) -> float:
    return min(_executed(measured, loop) / measured.own_instructions, 1.0)


def _verdict(measured: MeasuredLoop, loop: SourceLoop) -> Verdict | None:
    written = measured.written
    try:
        why = explain_loops(written.source, measured.program.compiler, written.flags)
    except (InputError, ToolMissing):
        return None
    return next((verdict for verdict in why.loops if verdict.source_line == loop.line), None)
