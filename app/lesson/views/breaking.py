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
    no answer then. events: address of what happens meanwhile. compilers: none for a sentence about
    models, chips or atlas pages. tries: what the button has tried. again: what to post to so that a
    search whose time was over goes on, else empty.
    """

    title: str
    says: Markup
    lesson: LessonLink
    compilers: tuple[CompilerChoice, ...]
    own: str
    action: str
    tries: str
    told: SearchTold | None
    events: str
    answer: BreakAnswer | None
    again: str
    command: str
