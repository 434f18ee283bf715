"""Try to break a sentence: the setting in which it fails, or what was tried."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.views.source import SourceLine
from app.loop.views.source_difference import DifferenceRow
from compiler_core.claims.breaking.record import SearchProgress
from compiler_core.claims.breaking.sentences import progress_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenView:
    """The smallest setting found."""

    changes: tuple[str, ...]
    """What differs, in words."""
    setting: str
    """Compiler, flags and inputs."""
    expected: str
    """What was checked of the setting and does not hold, in words."""
    found: str
    """What was found instead."""
    home_found: str
    """What was found without the changes."""
    source_name: str
    """File name of the source."""
    source: tuple[SourceLine, ...]
    """As it was compiled."""
    difference: tuple[DifferenceRow, ...]
    """To the sentence's own, either of them empty."""
    address: str
    """The page with this setting, as the explorer; empty where no address holds it."""
    command: str = ""
    """What reproduces it, of a sentence about facts."""
    nothing_kept: str = ""
    """Why no exercise can be made of that, else empty."""
    caution: str = ""
    """What the check is, beside the words."""


@dataclass(frozen=True, slots=True)
class TriedRow:
    """One kind of change. planned, tried, same_code, unusable: numbers of settings, as text."""

    kind: str
    planned: str
    tried: str
    same_code: str
    unusable: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakAnswer:
    """What came of it."""

    mark: str
    """CSS class of the verdict."""
    sign: str
    """Symbol of the verdict."""
    verdict: str
    """What came of it, in a sentence."""
    sentences: tuple[str, ...]
    """What else is to be said; empty where a setting was found."""
    broken: BrokenView | None
    """The smallest setting in which the sentence fails; None where none was found."""
    tried: tuple[TriedRow, ...]
    """How many settings of each kind of change were tried."""
    is_of_code: bool = True
    """Whether settings were compiled, so that some may be the same code."""


@dataclass(frozen=True, slots=True)
class SearchTold:
    """How far a search is. gone, planned: settings; planned 0 where that is not known yet."""

    words: str
    gone: int = 0
    planned: int = 0


def begun_search() -> SearchTold:
    """Before anything is known of it."""
    return SearchTold(
        "Trying other versions, flags, lengths, types and small edits of the source: one change, "
        "then two. This may take a minute."
    )


def begun_fact_search() -> SearchTold:
    """Before anything is known of one about models, chips or atlas pages."""
    return SearchTold(
        "Reading the facts in the sentence's own setting. Then other settings are tried, the "
        "nearest first. This may take a minute."
    )


def search_told(progress: SearchProgress) -> SearchTold:
    """The same from the search's own numbers."""
    return SearchTold(progress_sentence(progress), progress.gone, progress.planned)


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakSection:
    """A verdict that is tried to be broken, in its card."""

    says: str
    """The sentence, made of the verdict."""
    stream: str = ""
    """Address of the parts that take this section's place, empty in a part."""
    waits: str = ""
    """What the form sends to wait for the whole."""
    told: SearchTold | None = None
    """None once there is an answer, or a problem in words."""
    answer: BreakAnswer | None = None
    """What came of it; None until it is there, and where there is a problem."""
    problem: str = ""
    """Why there is no answer; empty for none."""
    command: str = ""
    """For the same at home."""
