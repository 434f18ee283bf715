"""What stands on the projector: nothing that says who anybody is."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.lab.views.board_attempt import ShownAnswer
from app.lab.views.predict import Histogram
from app.site.views.links import TabLink


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentControls:
    """What the projector's page has besides for those who teach."""

    address: str
    """Takes the forms."""
    link: str
    """Opens the same page for everybody who has it."""
    form_token: str
    questions: tuple[tuple[str, str], ...]
    """Addresses of what can be asked."""
    may_change: bool
    pages: tuple[TabLink, ...]
    """Of this class, which the projector's link does not show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentPage:
    """The projector's page, which says of nobody who they are."""

    title: str
    class_title: str
    code: str
    """Of the class."""
    join: str
    """The address to type."""
    picture: str
    """QR code of that with the code, as the address of an image."""
    seconds_left: int | None
    """Of the timer; None for none."""
    left: str
    """The same in words."""
    question: Markup
    """As far as the instructor shows them."""
    status: str
    histograms: tuple[Histogram, ...]
    """As far as the instructor shows them."""
    right: Markup
    attempt_title: str
    answer: ShownAnswer | None
    controls: PresentControls | None
    """None for who only looks."""


def left_words(seconds: int) -> str:
    """`4:05`; what the timer says at its end."""
    return f"{seconds // 60}:{seconds % 60:02d}" if seconds else "Time is up"
