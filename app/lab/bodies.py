"""What members and instructors send: each is one model, whether it comes by a form or as JSON."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from app.serving.addresses import Lines, Reading, cut, whole
from app.serving.bodies import StrictBody
from classroom.moments import read_moment
from classroom.predictions import MOST_REASON
from compiler_core.errors import InputError
from compiler_core.typed_numbers import whole_number

UNKNOWN_BUTTON = ("This button is not known.", "Open the page again.")
MOST_KEY = 64
_DIGITS = 8
_NO_CHOICE = ("Choose one of the answers first.", "")


def without_nul(text: str) -> str:
    """The text, unless it has what no database keeps."""
    if "\0" in text:
        raise PydanticCustomError("nul", "There is a NUL character")
    return text


def button(*acts: str) -> Reading:
    """One of the buttons of a page."""
    return Reading(lambda text: text if text in acts else None, UNKNOWN_BUTTON)


def number_up_to(most: int, what: str) -> Reading:
    """A whole number, spaces around it; an empty field is none."""
    return Reading(lambda text: whole_of(text, what, most) if text.strip() else None)


def whole_of(text: str, what: str, most: int) -> int:
    """Raises InputError."""
    stripped = text.strip()
    number = whole_number(stripped, 11)
    if number is None or number > most:
        raise InputError(f"{stripped[:20]!r} is no whole number of {what}.", f"At most {most:,}.")
    return number


Text = Annotated[str, AfterValidator(without_nul)]
Ticked = Annotated[bool, Reading(lambda _: True)]
"""A box; one that is not ticked is not sent."""
Moment = Annotated[float | None, Reading(read_moment)]


class JoinBody(StrictBody):
    """Who joins which class."""

    code: Text = Field(description="The code of the class, as `K7-QX`.")
    nickname: Text = Field(description="1 to 40 characters; no name is needed.")


class NewClassForm(StrictBody):
    """nickname: of the instructor. sheet: that the class begins with, empty for none."""

    title: Text
    nickname: Text = ""
    sheet: Text = ""


class CopyBody(StrictBody):
    """What the copy of a class is called, and when it begins."""

    title: Text = Field(description="Of the copy.")
    begins: Text = Field(
        "",
        description="As `2027-05-03T12:00`: dates keep their distance from it. "
        "Empty: the copy has none.",
    )


class KeyedBody(StrictBody):
    """What may be sent twice and counts once."""

    client_key: Annotated[Text, cut(MOST_KEY)] = Field(
        "",
        max_length=MOST_KEY,
        description="A request sent again with this key is the same attempt.",
    )


class AttemptBody(KeyedBody):
    """An answer to an exercise."""

    state: dict[str, Any] = Field(
        description="What the exercise lets one change: `source` of a loop, settings of a network."
    )
    hand_in: bool = Field(True, description="False to try: graded alike, counts for nothing.")


class AnswerForm(KeyedBody):
    """The button below an exercise; what is answered stands in fields that the exercise names."""

    act: str = "try"


class PredictionBody(StrictBody):
    """What one thinks before looking."""

    choice: Annotated[int, whole(5, _NO_CHOICE)] = Field(
        ge=0, description="0 for the first choice listed, and so on."
    )
    reason: Annotated[Text, Reading(lambda text: " ".join(text.split())[:MOST_REASON])] = Field(
        "", max_length=MOST_REASON, description="Why one thinks so, in own words."
    )


class DraftBody(StrictBody):
    """A text to keep."""

    text: Lines = Field(description="YAML, its sources under `files`.")
    version: Annotated[int, whole(_DIGITS)] = Field(
        0, ge=0, description="That it was written from; 0 for a new exercise."
    )


class ActForm(StrictBody):
    """Which button was pressed."""

    act: Text


class OfExercise(StrictBody):
    """About one exercise of the class."""

    exercise: Text


class TypedForm(StrictBody):
    """typed: what one has to type before something is deleted."""

    typed: str
