"""Try to break a sentence: the setting in which it fails, or what was tried."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.views.source import SourceLine
from app.loop.views.source_difference import DifferenceRow
from compiler_core.claims.breaking.record import SearchProgress
from compiler_core.claims.breaking.sentences import progress_sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenView:
    """The smallest setting found. changes: what differs, in words. setting: compiler, flags and
    inputs. home_found: what was found without the changes. source: as it was compiled; difference:
    to the sentence's own, either of them empty. address: of the explorer with it, empty where none
    holds the source. command: what reproduces it, of a sentence about facts; nothing_kept: why no
    exercise can be made of that, else empty; caution: what the check is, beside the words.
    """

    changes: tuple[str, ...]
    setting: str
    expected: str
    found: str
    home_found: str
    source_name: str
    source: tuple[SourceLine, ...]
    difference: tuple[DifferenceRow, ...]
    address: str
    command: str = ""
    nothing_kept: str = ""
    caution: str = ""


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
    """What came of it. mark, sign: the class and symbol of the verdict. sentences: the rest.
    is_of_code: whether settings were compiled, so that some may be the same code."""

    mark: str
    sign: str
    verdict: str
    sentences: tuple[str, ...]
    broken: BrokenView | None
    tried: tuple[TriedRow, ...]
    is_of_code: bool = True


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
    """A verdict that is tried to be broken, in its card. stream: address of the parts that take
    this section's place, empty in a part; waits: what the form sends to wait for the whole. told:
    None once there is an answer, or a problem in words. command: for the same at home.
    """

    says: str
    stream: str = ""
    waits: str = ""
    told: SearchTold | None = None
    answer: BreakAnswer | None = None
    problem: str = ""
    command: str = ""
