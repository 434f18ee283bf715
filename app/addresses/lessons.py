"""Lessons, from pages of other subjects: by themselves, and those that teach what a stage does."""

from __future__ import annotations

from app.addresses.atlas import atlas_address
from app.addresses.views.lesson_link import LessonLink
from compiler_core.atlas.pages import PAGES
from compiler_core.lessons.lesson import Lesson
from compiler_core.lessons.reading import load_lessons
from compiler_core.lessons.track_map import load_map

MAP_ADDRESS = "/learn/map"
SHOWN_ON_MAP = {"graph": "residual", "language": "workshop"}
"""The model of each track whose pages the map names."""


def lesson_link(lesson: Lesson) -> LessonLink:
    """A link to a lesson."""
    return LessonLink(f"/learn/{lesson.id}", lesson.title, lesson.idea)


def stage_lessons(track: str, stage: str) -> tuple[LessonLink, ...]:
    """In reading order of the map; none for a stage that no lesson is about."""
    address = f"/model/{SHOWN_ON_MAP[track]}/{stage}"
    by_id = {lesson.id: lesson for lesson in load_lessons()}
    return tuple(
        lesson_link(by_id[name])
        for way in load_map()
        for one in way.stages
        if address in {page.address for page in one.pages}
        for name in one.lessons
    )


def stage_atlas(track: str, stage: str) -> tuple[LessonLink, ...]:
    """Pages of the atlas on which other compilers do what this stage does."""
    return tuple(
        LessonLink(atlas_address(page.name, {}), page.title, page.idea)
        for page in PAGES
        if (track, stage) in page.explains
    )
