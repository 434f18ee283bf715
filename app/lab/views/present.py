"""What stands on the projector: nothing that says who anybody is."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.lab.views.board_attempt import ShownAnswer
from app.lab.views.predict import Histogram
from app.site.views.links import TabLink


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentControls:
    """address: takes the forms. link: opens the same page for everybody who has it. questions:
    addresses of what can be asked. pages: of this class, which the projector's link does not show.
    """

    address: str
    link: str
    form_token: str
    questions: tuple[tuple[str, str], ...]
    may_change: bool
    pages: tuple[TabLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentPage:
    """code: of the class. join: the address to type. picture: QR code of that with the code, as
    the address of an image. seconds_left: of the timer; None for none. left: the same in words.
    question, histograms: as far as the instructor shows them. controls: None for who only looks.
    """

    title: str
    class_title: str
    code: str
    join: str
    picture: str
    seconds_left: int | None
    left: str
    question: Markup
    status: str
    histograms: tuple[Histogram, ...]
    right: Markup
    attempt_title: str
    answer: ShownAnswer | None
    controls: PresentControls | None


def left_words(seconds: int) -> str:
    """`4:05`; what the timer says at its end."""
    return f"{seconds // 60}:{seconds % 60:02d}" if seconds else "Time is up"
