"""What a mutation run found, as a page of docs/mutants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

LEAST_SCORE = 0.85
Ending = Literal["killed", "survived", "no test"]


@dataclass(frozen=True, slots=True)
class TriedMutant:
    """ending: what became of it; one that ran out of time or memory counts as killed."""

    name: str
    ending: Ending


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationRun:
    """What one mutation run found."""

    package: str
    """Folder below compiler_core."""
    date: str
    """Of the run, ISO: `2025-01-31`."""
    seed: int
    """With which the mutants were drawn."""
    tests: tuple[str, ...]
    """Those chosen for this run, empty for the package's own."""
    mutants: int
    """How many there are in all."""
    drawn: int
    """How many were to be tried."""
    tried: tuple[TriedMutant, ...]
    """Those there was time for."""
    differences: Mapping[str, Sequence[str]]
    """Lines of a diff for each mutant that was not killed, by its name."""

    @property
    def counts(self) -> Counter[str]:
        """How many ended in which way."""
        return Counter(mutant.ending for mutant in self.tried)

    @property
    def score(self) -> float:
        """Killed ones among those tried; one that no test reaches was not killed."""
        return self.counts["killed"] / len(self.tried) if self.tried else 0.0


def sentence(run: MutationRun) -> str:
    """The run in one line."""
    counts = run.counts
    return (
        f"{run.package}: {run.score:.1%} of {len(run.tried)} mutants killed "
        f"({counts['survived']} survived, {counts['no test']} reached by no test, "
        f"{run.drawn - len(run.tried)} not tried in the time), drawn from {run.mutants} with seed "
        f"{run.seed} on {run.date}."
    )


def page(run: MutationRun) -> str:
    """Markdown: the sentence, then each survivor with what it changes."""
    parts = [f"# Mutants of `compiler_core/{run.package}`", "", sentence(run), ""]
    tests = " ".join(("", "--tests", *run.tests)) if run.tests else ""
    parts += [f"`script/mutants {run.package} --seed {run.seed}{tests}` draws them again.", ""]
    for ending, title in (("survived", "Survived"), ("no test", "Reached by no test")):
        names = [mutant.name for mutant in run.tried if mutant.ending == ending]
        if names:
            parts += [f"## {title}", ""]
        for name in names:
            parts += [f"`{name}`", "", "```diff", *run.differences[name], "```", ""]
    return "\n".join(parts)
