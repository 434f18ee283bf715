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
    found: str
    home_found: str
    """What was found without the changes."""
    source_name: str
    source: tuple[SourceLine, ...]
    """As it was compiled."""
    difference: tuple[DifferenceRow, ...]
    """To the sentence's own, either of them empty."""
    address: str
    """Of the explorer with it, empty where none holds the source."""
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
    """The class and symbol of the verdict."""
    sign: str
    """The class and symbol of the verdict."""
    verdict: str
    sentences: tuple[str, ...]
    """The rest."""
    broken: BrokenView | None
    tried: tuple[TriedRow, ...]
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
    stream: str = ""
    """Address of the parts that take this section's place, empty in a part."""
    waits: str = ""
    """What the form sends to wait for the whole."""
    told: SearchTold | None = None
    """None once there is an answer, or a problem in words."""
    answer: BreakAnswer | None = None
    problem: str = ""
    command: str = ""
    """For the same at home."""
