"""The map: `content/lessons/map.yaml`, each track with its stages and the pages that show them.

A stage without pages is one that this site does not show yet: it is drawn, and is not a link.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Literal

from compiler_core.claims.reading import LESSONS_FOLDER
from compiler_core.content_files import ContentError, read_file

MAP_FILE = LESSONS_FOLDER / "map.yaml"
LONGEST_TITLE = 16
LONGEST_SHORT = 22
Accent = Literal["loop", "model"]


@dataclass(frozen=True, slots=True)
class StagePage:
    """A page of this site that shows a stage."""

    title: str
    """Text of the link to the page, such as `Every pass over a loop`."""
    address: str
    """Path of the page on this site with its query, such as `/loop?example=saxpy&pane=passes`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage."""

    id: str
    """Name of the stage within its track, such as `front-end`; its anchor on `/learn/map` has
    the track's id before it."""
    title: str
    """Heading of the stage's box in the picture, at most 16 characters, such as `Front end`."""
    short: str
    """A few words for the picture."""
    does: str
    """A sentence or two."""
    leaves: str
    """What the stage hands to the next, in words."""
    pages: tuple[StagePage, ...] = ()
    """Pages of this site that show the stage; its box in the picture leads to the first. Empty
    where none shows it yet."""
    lessons: tuple[str, ...] = ()
    """Ids of those that teach it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapTrack:
    """One way through the machine."""

    id: str
    """Name of the way, `loop`, `cnn` or `llm`; with a hyphen and a stage's id it is an anchor on
    `/learn/map`, such as `loop-passes`."""
    title: str
    """Name of the way on the map and above its picture, such as `Your C loop`."""
    accent: Accent
    """Which of the site's two hues the picture has: `loop` or `model`."""
    about: str
    """What happens on this way, in a sentence of plain text."""
    facts: tuple[tuple[str, str], ...]
    """(question, answer); the questions are the same, in the same order, for every track."""
    stages: tuple[Stage, ...]
    """The stages in the order in which a program goes through them, from the input to the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _TrackEntry:
    id: str
    title: str
    accent: Accent
    about: str
    facts: dict[str, str]
    stages: tuple[Stage, ...]


@cache
def load_map() -> tuple[MapTrack, ...]:
    """All tracks, in order. Raises ContentError."""
    return read_map(MAP_FILE)


def read_map(file: Path) -> tuple[MapTrack, ...]:
    """The tracks of one file. Raises ContentError, also if two tracks answer other questions."""
    tracks = tuple(_track(file, entry) for entry in read_file(file, tuple[_TrackEntry, ...]))
    for track in tracks[1:]:
        if [name for name, _ in track.facts] != [name for name, _ in tracks[0].facts]:
            raise ContentError(f"{file}: {track.id} and {tracks[0].id} have other facts.")
    return tracks


def _track(file: Path, entry: _TrackEntry) -> MapTrack:
    for stage in entry.stages:
        _check_stage(f"{file}, {entry.id}, {stage.id}", stage)
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return MapTrack(**{**values, "facts": tuple(entry.facts.items())})


def _check_stage(location: str, stage: Stage) -> None:
    for name, most in (("title", LONGEST_TITLE), ("short", LONGEST_SHORT)):
        if len(getattr(stage, name)) > most:
            raise ContentError(f"{location}: {name} has more than {most} characters.")
    for page in stage.pages:
        if not page.address.startswith("/") or page.address.startswith("//"):
            raise ContentError(f"{location}: the address {page.address!r} leaves the site.")
