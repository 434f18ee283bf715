"""Try to break a sentence: the setting in which it fails, or what was tried."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.lesson.views.lesson import CompilerChoice, LessonLink, SourceLine


@dataclass(frozen=True, slots=True, kw_only=True)
class BrokenView:
    """The smallest setting found. changes: what differs, in words. setting: compiler, flags and
    inputs. home_found: what was found without the changes. address: of the explorer with it.
    """

    changes: tuple[str, ...]
    setting: str
    expected: str
    found: str
    home_found: str
    source_name: str
    source: tuple[SourceLine, ...]
    address: str


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
    """What came of it. mark, sign: the class and symbol of the verdict. sentences: the rest."""

    mark: str
    sign: str
    verdict: str
    sentences: tuple[str, ...]
    broken: BrokenView | None
    tried: tuple[TriedRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakPage:
    """One sentence. lesson: where it stands. own: this page's address. action: what to post to
    where nothing has been tried, else empty. waiting: set while settings are tried. There is no
    answer then.
    """

    title: str
    says: Markup
    lesson: LessonLink
    compilers: tuple[CompilerChoice, ...]
    own: str
    action: str
    waiting: str
    answer: BreakAnswer | None
    command: str
