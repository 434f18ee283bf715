"""The gallery: example loops by group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from app.loop.highlighting import highlight_source
from app.words import count
from compiler_core.examples import Example

PREVIEW_LINES = 7


@dataclass(frozen=True, slots=True)
class ExampleView:
    """One loop, and the lines of its function."""

    loop: Example
    preview: tuple[Markup, ...]
    rest: str


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group of loops: element id, title."""

    anchor: str
    title: str
    examples: tuple[ExampleView, ...]


@dataclass(frozen=True, slots=True)
class GalleryPage:
    """title: of the page. lead: how many there are. groups: in order."""

    title: str
    lead: str
    groups: tuple[GroupView, ...]


def gallery_page(examples: Sequence[Example]) -> GalleryPage:
    """All examples, grouped as they come."""
    groups = tuple(
        GroupView(title.lower().replace(" ", "-"), title, tuple(_example(item) for item in members))
        for title, members in groupby(examples, key=lambda example: example.group)
    )
    scalar = sum(1 for loop in examples if loop.stays_scalar)
    lead = (
        f"{count(len(examples), 'small loop')}, each with one thing to see. {scalar} of them stay "
        "scalar under the settings shown, and say so. Choose one to open."
    )
    return GalleryPage("Examples", lead, groups)


def _example(example: Example) -> ExampleView:
    lines = highlight_source(example.source.text, example.source.language)
    length = max(len(example.source.text.rstrip("\n").split("\n")), 1)
    start = _first_code_line(example.source.text)
    shown = lines[start : min(start + PREVIEW_LINES, length)]
    rest = length - start - len(shown)
    return ExampleView(example, shown, count(rest, "more line") if rest > 0 else "")


def _first_code_line(source: str) -> int:
    """Index of the first line that is neither empty nor a one-line comment."""
    for number, line in enumerate(source.split("\n")):
        if line.strip() and not line.lstrip().startswith(("/*", "*", "//")):
            return number
    return 0
