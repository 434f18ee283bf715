"""A lesson's page: prose, live figures, predictions, claims and exercises, ready to print."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.addresses.views.lesson_link import LessonLink
from app.drawing.scenes.views.scene import SceneView
from app.drawing.views.chart import Chart
from app.loop.views.source import SourceLine
from app.site.views.setting_fields import SettingChoice


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
    """Always `roof`; tells the template which part this is."""
    chart: Chart
    """The loops under the roof of one chip's core."""
    head: tuple[str, ...]
    """Heads of the table of loops."""
    rows: tuple[tuple[str, ...], ...]
    """A row for each loop, its cells in the order of `head`."""
    chip_head: tuple[str, ...]
    """Heads of the table of chips: its title, its ridge, and a column for each loop."""
    chips: tuple[ChipRow, ...]
    """The same loops on one core of each other chip."""


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
    """Always `figure`; tells the template which section this is."""
    anchor: str
    """The section's id on the page."""
    title: str
    """What the figure shows, in a few words."""
    setting: str
    """Compiler and flags as a sentence. sources: the loop, line by line."""
    caption: Markup
    """Below the figure."""
    source_name: str
    """File name of the source."""
    source: tuple[SourceLine, ...]
    """The loop, line by line."""
    second_name: str
    """File name of the other source; empty for none."""
    second: tuple[SourceLine, ...]
    """The other source, line by line; empty for none."""
    parts: tuple[Part, ...]
    """What the figure shows, in order; empty where there is a problem."""
    problem: str
    """Why there is nothing to show."""
    address: str
    """Where the same can be tried with other settings."""
    command: str
    """Reproduces it at home; empty where no command does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimView:
    """A claim and its verdict on the reader's compiler."""

    kind: str
    """Always `claim`; tells the template which section this is."""
    anchor: str
    """The section's id on the page."""
    claim: Markup
    """The sentence that is claimed."""
    compiler: str
    """Title of the reader's compiler; our own name for a claim about models or chips."""
    verdict: str
    """What holds on the reader's compiler, in words such as `Clang differs.`."""
    mark: str
    """CSS class of the verdict: `holds`, `differs`, `fails` or `unstated`."""
    sign: str
    """Symbol of the verdict, such as `≠`."""
    says: Markup
    """The sentence that is stated for this compiler."""
    found: str
    """What was found, in words."""
    address: str = ""
    """The page that shows its numbers; empty for a claim about loops."""
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
    """Always `predict`; tells the template which section this is."""
    anchor: str
    """The section's id on the page; ids of its answers begin with it."""
    question: Markup
    """Its text."""
    source_name: str
    """File name of the loop it is about; empty for none."""
    source: tuple[SourceLine, ...]
    """The loop it is about, if any."""
    choices: tuple[ChoiceView, ...]
    """Its answers, in their order."""
    right: Markup
    """The right answer, shown with why."""
    why: Markup
    """Why the right answer is right, in paragraphs."""
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
    """Always `exercise`; tells the template which section this is."""
    anchor: str
    """The section's id on the page."""
    title: Markup
    """Of the task."""
    task: Markup
    """What is to be done, in paragraphs."""
    hint: Markup
    """Folded below the task."""
    address: str
    """The page that it opens, with what is to be changed."""
    button: str = "Open in the explorer"
    """Which one, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingView:
    """A section that is still being made."""

    kind: str
    """Always `pending`; tells the template that the section is still to come."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonPage:
    """One lesson."""

    title: str
    """Of the lesson."""
    identity: str
    """The lesson's name, under which the browser keeps the reader's progress."""
    idea: Markup
    """What the lesson shows, in a sentence under its title."""
    facts: str
    """Minutes and number of claims in one line."""
    needs: tuple[LessonLink, ...]
    """Lessons to read before."""
    compilers: tuple[SettingChoice, ...]
    """To choose from, none where nothing is compiled."""
    sections: tuple[SectionView, ...]
    """In the order in which they are read; a `PendingView` for each that is still being made."""
    following: LessonLink | None
    """The next lesson; None at the end."""
    claims_address: str
    """All verdicts of this lesson."""
    atlas: tuple[LessonLink, ...]
    """Pages of the atlas that lead to this lesson."""
