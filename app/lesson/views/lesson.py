"""A lesson's page: prose, live figures, predictions, claims and exercises, ready to print."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.addresses.views.lesson_link import LessonLink
from app.drawing.views.chart import Chart
from app.drawing.views.scene import SceneView
from app.loop.views.source import SourceLine


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """One line of assembly with what it does. line: its source line; classes: of the row."""

    line: str
    code: Markup
    explanation: str
    classes: str


@dataclass(frozen=True, slots=True)
class ReadingPart:
    """Lines to read one by one. kind: always `reading`."""

    kind: str
    title: str
    rows: tuple[ReadingRow, ...]


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two aligned lines. sign and word say what happened."""

    sign: str
    word: str
    classes: str
    left: Markup
    right: Markup


@dataclass(frozen=True, slots=True)
class PairPart:
    """Two settings side by side. kind: always `pair`. left, right: their names."""

    kind: str
    left: str
    right: str
    rows: tuple[PairRow, ...]


@dataclass(frozen=True, slots=True)
class TextPart:
    """Sentences computed from the result. kind: always `text`."""

    kind: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TablePart:
    """Facts in columns. kind: always `table`. numbers: class of each column (`number` or empty)."""

    kind: str
    head: tuple[str, ...]
    numbers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class SnapshotLineView:
    """One line of a program's text; word says what happens to it, empty if nothing does."""

    text: str
    word: str
    classes: str


@dataclass(frozen=True, slots=True)
class SnapshotView:
    """A program at one point. note: what was executed, counted."""

    title: str
    note: str
    lines: tuple[SnapshotLineView, ...]


@dataclass(frozen=True, slots=True)
class SnapshotsPart:
    """A program before and after each pass. kind: always `snapshots`."""

    kind: str
    columns: tuple[SnapshotView, ...]


@dataclass(frozen=True, slots=True)
class ChipRow:
    """One chip: its roofline with the loop on it, and what is said of it."""

    title: str
    address: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoofPart:
    """Loops under the roof of a chip's core, and beside other chips."""

    kind: str
    """Always `roof`."""
    chart: Chart
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    chip_head: tuple[str, ...]
    chips: tuple[ChipRow, ...]


@dataclass(frozen=True, slots=True)
class ScenePart:
    """A picture that moves. kind: always `scene`."""

    kind: str
    scene: SceneView


Part = ReadingPart | PairPart | TextPart | TablePart | SnapshotsPart | RoofPart | ScenePart


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonFigure:
    """A live figure."""

    kind: str
    """Always `figure`."""
    anchor: str
    title: str
    """What it shows."""
    setting: str
    """Compiler and flags as a sentence. sources: the loop, line by line."""
    caption: Markup
    source_name: str
    source: tuple[SourceLine, ...]
    second_name: str
    """The other source, where there is one."""
    second: tuple[SourceLine, ...]
    """The other source, where there is one."""
    parts: tuple[Part, ...]
    problem: str
    """Why there is nothing to show."""
    address: str
    """The same in the explorer."""
    command: str
    """Reproduces it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimView:
    """A claim and its verdict on the reader's compiler."""

    kind: str
    """Always `claim`."""
    anchor: str
    claim: Markup
    compiler: str
    verdict: str
    """In words."""
    mark: str
    """Its class (`holds`, `differs`, `fails`, `unstated`)."""
    sign: str
    """Its symbol."""
    says: Markup
    """The sentence that is stated for this compiler."""
    found: str
    """What was found, in words."""
    address: str = ""
    """Of the page that shows it, "" for a claim about loops."""
    break_address: str = ""
    """To post to, to try to break it, "" for a claim about models or chips."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One answer. verdict: `Right.` or `Not quite.`, said when it is chosen, and because of what it
    is wrong. mark: its class."""

    id: str
    text: Markup
    verdict: str
    mark: str
    because: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionView:
    """A question before the answer."""

    kind: str
    """Always `predict`."""
    anchor: str
    question: Markup
    source_name: str
    source: tuple[SourceLine, ...]
    """The loop it is about, if any."""
    choices: tuple[ChoiceView, ...]
    right: Markup
    """The right answer, shown with why."""
    why: Markup
    proof: ClaimView | PendingView
    """The claim that answers it, or where its verdict is asked for: the question itself waits for
    nothing."""


@dataclass(frozen=True, slots=True)
class ProseView:
    """Text. kind: always `prose`."""

    kind: str
    html: Markup


@dataclass(frozen=True, slots=True)
class LessonSceneView:
    """A picture that moves, between hairlines. kind: always `scene`. earlier: why it is that of an
    earlier run, and of which; "" for one of now."""

    kind: str
    anchor: str
    scene: SceneView
    caption: Markup
    earlier: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseView:
    """A task that opens on a page."""

    kind: str
    """Always `exercise`."""
    anchor: str
    title: Markup
    task: Markup
    hint: Markup
    address: str
    button: str = "Open in the explorer"
    """Which one, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingView:
    """A section that is still being made."""

    kind: str
    """Always `pending`."""
    anchor: str
    """That of the finished one."""
    address: str
    """Where it is asked for."""
    trigger: str
    """When the page asks for it, in htmx's words."""
    says: str
    """What is done for it now."""
    percent: int = 0
    """How much of the run that it waits for is done, 0 where nothing is known."""
    takes: str = ""
    """The selector of what it takes from the answer, "" for all."""
    is_told_above: bool = False
    """An earlier section of the lesson shows the progress of the same run, so this one has no bar.
    """
    turn: str = ""
    """Which turn it is, "" when it has come."""


@dataclass(frozen=True, slots=True)
class SectionPage:
    """One section on its own. title: of the lesson."""

    title: str
    section: SectionView
    lesson: str


SectionView = (
    ProseView
    | PendingView
    | LessonFigure
    | LessonSceneView
    | PredictionView
    | ClaimView
    | ExerciseView
)


@dataclass(frozen=True, slots=True)
class CompilerChoice:
    """One compiler the reader can choose; current marks the chosen one."""

    name: str
    title: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPage:
    """One lesson."""

    title: str
    identity: str
    """Its name, for the progress kept in the browser."""
    idea: Markup
    facts: str
    """Minutes and number of claims in one line."""
    needs: tuple[LessonLink, ...]
    """Lessons to read before."""
    compilers: tuple[CompilerChoice, ...]
    """To choose from, none where nothing is compiled."""
    sections: tuple[SectionView, ...]
    following: LessonLink | None
    """The next lesson; None at the end."""
    claims_address: str
    """All verdicts of this lesson."""
    atlas: tuple[LessonLink, ...]
    """Its pages that lead here."""
