"""A sentence that was broken, as an exercise: find a setting in which it fails.

The check is the opposite of what the sentence expects there, the setting that the search found is
the solution, and what it changes is what a student may change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler_core.claims.breaking.record import Counterexample
from compiler_core.claims.breaking.search import SearchBudget, break_claim
from compiler_core.claims.case import Case
from compiler_core.claims.claim import Claim, ClaimSetting, Expectation, Statement
from compiler_core.claims.kinds.kind import Bound
from compiler_core.claims.reading import claim_named
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.errors import InputError, ToolMissing
from compiler_core.exercises.drafting.draft_file import AuthorsWords, DraftParts, draft_file
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler

START, SOLVED = "start.c", "solved.c"
SEARCH_SECONDS = 30.0
_TRUTHS = ("vectorized", "scalable")
_BOUNDS = ("loop_size", "function_size", "vector_bytes", "interleave")
_OTHERS = {
    "loop_has": "loop_lacks", "loop_lacks": "loop_has",
    "code_has": "code_lacks", "code_lacks": "code_has",
    "calls": "no_call", "no_call": "calls",
}  # fmt: skip
_SAME = {"gate": True, "points": 2, "expect": {"same_result_as": {"source": START, "hidden": 3}}}
_ASKS = (
    "The solution computes other results, or cannot be run, so no check compares them here.",
    "What keeps an answer near this loop? Add it to the checks.",
)
_OTHER_SIGNS = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}


@dataclass(frozen=True, slots=True)
class CounterexampleState:
    """What the page shows: a claim's id, and the compiler of its own setting."""

    claim: str
    compiler: str


def counterexample_draft(state: CounterexampleState, words: AuthorsWords) -> str:
    """The exercise's file. Raises InputError where nothing breaks the sentence, or no student could
    repeat what does."""
    claim = claim_named(state.claim)
    broken = break_claim(claim, state.compiler, SearchBudget(SEARCH_SECONDS)).broken
    if broken is None:
        raise InputError("Nothing was found that breaks this sentence.", "Choose another one.")
    return draft_file(words, _parts(claim, state, broken, words))


def _parts(
    claim: Claim, state: CounterexampleState, broken: Counterexample, words: AuthorsWords
) -> DraftParts:
    statement, check = _turned(claim, state.compiler, broken)
    setting = statement.setting
    source = setting.sources[0]
    if len(setting.sources) > 1 or source.language != "c" or broken.inputs:
        raise InputError("Exercises hold one file of C, and no inputs.", "Choose another sentence.")
    solved: dict[str, str] = {}
    files = {START: source.text} | {
        f"wrong-{number}.c": text for number, text in enumerate(words.wrong, 1)
    }
    if broken.source != source.text:
        solved["source"], files[SOLVED] = SOLVED, broken.source
    if broken.flags.split() != setting.flags.split():
        solved["flags"] = broken.flags
    if not solved:
        raise InputError(
            "Only another compiler breaks this sentence, and students have one.",
            "Choose another sentence.",
        )
    given = _given(setting, broken)
    keeps = _keeps_results(statement, broken)
    return DraftParts(
        kind="loop",
        starter={"source": START, "flags": setting.flags} if "flags" in solved else START,
        given=given,
        allow=list(solved),
        checks=[*([_SAME] if keeps else []), {"points": 5, "expect": check}],
        hints=[
            f"In its own setting: {broken.found_at_home or broken.expected}",
            f"{'; '.join(broken.changes)}.",
        ],
        solved=[solved],
        wrong=_wrong(files) if "source" in solved else [],
        files=files,
        asks=() if keeps else _ASKS,
    )


def _given(setting: ClaimSetting, broken: Counterexample) -> dict[str, Any]:
    """The broken compiler, with the sentence's own flags and function."""
    given: dict[str, Any] = {
        "compiler": find_compiler(broken.compiler).family,
        "flags": setting.flags,
    }
    if setting.function:
        given["function"] = setting.function
    return given


def _wrong(files: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"source": name} for name in files if name.startswith("wrong-")]


def _keeps_results(statement: Statement, broken: Counterexample) -> bool:
    """Whether the solution computes what the loop did before; False where neither can be run."""
    setting, kind = statement.setting, KIND_BY_NAME["same_result_as"]
    solved = SourceFile(broken.source_name, broken.source)
    argument = kind.read(kind.name, {"source": setting.sources, "flags": setting.flags})
    case = Case(
        ClaimSetting((solved,), broken.flags, setting.function), find_compiler(broken.compiler)
    )
    try:
        return kind.judge(case, argument).holds
    except (InputError, ToolMissing):
        return False


def _turned(
    claim: Claim, compiler: str, broken: Counterexample
) -> tuple[Statement, Mapping[str, Any]]:
    """The statement that fails, and a check of the opposite. Raises InputError."""
    own = find_compiler(compiler)
    for statement in claim.holds:
        for expectation in statement.expectations:
            if expectation.kind == broken.kind and statement.compilers.covers(own):
                check = opposite(expectation)
                if check is not None:
                    return statement, check
    raise InputError(
        "No check of an exercise says the opposite of this sentence.", "Choose another one."
    )


def opposite(expectation: Expectation) -> Mapping[str, Any] | None:
    """What is expected where it is not met, as exercises write it; None where that has no words."""
    kind, argument = expectation.kind, expectation.argument
    if kind in _TRUTHS:
        return {kind: not argument}
    if kind in _BOUNDS and isinstance(argument, Bound):
        sign, _, number = argument.text.partition(" ")
        return {kind: f"{_OTHER_SIGNS[sign]} {number}"} if sign in _OTHER_SIGNS else None
    if kind in ("calls", "no_call"):
        return {_OTHERS[kind]: argument} if argument != "any" else None
    if kind in _OTHERS and isinstance(argument, tuple) and len(argument) == 1:
        return {_OTHERS[kind]: argument[0].pattern}
    return None
