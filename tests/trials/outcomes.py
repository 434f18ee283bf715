"""What every offered suggestion does to every loop of the labelled corpora: a table, by running.

`python -m tests.trials.outcomes` compiles and runs every suggestion that a card offers, over
tests/verdicts/loops and content/examples, with both compilers at -O2 and -O3, and prints a line per
suggestion. It fails when an offer is refused, does not compile, or has other bits and is praised.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from compiler_core.errors import LoweringLabError
from compiler_core.examples import load_examples
from compiler_core.host.running.target import function_names
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.trials.trial import SuggestionTrial, trial_of, with_counts
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from tests.verdicts import corpus

SETTINGS = tuple(
    (compiler, f"{level} {corpus.ALWAYS}")
    for compiler in corpus.COMPILERS
    for level in ("-O2", "-O3")
)
PRAISE = ("It works", "times fewer", "times as fast")
COLUMNS = ("offered", "unchanged", "same", "rounding", "other", "unknown", "wrong")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One offer: where it was made, what became of it, and what is wrong with that, or empty."""

    place: str
    suggestion: str
    standing: str
    wrong: str


@cache
def corpora() -> tuple[SourceFile, ...]:
    """The labelled loops, a function at a time where that compiles alone, and the examples."""
    labelled = (part for source in corpus.sources() for part in _parts(source))
    return (*labelled, *(example.source for example in load_examples()))


def _parts(source: SourceFile) -> Iterator[SourceFile]:
    for name in dict.fromkeys(loop.function for loop in source_loops(source)):
        part = corpus.functions(source.name, name)
        alone = len(source_loops(part)) > 0 and not _other_calls(source, part)
        yield part if alone else source


def _other_calls(source: SourceFile, part: SourceFile) -> bool:
    """The part calls functions that the whole source defines and the part does not."""
    defined = set(function_names((source,))) - set(function_names((part,)))
    return any(re.search(rf"\b{name}\b", part.text) for name in defined)


def outcomes(source: SourceFile, setting: tuple[str, str]) -> Iterator[Outcome]:
    """Every offer of a source under one setting, tried."""
    offers = [
        (verdict.source_line, offered.id, verdict.column)
        for verdict in explain_loops(source, *setting).loops
        for offered in verdict.suggestions
    ]
    for place in offers:
        yield outcome(source, setting, place)


def outcome(source: SourceFile, setting: tuple[str, str], place: tuple[int, str, int]) -> Outcome:
    """One offer, tried. place: line, suggestion and column."""
    line, suggestion, column = place
    where = f"{source.name}:{line}:{column} {' '.join(setting)}"
    try:
        trial = trial_of(source, *setting, *place)
        if trial.ok and trial.changed:
            trial = with_counts(trial, source, *setting)
    except LoweringLabError as error:
        return Outcome(where, suggestion, "refused", f"refused: {error}")
    return Outcome(where, suggestion, standing_of(trial), fault_of(trial))


def standing_of(trial: SuggestionTrial) -> str:
    """`unchanged`, or how the results compare."""
    if not trial.changed or trial.results is None:
        return "unchanged"
    return trial.results.standing


def fault_of(trial: SuggestionTrial) -> str:
    """What is wrong with an offer that was tried; empty for nothing."""
    if not trial.ok:
        return f"does not compile: {trial.message}"
    if trial.refutation:
        return f"offered though {trial.refutation}"
    if trial.counts is None or trial.counts.same_bits is not False:
        return ""
    if not trial.outcome.startswith("Computes other results"):
        return f"other bits, headed by: {trial.outcome}"
    if any(word in trial.outcome for word in PRAISE):
        return f"praised: {trial.outcome}"
    return ""


def table(found: Sequence[Outcome]) -> Iterator[str]:
    """One line per suggestion."""
    yield f"{'suggestion':22}" + "".join(f"{name:>11}" for name in COLUMNS)
    for suggestion in sorted({one.suggestion for one in found}):
        of_it = [one for one in found if one.suggestion == suggestion]
        counted = Counter(one.standing for one in of_it)
        counted["offered"], counted["wrong"] = len(of_it), sum(bool(one.wrong) for one in of_it)
        yield f"{suggestion:22}" + "".join(f"{counted[name]:11}" for name in COLUMNS)


def main(step: int) -> int:
    """Print every offer with other results or a fault, then the table. 1 if any has a fault."""
    asked = [(source, setting) for source in corpora() for setting in SETTINGS]
    found: list[Outcome] = []
    for source, setting in asked[::step]:
        for one in outcomes(source, setting):
            found.append(one)
            if one.wrong or one.standing == "other":
                print(f"{one.place} {one.suggestion}: {one.standing} {one.wrong}", flush=True)
    print("\n".join(table(found)))
    wrong = sum(bool(one.wrong) for one in found)
    print(f"{len(found)} offers tried, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
