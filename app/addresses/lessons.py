"""Lessons, from pages of other subjects: by themselves, and those that teach what a stage does."""

from __future__ import annotations

from functools import cache

from app.addresses.atlas import atlas_address
from app.addresses.views.lesson_link import LessonLink
from compiler_core.atlas.pages import PAGES
from compiler_core.atlas.records import AtlasPage
from compiler_core.lessons.atlas_articles import places_linked
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
        for step in way.stages
        if address in {page.address for page in step.pages}
        for name in step.lessons
    )


def stage_atlas(track: str, stage: str) -> tuple[LessonLink, ...]:
    """Pages of the atlas on which other compilers do what this stage does."""
    return atlas_back(f"/model/{SHOWN_ON_MAP[track]}/{stage}")


@cache
def atlas_back(address: str) -> tuple[LessonLink, ...]:
    """Pages of the atlas that lead to this address: by their text, or because they explain the
    stage. address: of a lesson, of a stage of SHOWN_ON_MAP, of a view of a chip, or of the textbook
    compiler. No link back is written down anywhere else."""
    return tuple(
        LessonLink(atlas_address(page.name, {}), page.title, page.idea)
        for page in PAGES
        if address in atlas_places(page)
    )


def atlas_places(page: AtlasPage) -> frozenset[str]:
    """Places of ours to which a page of the atlas leads."""
    explained = {f"/model/{SHOWN_ON_MAP[track]}/{stage}" for track, stage in page.explains}
    return places_linked(page.name) | explained
