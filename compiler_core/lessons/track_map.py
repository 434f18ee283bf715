"""The map: `content/lessons/map.yaml`, each track with its stages and the pages that show them.

A stage without pages is one that this site does not show yet: it is drawn, and is not a link.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from compiler_core.claims.reading import LESSONS_FOLDER
from compiler_core.content_files import ContentError, checked_mapping, checked_text, read_list

MAP_FILE = LESSONS_FOLDER / "map.yaml"
LONGEST_TITLE = 16
LONGEST_SHORT = 22
Accent = Literal["loop", "model"]
_TRACK_KEYS = {"id", "title", "accent", "about", "facts", "stages"}
_STAGE_KEYS = {"id", "title", "short", "does", "leaves", "pages", "lessons"}
_STAGE_NEEDS = _STAGE_KEYS - {"pages", "lessons"}


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
    pages: tuple[StagePage, ...]
    """Pages of this site that show the stage; its box in the picture leads to the first. Empty
    where none shows it yet."""
    lessons: tuple[str, ...]
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


@cache
def load_map() -> tuple[MapTrack, ...]:
    """All tracks, in order. Raises ContentError."""
    return read_map(MAP_FILE)


def read_map(file: Path) -> tuple[MapTrack, ...]:
    """The tracks of one file. Raises ContentError, also if two tracks answer other questions."""
    tracks = tuple(_track(file, entry) for entry in read_list(file))
    for track in tracks[1:]:
        if [name for name, _ in track.facts] != [name for name, _ in tracks[0].facts]:
            raise ContentError(f"{file}: {track.id} and {tracks[0].id} have other facts.")
    return tracks


def _track(file: Path, entry: object) -> MapTrack:
    location = f"{file}, {_named(entry)}"
    fields = checked_mapping(location, entry, _TRACK_KEYS, _TRACK_KEYS)
    if fields["accent"] not in get_args(Accent):
        raise ContentError(f"{location}: accent must be one of {list(get_args(Accent))}.")
    facts = fields["facts"]
    if not isinstance(facts, dict) or not isinstance(fields["stages"], list):
        raise ContentError(f"{location}: facts must be keys and values, stages a list.")
    return MapTrack(
        id=checked_text(location, fields["id"]),
        title=checked_text(location, fields["title"]),
        accent=fields["accent"],
        about=checked_text(location, fields["about"]),
        facts=tuple((str(name), checked_text(location, value)) for name, value in facts.items()),
        stages=tuple(_stage(location, row) for row in fields["stages"]),
    )


def _stage(location: str, entry: object) -> Stage:
    inside = f"{location}, {_named(entry)}"
    fields = checked_mapping(inside, entry, _STAGE_KEYS, _STAGE_NEEDS)
    texts = {name: checked_text(f"{inside}: {name}", fields[name]) for name in _STAGE_NEEDS}
    for name, most in (("title", LONGEST_TITLE), ("short", LONGEST_SHORT)):
        if len(texts[name]) > most:
            raise ContentError(f"{inside}: {name} has more than {most} characters.")
    return Stage(
        **texts,
        pages=tuple(_pages(inside, fields)),
        lessons=tuple(fields.get("lessons", ())),
    )


def _pages(location: str, fields: Mapping[str, Any]) -> Iterator[StagePage]:
    for row in fields.get("pages", ()):
        page = checked_mapping(location, row, {"title", "address"}, {"title", "address"})
        address = checked_text(f"{location}: address", page["address"])
        if not address.startswith("/") or address.startswith("//"):
            raise ContentError(f"{location}: the address {address!r} leaves the site.")
        yield StagePage(checked_text(f"{location}: title", page["title"]), address)


def _named(entry: object) -> str:
    return str(entry.get("id", "without an id")) if isinstance(entry, dict) else str(entry)
