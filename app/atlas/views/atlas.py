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
    """Where the form is sent: the page, with those settings that are not the usual ones."""
    fields: tuple[Field, ...]
    """One for each text or file that can be given; a text begins as what is chosen now."""
    sends: str
    """How the form is encoded: otherwise than usual where it has a file."""
    title: str
    """The words that unfold it: `Give your own` or `Write your own`."""
    says: str
    """What the fields hold, and what becomes of it."""
    button: str
    """The words on it: `Run your file` or `Run your texts`."""


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
    """The name of the pass."""
    opened: bool
    """Whether it is unfolded from the start."""
    bare: bool
    """Numbers are all there is of it: nothing to unfold."""
    bars: tuple[Bar, ...]
    """Parts of one bar, which is as wide as the step is beside the largest; empty without parts."""
    numbers: str
    """The step's metrics in one line, such as `found: 12, kept: 4`; empty without any."""
    finds: tuple[str, ...]
    """What a search looked for and found; empty for other steps."""
    lines: tuple[str, ...]
    """The first of what a search goes on with; empty for other steps."""
    listing: str
    """A program as it is behind the step; empty for a search, or where it is joined."""
    joined: tuple[JoinedLine, ...]
    """Lines of the source with what became of each; empty where steps have no source."""
    compared: tuple[ComparedLine, ...]
    """A rewrite's lines: what came, what went, and lines around; empty for other steps."""
    sides: tuple[SideText, ...]
    """Texts before and behind it, to be seen side by side; empty for other steps."""
    said_title: str
    """Words above `said` for what a search gave up; else empty."""
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
class SettingsForm:
    """The form of a page's settings, and what is said of them."""

    fields: tuple[Field, ...]
    """Controls of the form, with what the reader chose."""
    method: str
    """The form's: `post` where fields hold a reader's own program, else `get`."""
    sends: str
    """The form's encoding: `multipart/form-data` where it has a file."""
    own: OwnTexts | None
    """A second form for the reader's own program; None where there is none, or `fields` hold it."""
    explains: tuple[tuple[str, str], ...]
    """Each control's title, and what it changes."""
    admits: tuple[tuple[str, str], ...]
    """Words that a text may use, with what each means; empty where none is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasPageView:
    """One page of the atlas."""

    title: str
    """Of the page."""
    identity: str
    """The page's name, which ends its address and that of its file in `content/atlas`."""
    idea: str
    """What the page shows, in a sentence under its title."""
    opening: tuple[SectionView, ...]
    """Sections up to the question that is asked first."""
    closing: tuple[SectionView, ...]
    """Sections behind the panel: all after the question that is asked first."""
    labels: tuple[tuple[str, str], ...]
    """Each with its words: one, and another where a part is recorded."""
    tool: str
    """The tool and its version; empty where the answer is a recorded one."""
    form: SettingsForm
    """What the reader chooses, and how it is sent."""
    recorded: str
    """That the answer is a recorded moment, and what to install; empty for one of now."""
    sentence: str
    """What came out; empty where there is a problem."""
    difference: str
    """What the reader's settings changed, in a sentence; empty for the usual ones."""
    problem: str
    """Why the reader's settings got no answer; empty where they did."""
    advice: str
    """What to try instead; empty without a problem."""
    facts: tuple[FactRow, ...]
    """Those that the reader's settings changed, where they changed none all; the first of many."""
    facts_folded: tuple[FactRow, ...]
    """Facts that stand folded below those in `facts`."""
    fold_says: str
    """On what unfolds them."""
    pictures: tuple[TimePictureView, ...]
    """Lanes under one clock; empty where the answer has none."""
    plots: tuple[PlotView, ...]
    """Charts; empty where the answer has none."""
    dissections: tuple[DissectionView, ...]
    """Pieces of program cut into named parts; empty where the answer has none."""
    maps: tuple[KernelMapView, ...]
    """One graph as several systems cut it into kernels; empty where the answer has none."""
    parts_recorded: tuple[str, ...]
    """A sentence for each part whose tool gave no answer here: why, and from when it is."""
    legend: tuple[Bar, ...]
    """What the parts of the steps' bars mean; empty where steps have none."""
    is_changed: bool
    """Whether any setting differs from the usual ones."""
    steps: tuple[StepRow, ...]
    """What the tool did, in order; empty where there is a problem."""
    command: str
    """What gives the same at home."""
    usual_address: str
    """The page under its usual settings; the form is sent there too."""
    record_address: str
    """The same answer as JSON; empty where no address holds what was sent."""
    claims_address: str
    """The page of all its claims and what was found."""
    question_address: str
    """The page's own question among those of the atlas; empty where it has none."""


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
    """Of the page."""
    identity: str
    """The page's name, which ends its address."""
    idea: str
    """What the page shows, in a sentence under its title."""
    opening: tuple[SectionView, ...]
    """Sections up to the question that is asked first."""
    closing: tuple[SectionView, ...]
    """Sections behind the place of the answer."""
    says: str
    """Who is at work."""
    turn: str
    """Which turn it is; empty when it has come."""
    address: str
    """The page with its settings, from which the answer is asked for again."""
    events: str
    """Where it is told how far the answer is; empty for a page that does not say."""
    progress: ProgressView
    """As far as it is now."""
    claims_address: str
    """The page of all its claims and what was found."""
    question_address: str
    """The page's own question among those of the atlas; empty where it has none."""


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
