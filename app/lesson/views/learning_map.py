"""The map: all tracks as pictures, side by side in a table, and stage by stage in words."""

from __future__ import annotations

from dataclasses import dataclass

from app.addresses.views.lesson_link import LessonLink
from app.lesson.views.track_picture import TrackPicture
from compiler_core.lessons.track_map import Stage


@dataclass(frozen=True, slots=True)
class FactRow:
    """One question, and the answer of each track."""

    question: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StageEntry:
    """A stage in words."""

    anchor: str
    stage: Stage
    lessons: tuple[LessonLink, ...]


@dataclass(frozen=True, slots=True)
class TrackEntry:
    """A track: its picture, and its stages in words."""

    picture: TrackPicture
    stages: tuple[StageEntry, ...]


@dataclass(frozen=True, slots=True)
class WayRow:
    """The example loop at one stage. what: its form; amount: how much of it; address: to see it."""

    stage: str
    what: str
    amount: str
    address: str


@dataclass(frozen=True, slots=True)
class WayView:
    """One loop all the way, made now. setting: compiler and flags; source: the loop.

    pending: while it is being made; then there are no rows.
    """

    setting: str
    source: str
    rows: tuple[WayRow, ...]
    problem: str
    pending: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPage:
    """The map."""

    title: str
    """Of the document."""
    identity: str
    """For the progress kept in the browser."""
    titles: tuple[str, ...]
    """Heads of the table's columns: the tracks, in the order of `tracks`."""
    facts: tuple[FactRow, ...]
    """Rows of the table: a question each, with the answer of every track."""
    way: WayView
    """One loop from its source to what runs, made now."""
    tracks: tuple[TrackEntry, ...]
    """Each as a picture, and stage by stage in words."""
    following: LessonLink | None
    """The first lesson; None where there are no lessons."""
