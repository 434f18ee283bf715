"""The frame of every page about a chip: views across the top, fields, one view's own part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.addresses.views.lesson_link import LessonLink
from app.drawing.views.scene import SceneView
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
class SocPage:
    """The page of any view of a chip."""

    title: str
    chip_title: str
    tabs: tuple[ViewTab, ...]
    view_title: str
    lead: str
    """What one sees, in one sentence."""
    idea: str
    """HTML, its words linked."""
    fields: tuple[Field, ...]
    """Above the view, `kept` beside them hidden, `settings` in a part that opens, with their names.
    """
    settings: tuple[Field, ...]
    settings_named: str
    kept: tuple[Field, ...]
    action: str
    """Where the form goes."""
    headline: str
    """Computed from this chip and model."""
    changed: str
    """What of the chip is changed, "" for nothing, and the address without changes."""
    unchanged_address: str
    gave_way: GaveWay | None
    """None where the model asked for is shown."""
    waiting: str
    """The address to ask again while a model is being read or the server is busy, "" otherwise."""
    problem: SocProblem | None
    detail: object
    """The view's own record and template."""
    detail_part: str
    """The view's own record and template."""
    command: str
    """The same at home, and as JSON."""
    api: str
    """The same at home, and as JSON."""
    words: tuple[WordLine, ...]
    """Of the view, explained."""
    lesson: FurtherStep | None
    """That leads to the view, None for none."""
    atlas: tuple[LessonLink, ...]
    """Its pages that do."""
    further: FurtherStep
    """The next view."""
    scene: SceneView | None = None
    """The view's picture that moves."""
    says: Mapping[str, str] = field(default_factory=dict)
    """The answer in the summary of each closed part, by the name of its heading."""
    opened: OpenFolds = field(default_factory=OpenFolds)
    """Those that are open."""
    unfold: str = ""
    """Address of the page with all of them open, or closed again."""
