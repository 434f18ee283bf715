"""The map: all ways through the machine on one page."""

from __future__ import annotations

from app.addresses.lessons import lesson_link
from app.lesson.one_way import way_if_ready
from app.lesson.views.learning_map import FactRow, MapPage, StageEntry, TrackEntry
from app.lesson.views.track_picture import stage_anchor, track_picture
from compiler_core.lessons.lesson import Lesson
from compiler_core.lessons.reading import load_lessons
from compiler_core.lessons.track_map import MapTrack, Stage, load_map

IDENTITY = "map"


def map_page() -> MapPage:
    """The page."""
    tracks = load_map()
    lessons = load_lessons()
    by_id = {lesson.id: lesson for lesson in lessons}
    facts = tuple(
        FactRow(question, tuple(dict(track.facts)[question] for track in tracks))
        for question, _ in tracks[0].facts
    )
    return MapPage(
        title="The map",
        identity=IDENTITY,
        titles=tuple(track.title for track in tracks),
        facts=facts,
        way=way_if_ready(),
        tracks=tuple(_track(track, by_id) for track in tracks),
        following=lesson_link(lessons[0]) if lessons else None,
    )


def _track(track: MapTrack, lessons: dict[str, Lesson]) -> TrackEntry:
    return TrackEntry(
        picture=track_picture(track, {}, _first_page),
        stages=tuple(_stage(track, stage, lessons) for stage in track.stages),
    )


def _first_page(stage: Stage) -> str:
    return stage.pages[0].address if stage.pages else ""


def _stage(track: MapTrack, stage: Stage, lessons: dict[str, Lesson]) -> StageEntry:
    own = tuple(lesson_link(lessons[name]) for name in stage.lessons if name in lessons)
    return StageEntry(stage_anchor(track, stage), stage, own)
