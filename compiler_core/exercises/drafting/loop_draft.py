"""A loop somebody looks at, as an exercise: what a suggestion changes becomes what is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler_core.errors import InputError
from compiler_core.exercises.drafting.draft_file import AuthorsWords, DraftParts, draft_file
from compiler_core.host.trials.place import read_trial_address
from compiler_core.host.trials.survey import survey_loop
from compiler_core.host.trials.trial import SuggestionTrial, trial_of, with_counts
from compiler_core.host.verdicts.verdict import Why
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

START, SOLVED = "start.c", "solved.c"
MOST_WRONG = 3
SURVEY_SECONDS = 12.0
_COUNTED_LENGTH = 1000
_MARGIN = 1.05
"""Of a bound on counts: hidden inputs differ from those that were counted here."""
_LEAST_GAIN = 0.9
_NEON_BYTES = 16


@dataclass(frozen=True, slots=True)
class LoopState:
    """What the explorer shows. function: empty for the one around the loop. trial: the suggestion
    that is applied, as `restrict@3`; empty to take the one that changes most."""

    source: str
    compiler: str
    flags: str
    function: str = ""
    trial: str = ""


def loop_draft(state: LoopState, words: AuthorsWords) -> str:
    """The exercise's file. Raises InputError for a source that does not compile or has no loop."""
    source = SourceFile(START, state.source)
    why = explain_loops(source, state.compiler, state.flags)
    if not why.ok:
        raise InputError("The source does not compile.", why.message)
    if not why.loops:
        raise InputError("There is no loop in this source.", "Look at one, then come back.")
    trial = _trial(state, source, why)
    function = state.function or (trial.before.function if trial else why.loops[0].function)
    wrong = {f"wrong-{n}.c": text for n, text in enumerate(words.wrong[:MOST_WRONG], 1)}
    if trial is None:
        return draft_file(words, _without_trial(state, function, wrong))
    return draft_file(words, _parts(state, function, trial, wrong))


def _trial(state: LoopState, source: SourceFile, why: Why) -> SuggestionTrial | None:
    """The suggestion that is applied, else the one that changes most and keeps the results."""
    setting = state.compiler, state.flags
    if state.trial and not state.trial.startswith("all@"):
        at = read_trial_address(state.trial)
        trial = trial_of(source, *setting, at.line, at.suggestion, at.column)
        return with_counts(trial, source, *setting)
    inner = [
        loop_verdict
        for loop_verdict in why.loops
        if state.function in ("", loop_verdict.function) and loop_verdict.suggestions
    ]
    for verdict in inner:
        for row in survey_loop(source, setting, verdict, budget_seconds=SURVEY_SECONDS):
            if row.standing == "changed" and not row.largest_ulp:
                trial = trial_of(source, *setting, row.line, row.suggestion, row.column)
                return with_counts(trial, source, *setting)
    return None


def _parts(
    state: LoopState, function: str, trial: SuggestionTrial, wrong: Mapping[str, str]
) -> DraftParts:
    files = {START: state.source, **wrong}
    flags = " ".join(trial.flags)
    allow: list[str] = []
    solved: dict[str, str] = {}
    if trial.difference:
        allow.append("source")
        solved["source"] = SOLVED
        files[SOLVED] = trial.source.text
    if not trial.difference or flags.split() != state.flags.split():
        allow.append("flags")
        solved["flags"] = flags
    return DraftParts(
        kind="loop",
        starter={"source": START, "flags": state.flags} if "flags" in allow else START,
        given={"compiler": state.compiler, "flags": state.flags, "function": function},
        allow=allow,
        checks=_checks(trial),
        hints=_hints(trial),
        solved=[solved],
        wrong=[{"source": name} for name in wrong] if "source" in allow else [],
        files=files,
        asks=_asks(trial, wrong),
    )


def _without_trial(state: LoopState, function: str, wrong: Mapping[str, str]) -> DraftParts:
    return DraftParts(
        kind="loop",
        starter=START,
        given={"compiler": state.compiler, "flags": state.flags, "function": function},
        allow=["source"],
        checks=[_same(2)],
        hints=["What does the compiler say about this loop? Look at its verdict."],
        solved=[],
        wrong=[{"source": name} for name in wrong],
        files={START: state.source, **wrong},
        asks=[
            "No suggestion changes this loop. What should a student reach? Add it to the checks,",
            "and a solution to the files and to proof.solved.",
        ],
    )


def _same(points: int) -> dict[str, Any]:
    same = {"same_result_as": {"source": START, "hidden": 3}}
    return {"gate": True, "points": points, "expect": same}


def _checks(trial: SuggestionTrial) -> list[dict[str, Any]]:
    """Equal results, then whatever is another afterwards."""
    before, after, counts = trial.before, trial.after, trial.counts
    checks = [_same(2)] if counts is None or counts.same_bits is not False else []
    if after is not None and after.vectorized and not before.vectorized:
        least = min(after.vector_bytes, _NEON_BYTES)
        expect = {"vectorized": True, "vector_bytes": f">= {least}"}
        checks.append({"points": 5, "expect": expect})
    if counts is not None and counts.before.instructions and counts.after.instructions:
        first, second = counts.before.instructions, counts.after.instructions
        if second < _LEAST_GAIN * first:
            bound = min(int(second * _MARGIN) + 8, first - 1)
            count = {
                "metric": "instructions",
                "is": f"<= {bound}",
                "n": counts.n or _COUNTED_LENGTH,
            }
            checks.append({"points": 3, "expect": {"count": count}})
    return checks or [_same(2)]


def _hints(trial: SuggestionTrial) -> list[str]:
    said = trial.before.title.rstrip(".")
    return [f"The compiler's verdict: {said}. What in the loop makes it so?", f"{trial.title}."]


def _asks(trial: SuggestionTrial, wrong: Mapping[str, str]) -> list[str]:
    asks = []
    if not wrong:
        asks.append("Which wrong answers will students give? Add them to files and proof.wrong.")
    if trial.counts is not None and trial.counts.same_bits is False:
        asks.append("The suggestion changes the results' bits, so no check compares them here.")
    if len(_checks(trial)) == 1:
        asks.append("No figure tells the solution from the start. What should be reached?")
    return asks
