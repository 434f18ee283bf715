"""What tools for assistants take that no address of the API takes."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from app.serving.bodies import StrictBody


class LessonsBody(StrictBody):
    """A lesson to read, or the list of all."""

    lesson: str = Field("", description="Its id; all lessons are listed if empty.")


class ClaimsBody(StrictBody):
    """A lesson whose claims to try on the compilers installed here."""

    lesson: str = Field(description="Its id, as `lessons` lists it; or `folklore`.")


class ExercisesBody(StrictBody):
    """An exercise to read, or the list of all."""

    exercise: str = Field("", description="Its id; all exercises are listed if empty.")
    hints: int = Field(0, ge=0, le=9, description="How many of its hints to open.")


class AnswerBody(StrictBody):
    """An answer to judge. Nothing of it is kept."""

    exercise: str = Field(description="Its id, as `exercises` lists it.")
    answer: dict[str, Any] = Field(
        description="What the exercise lets one change, by name: `source`, `flags`…"
    )
