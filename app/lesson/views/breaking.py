"""The page on which a sentence of a lesson is tried to be broken."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.addresses.views.lesson_link import LessonLink
from app.loop.views.breaking import BreakAnswer, SearchTold
from app.site.views.setting_fields import SettingChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakPage:
    """One sentence."""

    title: str
    """Of the document."""
    says: Markup
    """The sentence."""
    lesson: LessonLink
    """The lesson or atlas page in which the sentence stands."""
    compilers: tuple[SettingChoice, ...]
    """None for a sentence about models, chips or atlas pages."""
    own: str
    """The address of this page."""
    action: str
    """What to post to where nothing has been tried, else empty."""
    tries: str
    """What the button has tried."""
    told: SearchTold | None
    """How far it is while settings are tried; there is no answer then."""
    events: str
    """Address of what happens meanwhile."""
    answer: BreakAnswer | None
    """What came of it; None where nothing was tried, and while it is."""
    again: str
    """What to post to so that a search whose time was over goes on, else empty."""
    command: str
    """What tries the same at home."""
