"""A slice counted by instruction and by line of the source, and told in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from compiler_core.host.slicing.answer import (
    MOST_STEPS_SHOWN,
    KindCounts,
    ReplayReport,
    SlicedLine,
    SlicedSourceLine,
    SlicedStep,
)
from compiler_core.host.slicing.recorded_run import RecordedRun
from compiler_core.host.slicing.replay import Replay
from compiler_core.host.slicing.slice import KINDS, Kind, Slice

_NEARLY_EVERYTHING = 0.9


def sliced_lines(run: RecordedRun, backward_slice: Slice) -> tuple[SlicedLine, ...]:
    """Every instruction of the function, in the order of the listing."""
    executed = Counter(step.address for step in run.steps)
    sliced = Counter((run.steps[step].address, kind) for step, kind in backward_slice.steps.items())
    facts = sorted(run.code.items(), key=lambda pair: pair[1].placed.position)
    return tuple(
        SlicedLine(
            fact.placed.position,
            " ".join(fact.placed.line.text.split()),
            fact.placed.line.source_line,
            executed[address],
            KindCounts(*(sliced[address, kind] for kind in KINDS)),
        )
        for address, fact in facts
    )


def sliced_source_lines(
    lines: Sequence[SlicedLine], texts: Sequence[str]
) -> tuple[SlicedSourceLine, ...]:
    """Those lines of the source of which code ran. texts: the file's lines."""
    by_number: dict[int, SlicedSourceLine] = {}
    for line in lines:
        number = line.source_line
        if number is None or not line.executed:
            continue
        text = texts[number - 1].strip() if 0 < number <= len(texts) else ""
        earlier = by_number.get(number) or SlicedSourceLine(number, text, 0, KindCounts())
        old, new = earlier.counts, line.counts
        counts = KindCounts(old.data + new.data, old.address + new.address, old.branch + new.branch)
        by_number[number] = SlicedSourceLine(number, text, earlier.executed + line.executed, counts)
    return tuple(by_number[number] for number in sorted(by_number))


def sliced_steps(run: RecordedRun, backward_slice: Slice) -> tuple[SlicedStep, ...]:
    """The last steps of the slice, as many as are shown."""
    return tuple(
        _sliced_step(run, step, backward_slice.steps[step])
        for step in sorted(backward_slice.steps)[-MOST_STEPS_SHOWN:]
    )


def _sliced_step(run: RecordedRun, step: int, kind: Kind) -> SlicedStep:
    fact = run.fact(step)
    if fact is None:
        return SlicedStep(step, -1, None, f"at {run.steps[step].address:#x}", kind)
    line = fact.placed.line
    text = " ".join(line.text.split())
    return SlicedStep(step, fact.placed.position, line.source_line, text, kind)


def kind_counts(backward_slice: Slice) -> KindCounts:
    """The slice by the ways that its steps are reached."""
    counts = Counter(backward_slice.steps.values())
    return KindCounts(*(counts[kind] for kind in KINDS))


def slice_sentence(name: str, counts: KindCounts, executed: int) -> str:
    """How much of the run a value depends on."""
    share = counts.total / executed if executed else 0.0
    said = (
        f"{name} depends on {counts.total:,} of {executed:,} executed instructions "
        f"({share:.1%}): {counts.data:,} through data, {counts.address:,} through addresses, "
        f"{counts.branch:,} through branches."
    )
    if share >= _NEARLY_EVERYTHING:
        return f"{said} That is nearly everything: another value may tell more."
    return said


def replay_report(run: RecordedRun, outcome: Replay, bits: str) -> ReplayReport:
    """The proof, or why there is none, in words."""
    if outcome.verdict == "same":
        sentence = (
            f"Proven: these {outcome.replayed:,} instructions alone, executed again by their "
            f"formulas with noise in every other register and byte, give the same bits, {bits}; "
            "and once more with every bit of the noise turned round."
            + _nan_words(run, outcome.nan_step)
        )
    elif outcome.verdict == "differs":
        where = _at(run, outcome.step)
        sentence = (
            "Not proven: executed alone, these instructions do not give the same bits"
            + (f"; {where} {outcome.reason}." if where else ".")
            + " The slice misses something, or a formula is wrong."
        )
    elif outcome.verdict == "not tried":
        sentence = f"Not proven: the slice has {outcome.reason}, too many to execute again here."
    else:
        sentence = (
            f"The proof ends after {outcome.replayed:,} instructions: {_at(run, outcome.step)} "
            f"{outcome.reason}. What the slice has from there is read off the registers that "
            "instructions name."
        )
    return ReplayReport(outcome.verdict, outcome.replayed, sentence)


def _nan_words(run: RecordedRun, step: int | None) -> str:
    if step is None:
        return ""
    return (
        f" From {_at(run, step)} on there is NaN: which bits a NaN has no formula says, so where "
        "one says NaN those of the machine are taken."
    )


def _at(run: RecordedRun, step: int | None) -> str:
    if step is None:
        return ""
    return f"step {step + 1:,}, {_sliced_step(run, step, 'data').text},"
