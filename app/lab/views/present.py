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
    """Where the forms are sent."""
    link: str
    """Opens the same page for everybody who has it."""
    form_token: str
    """Stands in each form, so that only pages of ours can send it."""
    questions: tuple[tuple[str, str], ...]
    """Addresses of what can be asked."""
    may_change: bool
    """Whether the visitor may start the timer and hide the attempt."""
    pages: tuple[TabLink, ...]
    """Pages of the class that the visitor may open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresentPage:
    """The projector's page, which says of nobody who they are."""

    title: str
    """Of the document."""
    class_title: str
    """Of the class."""
    code: str
    """What one types to join the class."""
    join: str
    """The address to type."""
    picture: str
    """QR code of that with the code, as the address of an image."""
    seconds_left: int | None
    """Until the timer ends, 0 when it has; None without a timer."""
    left: str
    """The timer such as `4:05`, or that time is up; empty without a timer."""
    question: Markup
    """The one that was led last; empty for none."""
    status: str
    """Where that question stands, in a sentence; empty for none."""
    histograms: tuple[Histogram, ...]
    """What the class said, as far as the instructor shows it."""
    right: Markup
    """The right answer; empty before the reveal."""
    attempt_title: str
    """The exercise of the attempt that is shown; empty for none."""
    answer: ShownAnswer | None
    """The attempt that is shown, without a name; None for none."""
    controls: PresentControls | None
    """None for who only looks."""


def left_words(seconds: int) -> str:
    """`4:05`; what the timer says at its end."""
    return f"{seconds // 60}:{seconds % 60:02d}" if seconds else "Time is up"
