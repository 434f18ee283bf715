"""A sheet as plain data: what students read, what is discussed after, and what instructors keep."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetTiming:
    """Minutes of each part, in the order in which they come."""

    predict: int
    look: int
    exercise: int
    discuss: int

    @property
    def minutes(self) -> int:
        """All of them."""
        return self.predict + self.look + self.exercise + self.discuss


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseSheet:
    """One sheet. The texts are HTML: the author's tags escaped, links within the site."""

    id: str
    """The folder's name without its number: `aliasing`."""
    number: int
    """Place in the course, from the folder's name."""
    title: str
    """Of the sheet, as its heading."""
    aim: str
    """One sentence: what a student can do afterwards."""
    timing: SheetTiming
    """Minutes of its parts."""
    exercises: tuple[str, ...]
    """Ids of `content/exercises`, in order."""
    lessons: tuple[str, ...]
    """Ids of `content/lessons` to read before or after."""
    student: str
    """HTML of the student's page."""
    discussion: str
    """HTML of questions to talk about."""
    answers: str
    """Model answers: for instructors, on a page of their own when printed."""
