"""The frame of every page about a chip: views across the top, fields, one view's own part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.addresses.views.lesson_link import LessonLink
from app.drawing.scenes.views.scene import SceneView
from app.site.views.folds import OpenFolds
from app.soc.views.fields import Field


@dataclass(frozen=True, slots=True)
class ViewTab:
    """A view in the row across the top. answers: what it tells. current: the one that is open."""

    title: str
    answers: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class WordLine:
    """A word of the view, what it means (HTML), and its place in the glossary."""

    term: str
    address: str
    meaning: str


@dataclass(frozen=True, slots=True)
class FurtherStep:
    """Where to go on from here: the question that is answered there."""

    question: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class SocProblem:
    """Why there is nothing to show, what to try, and a page that is sure to show something."""

    message: str
    advice: str
    way_out: FurtherStep


@dataclass(frozen=True, slots=True)
class GaveWay:
    """A model that the view cannot show: what is said of it, and the view that shows it."""

    text: str
    link: FurtherStep


@dataclass(frozen=True, slots=True, kw_only=True)
class SocReading:
    """What is read beside a view, and where its reader goes on."""

    words: tuple[WordLine, ...]
    """Terms that the view uses, explained."""
    lesson: FurtherStep | None
    """That leads to the view, None for none."""
    atlas: tuple[LessonLink, ...]
    """Pages of the atlas that lead to this view."""
    further: FurtherStep
    """The view to go on with, and its question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SocPage:
    """The page of any view of a chip."""

    title: str
    """Of the document: view and chip."""
    chip_title: str
    """Of the chip as readers see it."""
    tabs: tuple[ViewTab, ...]
    """All views, in order."""
    view_title: str
    """Of the view that is open."""
    lead: str
    """What one sees, in one sentence."""
    idea: str
    """HTML, its words linked."""
    fields: tuple[Field, ...]
    """Above the view, `kept` beside them hidden, `settings` in a part that opens, with their names.
    """
    settings: tuple[Field, ...]
    """Further fields, in a part that opens."""
    settings_named: str
    """Labels of `settings`, joined by ` · `."""
    kept: tuple[Field, ...]
    """Hidden fields, so that the form forgets nothing."""
    action: str
    """Where the form goes."""
    headline: str
    """Computed from this chip and model."""
    changed: str
    """What of the chip is changed, "" for nothing, and the address without changes."""
    unchanged_address: str
    """Page of the chip without the reader's changes."""
    gave_way: GaveWay | None
    """None where the model asked for is shown."""
    waiting: str
    """The address to ask again while a model is being read or the server is busy, "" otherwise."""
    problem: SocProblem | None
    """Why there is nothing to show; None where there is something."""
    detail: object
    """The record of the view's own part; None where there is nothing to show."""
    detail_part: str
    """Path of the partial that prints `detail`, empty without one."""
    command: str
    """What prints the same at home, empty for none."""
    api: str
    """Address of the same as JSON."""
    reading: SocReading
    """Below the view: its words, and where to go on."""
    scene: SceneView | None = None
    """The view's picture that moves."""
    says: Mapping[str, str] = field(default_factory=dict)
    """The answer in the summary of each closed part, by the name of its heading."""
    opened: OpenFolds = field(default_factory=OpenFolds)
    """Those that are open."""
    unfold: str = ""
    """Address of the page with all of them open, or closed again."""
