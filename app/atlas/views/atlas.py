"""What a page of the atlas prints."""

from __future__ import annotations

from dataclasses import dataclass

from app.addresses.views.lesson_link import LessonLink
from app.drawing.views.chart import Chart
from app.lesson.views.lesson import SectionView
from app.soc.views.fields import Field
from compiler_core.atlas.records import CutRow, DissectedPart
from compiler_core.lessons.atlas_questions import AtlasQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRow:
    """A fact as it usually is and under the reader's settings."""

    name: str
    usual: str
    own: str
    basis: str
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A part of a step's bar: where it begins and how wide it is, of a thousand; what it means."""

    x: int
    width: int
    classes: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneRow:
    """Who works, and its bars."""

    name: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePictureView:
    """Lanes under one clock. scale: what the whole width is; more: of the lanes left out."""

    title: str
    scale: str
    rows: tuple[LaneRow, ...]
    more: str
    legend: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotView:
    """Numbers over numbers. look: what to look at; narrow: the same for a page of 360 pixels."""

    title: str
    look: str
    chart: Chart
    narrow: Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedLine:
    """A line of the source, "" for what has none, and the lines made of it."""

    number: str
    source: str
    made: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceLink:
    """A piece of a program's text; address: of what is said of its part, "" for signs between."""

    text: str
    part: str
    address: str
    classes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRow:
    """A part of an operation, and what it is."""

    part: DissectedPart
    classes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DissectionView:
    """A piece of program, cut into parts."""

    title: str
    pieces: tuple[PieceLink, ...]
    parts: tuple[PartRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTexts:
    """A form for programs of a reader's own."""

    address: str
    fields: tuple[Field, ...]
    sends: str
    """How the form is encoded: otherwise than usual where it has a file."""
    title: str
    says: str
    """What the fields hold, and what becomes of it."""
    button: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideText:
    """A text that stands beside another."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """A line of a program before a step ("-"), behind it ("+"), or on both sides (" ")."""

    sign: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """One step, in numbers and in what it left."""

    title: str
    opened: bool
    bare: bool
    """Numbers are all there is of it: nothing to unfold."""
    bars: tuple[Bar, ...]
    numbers: str
    finds: tuple[str, ...]
    """Of a search: what it looked for."""
    lines: tuple[str, ...]
    """Of a search: the first of what it goes on with."""
    listing: str
    """A program as it is behind the step; empty for a search, or where it is joined."""
    joined: tuple[JoinedLine, ...]
    """Lines of the source with what became of each; empty where steps have no source."""
    compared: tuple[ComparedLine, ...]
    """Of a rewrite: what came, what went, and lines around; empty for other steps."""
    sides: tuple[SideText, ...]
    """Texts before and behind it, to be seen side by side; empty for other steps."""
    said_title: str
    said: tuple[tuple[str, str], ...]
    """Things it changed or refused, each with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCell:
    """Operators beside each other, computed in the same kernels. kernels: "kernel 2", "" for none;
    says: what leaves those that end here."""

    kernels: str
    span: int
    says: str
    classes: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CutRowView:
    """How one system cuts the operators."""

    row: CutRow
    cells: tuple[CutCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelMapView:
    """One graph, cut by several systems."""

    title: str
    operators: tuple[str, ...]
    rows: tuple[CutRowView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasPageView:
    """One page of the atlas."""

    title: str
    identity: str
    idea: str
    opening: tuple[SectionView, ...]
    """Sections up to the question that is asked first."""
    closing: tuple[SectionView, ...]
    labels: tuple[tuple[str, str], ...]
    """Each with its words: one, and another where a part is recorded."""
    tool: str
    fields: tuple[Field, ...]
    method: str
    """Of the form: `post` where fields hold a reader's own program."""
    sends: str
    """As of OwnTexts."""
    own: OwnTexts | None
    explains: tuple[tuple[str, str], ...]
    """Of each control its title and what it changes."""
    admits: tuple[tuple[str, str], ...]
    """Words that a text may use, with what each means; empty where none is given."""
    recorded: str
    """That the answer is a recorded moment, and what to install; empty for one of now."""
    sentence: str
    difference: str
    """What the reader's settings changed, in a sentence; empty for the usual ones."""
    problem: str
    advice: str
    facts: tuple[FactRow, ...]
    """Those that the reader's settings changed, where they changed none all; the first of many."""
    facts_folded: tuple[FactRow, ...]
    """The others."""
    fold_says: str
    """On what unfolds them."""
    pictures: tuple[TimePictureView, ...]
    plots: tuple[PlotView, ...]
    dissections: tuple[DissectionView, ...]
    maps: tuple[KernelMapView, ...]
    parts_recorded: tuple[str, ...]
    """Of tools that are missing here or gave no answer: why, and that what stands was recorded."""
    legend: tuple[Bar, ...]
    """What the parts of the steps' bars mean; empty where steps have none."""
    is_changed: bool
    steps: tuple[StepRow, ...]
    command: str
    usual_address: str
    record_address: str
    """Of the same as JSON; empty where no address holds what was sent."""
    claims_address: str
    question_address: str
    """Of the page's question; empty where it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressView:
    """How far an answer is. gone, planned: of its steps; planned 0 where that is not known."""

    says: str
    gone: int
    planned: int
    plots: tuple[PlotView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasWaitingView:
    """One page while its answer is being made."""

    title: str
    identity: str
    idea: str
    opening: tuple[SectionView, ...]
    closing: tuple[SectionView, ...]
    says: str
    """Who is at work."""
    turn: str
    """Which turn it is; empty when it has come."""
    address: str
    """Of the page with its settings, which is asked for again."""
    events: str
    """Where it is told how far the answer is; empty for a page that does not say."""
    progress: ProgressView
    """As far as it is now."""
    claims_address: str
    question_address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasDoorView:
    """The list of pages."""

    title: str
    pages: tuple[LessonLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionRow:
    """A question. right: how many of its answers are."""

    asked: AtlasQuestion
    right: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasQuestionsView:
    """All questions: about subjects, and one for each page."""

    title: str
    subjects: tuple[QuestionRow, ...]
    pages: tuple[QuestionRow, ...]
