"""A track as a picture: its stages as boxes from left to right, and under each the lessons on it.

The same stages stand in a list below, for small screens and for those who do not see the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.addresses.lessons import lesson_link
from app.addresses.views.lesson_link import LessonLink
from compiler_core.lessons.lesson import Lesson
from compiler_core.lessons.track_map import MapTrack, Stage

BOX_WIDTH = 154
BOX_HEIGHT = 62
STEP = BOX_WIDTH + 18
MARGIN = 3
FIRST_LINE = 86
LINE_HEIGHT = 24


@dataclass(frozen=True, slots=True)
class LessonLine:
    """A lesson below its stage. text: its short title; y: the base line, in pixels."""

    identity: str
    text: str
    link: LessonLink
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StageBox:
    """One stage."""

    anchor: str
    """Id of the stage on the map: the track's id and its own, with a hyphen between."""
    number: str
    """From 1, as text."""
    title: str
    """Of the stage."""
    short: str
    """A few words below the title in its box, such as `syntax tree, types`."""
    address: str
    """Empty where no page shows it yet."""
    hint: str
    """Said by the link's title."""
    x: int
    """The box's left edge, in pixels."""
    last: bool
    """The track's last stage, behind which no arrow is drawn."""
    lessons: tuple[LessonLine, ...]
    """Lines below the box: the lessons on this stage; empty where none are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackPicture:
    """One track."""

    anchor: str
    """Id of the track on its page, `track-` with its name."""
    title: str
    """Of the track."""
    accent: str
    """Name of its colour, `loop` or `model`."""
    about: str
    """What the track is about, in a sentence."""
    stages: tuple[StageBox, ...]
    """From left to right."""
    box: str
    """The drawing's view box."""
    box_width: int
    """Of each stage's box, in pixels."""
    box_height: int
    """Of each stage's box, in pixels."""


def stage_anchor(track: MapTrack, stage: Stage) -> str:
    """The id of a stage on the map."""
    return f"{track.id}-{stage.id}"


def track_picture(
    track: MapTrack, lessons: Mapping[str, Lesson], address: Callable[[Stage], str]
) -> TrackPicture:
    """The picture. lessons: those to draw, by id. address: where the box of a stage leads."""
    shown = [
        tuple(lessons[name] for name in stage.lessons if name in lessons) for stage in track.stages
    ]
    lines = max(len(own) for own in shown)
    last = len(track.stages) - 1
    boxes = tuple(
        _box(track, stage, index, address(stage), own, index == last)
        for index, (stage, own) in enumerate(zip(track.stages, shown, strict=True))
    )
    width = last * STEP + BOX_WIDTH + 2 * MARGIN
    height = (FIRST_LINE + (lines - 1) * LINE_HEIGHT + 8 if lines else BOX_HEIGHT) + 2 * MARGIN
    return TrackPicture(
        anchor=f"track-{track.id}",
        title=track.title,
        accent=track.accent,
        about=track.about,
        stages=boxes,
        box=f"{-MARGIN} {-MARGIN} {width} {height}",
        box_width=BOX_WIDTH,
        box_height=BOX_HEIGHT,
    )


def _box(
    track: MapTrack, stage: Stage, index: int, address: str, lessons: tuple[Lesson, ...], last: bool
) -> StageBox:
    return StageBox(
        anchor=stage_anchor(track, stage),
        number=str(index + 1),
        title=stage.title,
        short=stage.short,
        address=address,
        hint=f"{stage.title}: {stage.does}",
        x=index * STEP,
        last=last,
        lessons=tuple(_line(lesson, row) for row, lesson in enumerate(lessons)),
    )


def _line(lesson: Lesson, row: int) -> LessonLine:
    height = FIRST_LINE + row * LINE_HEIGHT
    return LessonLine(lesson.id, lesson.short, lesson_link(lesson), height)
