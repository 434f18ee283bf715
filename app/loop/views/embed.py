"""A shared loop by itself: the embed view and the offline file."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.loop.views.figure import FigureView


@dataclass(frozen=True, slots=True)
class EmbedPage:
    """title: of the document. figure: the listing; None if this state gives none, problem then says
    why. link: the explorer with this state.
    """

    title: str
    figure: FigureView | None
    problem: str
    link: str


@dataclass(frozen=True, slots=True)
class OfflinePage:
    """One file that needs nothing else. styles: the style sheets' text, ours alone, no user's.

    made: when, as a date. link: where the loop is on the server that made it.
    """

    title: str
    figure: FigureView
    styles: Markup
    made: str
    link: str
