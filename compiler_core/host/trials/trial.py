"""One Try it: the verdict and the code of a loop before and after a suggestion."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace

import orjson

from compiler_core.errors import InputError
from compiler_core.host.cycles.cycles import DEFAULT_CPU
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.source_edits.edit import Edit, apply_edits, moved_place
from compiler_core.host.source_edits.offers import applies, edits_of, text_of_loop
from compiler_core.host.source_edits.refutation import OTHER_ORDER, refutation
from compiler_core.host.source_reading.source_loops import SourceLoop, source_loops
from compiler_core.host.trials.outcome_sentence import headed, is_same, outcome_of, turn_of
from compiler_core.host.trials.place import loops_at
from compiler_core.host.trials.results import TrialResults, results_of
from compiler_core.host.trials.side import TrialSide
from compiler_core.host.trials.trial_counts import TrialCounts, trial_counts
from compiler_core.host.trials.trial_cycles import TrialCycles, trial_cycles
from compiler_core.host.verdicts.suggestions import Suggestion, suggestion_named
from compiler_core.host.verdicts.verdict import Verdict, Why
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from compiler_core.toolchain.outcome import Compiler


@dataclass(frozen=True, slots=True, kw_only=True)
class SuggestionTrial:
    """A suggestion tried on one loop."""

    suggestion: str
    """Id of the suggestion in the table of suggestions, as a trial is asked for: `restrict`,
    `omp_simd`."""
    title: str
    """The suggestion's title, as its button and the heading of the trial show it: `Mark the
    pointers restrict`."""
    promise: str
    """What the programmer answers for."""
    note: str
    """When it is ignored, or why it changes nothing."""
    outcome: str
    """What became of the code, headed by what became of the results where these were compared."""
    changed: bool
    """Verdict or main loop of any loop differ."""
    before: Verdict
    """The loop's verdict before."""
    after: Verdict | None
    """The loop's verdict after; None if the edited source does not compile or the loop is gone."""
    before_loops: tuple[Verdict, ...]
    """Verdicts of all loops of the source before, in order."""
    after_loops: tuple[Verdict, ...]
    """Verdicts of all loops of the source after, in order."""
    source: SourceFile
    """The source that was compiled after, edited or not."""
    flags: tuple[str, ...]
    """The flags that were compiled with after, in normal form."""
    difference: str
    """Unified diff of the source, empty if only flags changed."""
    ok: bool
    """Whether the edited source compiled."""
    message: str
    """Why the edited source did not compile; empty where it did."""
    cycles: tuple[TrialCycles, ...] = ()
    """Modelled cycles of the loop before and after, one for each model; empty until
    `with_cycles`."""
    counts: TrialCounts | None = None
    """Counts of the function around the loop before and after; None until `with_counts` runs it."""
    results: TrialResults | None = None
    """How they compare, None until then."""
    change: str = ""
    """What became of the code."""
    refutation: str = ""
    """Why the promise is untrue of this loop, or empty."""


def trial_of(
    source: SourceFile,
    compiler_name: str,
    flags_text: str,
    line: int,
    suggestion_id: str,
    column: int = 0,
) -> SuggestionTrial:
    """Try a suggestion on the loop statement of this line and column.

    Without a column, of several loops on a line the first that offers it is meant, else the first
    that it applies to. Raises UnknownName for a suggestion or loop that does not exist, InputError
    for a suggestion that does not apply to this loop, and what `explain_loops` raises.
    """
    suggestion = suggestion_named(suggestion_id)
    compiler = find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    before = explain_loops(source, compiler_name, " ".join(flags))
    if not before.ok:
        raise InputError("The source does not compile.", before.message)
    loops = loops_at(source, line, column)
    offering = [loop for loop in loops if _offers(_verdict_of(before, loop), suggestion)]
    loop = _loop_for(suggestion, source, tuple(offering) or loops, (compiler, flags))
    edits = edits_of(suggestion, source, loop, (compiler, flags))
    edited = _edited(source, edits)
    new_flags = changed_flags(flags, suggestion, compiler)
    after = explain_loops(edited, compiler_name, " ".join(new_flags))
    moved_loop = _moved_loop(source, edited, loop, edits)
    trial = _compared(suggestion, (before, after), (loop, moved_loop), (source, edited))
    text = text_of_loop(source, loop)
    broken = refutation(suggestion, text, trial.before.reason_key) if text is not None else ""
    outcome = headed(trial.change, broken, None, turn_of(trial.before, trial.after))
    return replace(trial, outcome=outcome, refutation=broken)


def applied(
    source: SourceFile,
    compiler_name: str,
    flags_text: str,
    line: int,
    suggestion_id: str,
    column: int = 0,
) -> tuple[SourceFile, str]:
    """The source and the flags after a suggestion, without compiling them; line, column: of the
    loop.

    Raises as `trial_of`, but not for a source that does not compile.
    """
    suggestion, compiler = suggestion_named(suggestion_id), find_compiler(compiler_name)
    flags = parse_flags(flags_text, compiler)
    loop = _loop_for(suggestion, source, loops_at(source, line, column), (compiler, flags))
    edits = edits_of(suggestion, source, loop, (compiler, flags))
    return _edited(source, edits), " ".join(changed_flags(flags, suggestion, compiler))


def with_cycles(
    trial: SuggestionTrial, source: SourceFile, compiler: str, flags: str, cpu: str = DEFAULT_CPU
) -> SuggestionTrial:
    """The trial with its modelled cycles. source, compiler, flags: as they were before it.

    Raises InputError for a core that no model here knows.
    """
    return replace(trial, cycles=trial_cycles(*_sides(trial, source, compiler, flags), cpu))


def with_counts(
    trial: SuggestionTrial,
    source: SourceFile,
    compiler: str,
    flags: str,
    experiment: Experiment | None = None,
) -> SuggestionTrial:
    """The trial with what the function executes. source, compiler, flags: as they were before it.

    The experiment's function does not count: it is the one around the loop. A function that cannot
    run says why in the counts.
    """
    sides, experiment = _sides(trial, source, compiler, flags), experiment or Experiment()
    counts = trial_counts(*sides, experiment)
    request = replace(experiment, function=counts.asked, n=counts.n)
    results = results_of(suggestion_named(trial.suggestion), sides, counts, request)
    turn = turn_of(trial.before, trial.after)
    outcome = headed(trial.change, trial.refutation, results, turn)
    return replace(trial, counts=counts, results=results, outcome=outcome)


def _sides(
    trial: SuggestionTrial, source: SourceFile, compiler: str, flags: str
) -> tuple[TrialSide, TrialSide]:
    before = TrialSide(source, compiler, flags, trial.before)
    return before, TrialSide(trial.source, compiler, " ".join(trial.flags), trial.after)


def trial_json(trial: SuggestionTrial) -> bytes:
    """A trial as the API gives it."""
    return orjson.dumps(trial)


def _offers(verdict: Verdict | None, suggestion: Suggestion) -> bool:
    return verdict is not None and suggestion.id in [offer.id for offer in verdict.suggestions]


def _loop_for(
    suggestion: Suggestion,
    source: SourceFile,
    loops: tuple[SourceLoop, ...],
    setting: tuple[Compiler, tuple[str, ...]],
) -> SourceLoop:
    """The first of these loops that the suggestion applies to. Raises InputError."""
    for loop in loops:
        if applies(suggestion, source, loop, setting):
            return loop
    raise InputError(
        f"“{suggestion.title}” does not apply to the loop of line {loops[0].line}.",
        "Pick one that the card of this loop offers.",
    )


def _edited(source: SourceFile, edits: tuple[Edit, ...]) -> SourceFile:
    content = source.text.encode("utf-8", "replace")
    return SourceFile(source.name, apply_edits(content, edits).decode("utf-8", "replace"))


def changed_flags(
    flags: tuple[str, ...], suggestion: Suggestion, compiler: Compiler
) -> tuple[str, ...]:
    """The flags with the suggestion's added and removed; SVE joins an `-march=` that is there."""
    remaining = [
        flag for flag in flags if not suggestion.remove or not re.fullmatch(suggestion.remove, flag)
    ]
    added = list(suggestion.add)
    if suggestion.id == "sve":
        marches = [flag for flag in remaining if flag.startswith("-march=")]
        added = [f"{marches[-1]}+sve"] if marches else added
    return parse_flags(" ".join([*remaining, *added]), compiler)


def _moved_loop(
    source: SourceFile, edited: SourceFile, loop: SourceLoop, edits: tuple[Edit, ...]
) -> SourceLoop | None:
    content = source.text.encode("utf-8", "replace")
    start = sum(len(line) + 1 for line in content.split(b"\n")[: loop.line - 1])
    position = moved_place(edits, start + loop.column - 1)
    before = edited.text.encode("utf-8", "replace")[:position]
    line, column = before.count(b"\n") + 1, len(before.rpartition(b"\n")[2]) + 1
    return next(
        (moved for moved in source_loops(edited) if (moved.line, moved.column) == (line, column)),
        None,
    )


def _verdict_of(why: Why, loop: SourceLoop | None) -> Verdict | None:
    if loop is None:
        return None
    start = (loop.line, loop.column)
    return next((entry for entry in why.loops if (entry.source_line, entry.column) == start), None)


def _compared(
    suggestion: Suggestion,
    whys: tuple[Why, Why],
    loops: tuple[SourceLoop, SourceLoop | None],
    sources: tuple[SourceFile, SourceFile],
) -> SuggestionTrial:
    before, after = (_verdict_of(why, loop) for why, loop in zip(whys, loops, strict=True))
    assert before is not None
    others = _others_changed(whys, before, after)
    outcome = outcome_of(before, after, others)
    if not whys[1].ok:
        outcome = f"The edited source does not compile: {whys[1].message}"
    return SuggestionTrial(
        suggestion=suggestion.id,
        title=suggestion.title,
        promise=suggestion.promise,
        note=suggestion.note,
        outcome=outcome,
        change=outcome,
        changed=after is None
        or not is_same(before, after)
        or bool(others)
        # Swapped loops may have the same instructions with other operands.
        or OTHER_ORDER in suggestion.grants,
        before=before,
        after=after,
        before_loops=whys[0].loops,
        after_loops=whys[1].loops,
        source=sources[1],
        flags=whys[1].flags,
        difference=_difference(*sources),
        ok=whys[1].ok,
        message=whys[1].message,
    )


def _others_changed(
    whys: tuple[Why, Why], before: Verdict, after: Verdict | None
) -> tuple[Verdict, ...]:
    """Other loops of the same function that changed, when the edit keeps the number of loops."""
    first, second = (
        [loop for loop in why.loops if loop.function == before.function] for why in whys
    )
    if len(first) != len(second):
        return ()
    return tuple(
        new
        for old, new in zip(first, second, strict=True)
        if old is not before and new is not after and not is_same(old, new)
    )


def _difference(before: SourceFile, after: SourceFile) -> str:
    lines = difflib.unified_diff(
        before.text.splitlines(keepends=True),
        after.text.splitlines(keepends=True),
        f"before/{before.name}",
        f"after/{after.name}",
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
