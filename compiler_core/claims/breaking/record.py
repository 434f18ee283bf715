"""What a search for a counterexample gives: plain data; page, command and JSON come from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from compiler_core.claims.compiler_range import CORE

BUDGET_SECONDS = 60.0
"""Of one search, if nothing else is said."""
Standing = Literal["broken", "unbroken", "false_here", "unstated"]
"""broken: a setting was found in which it fails. unbroken: none was found among those tried, which
proves nothing. false_here: it does not hold in its own setting. unstated: nothing is said there."""
Group = Literal[
    "inputs", "compiler", "source", "flag", "level", "switched off",
    "setting", "model", "chip", "figure", "two changes",
]  # fmt: skip
GROUPS: tuple[Group, ...] = get_args(Group)
"""In the order in which they are tried; those from "setting" on are of claims about facts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterexample:
    """A setting in which the claim fails, with the evidence."""

    changes: tuple[str, ...]
    """What differs from the claim's own setting, in words; as few as were found."""
    compiler: str
    """Name of the compiler in this setting, `gcc-12`."""
    compiler_title: str
    """That compiler and its version for people."""
    flags: str
    """All flags of the setting."""
    inputs: str
    """How the function was run, where that was changed; else empty."""
    source_name: str
    """Name of the file that was compiled; empty for claims about facts."""
    source: str
    """The text of the file as it was compiled; empty for claims about facts."""
    kind: str
    """The kind of the expectation that is not met: `vectorized`."""
    expected: str
    """What the claim expects, in words: of that which was not found."""
    found: str
    """What was found there."""
    found_at_home: str
    """What the same expectation found in the claim's own setting."""
    settings: tuple[str, ...] = ()
    """What differs in a claim about facts, as `lowlab break --with` takes it; else empty."""
    command: str = ""
    """A command line that reproduces it, for claims about facts; else empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupTried:
    """One kind of change."""

    group: Group
    """What was changed: `inputs`, `compiler`, `source`, `flag`, `level`, `switched off`,
    `setting`, `model`, `chip`, `figure`, or `two changes` for any two at once."""
    planned: int
    """Settings of this kind that were to be tried."""
    tried: int
    """Settings of this kind that gave an answer."""
    same_code: int
    """How many of those tried compiled to the code of the claim's own setting."""
    unusable: int
    """Did not compile, did not run, or hold nothing of what the claim speaks of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchProgress:
    """How far a search is."""

    group: Group
    """Kind of the setting that was tried last."""
    title: str
    """What the setting that was tried last changes, in words."""
    gone: int
    """Settings gone through, of so many planned by now; where every one with one change held, those
    with two are planned, too."""
    planned: int
    """Settings planned by now; it grows when those with two changes are planned too."""
    seconds: float
    """Since the search began, by the clock, rounded to tenths."""
    budget_seconds: float
    """After which the search ends, by the clock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakSearch:
    """What was tried on one claim, from one compiler on, and what came of it."""

    claim: str
    """The id of the claim."""
    lesson: str
    """The folder it belongs to."""
    says: str
    """The sentence that the claim makes."""
    compiler: str
    """The compiler of the claim's own setting."""
    compiler_title: str
    """That compiler and its version for people."""
    flags: str
    """As typed in the claim's own setting."""
    standing: Standing
    """What came of it."""
    expected: str
    """Everything that the claim expects in its own setting, in words."""
    found: str
    """What was found there."""
    broken: Counterexample | None
    """The smallest setting found in which it fails."""
    groups: tuple[GroupTried, ...]
    """What was tried, by kind of change."""
    kept: tuple[str, ...]
    """What the sentence itself names, and so was left as it is."""
    complete: bool
    """Whether everything planned was tried; False where the budget of time ended it."""
    budget_seconds: float
    """How long the search might take."""
    sentences: tuple[str, ...]
    """The answer in words."""
    notes: tuple[str, ...] = ()
    """Why settings gave no answer, for claims about facts; else empty."""

    @property
    def is_of_facts(self) -> bool:
        """Whether models, chips or atlas pages were asked, and no compiler of C."""
        return self.compiler == CORE

    @property
    def lasting(self) -> bool:
        """Whether asking again would give the same: nothing was cut off by the budget."""
        return self.complete or self.standing == "broken"

    @property
    def tried(self) -> int:
        """All settings that gave an answer."""
        return sum(group.tried for group in self.groups)
