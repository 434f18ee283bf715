"""The page on which a sentence of a lesson is tried to be broken."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.addresses.views.lesson_link import LessonLink
from app.lesson.views.lesson import CompilerChoice
from app.loop.views.breaking import BreakAnswer, SearchTold


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakPage:
    """One sentence. lesson: where it stands. own: this page's address. action: what to post to
    where nothing has been tried, else empty. told: how far it is while settings are tried; there is
    no answer then. events: address of what happens meanwhile.
    """

    title: str
    says: Markup
    lesson: LessonLink
    compilers: tuple[CompilerChoice, ...]
    own: str
    action: str
    told: SearchTold | None
    events: str
    answer: BreakAnswer | None
    command: str
