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
    """Loops under the roof of a chip's core, and beside other chips. kind: always `roof`."""

    kind: str
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
    """A live figure. kind: always `figure`.

    title: what it shows; setting: compiler and flags as a sentence. sources: the loop, line by
    line; second_name and second: the other source, where there is one. problem: why there is
    nothing to show. address: the same in the explorer. command: reproduces it.
    """

    kind: str
    anchor: str
    title: str
    setting: str
    caption: Markup
    source_name: str
    source: tuple[SourceLine, ...]
    second_name: str
    second: tuple[SourceLine, ...]
    parts: tuple[Part, ...]
    problem: str
    address: str
    command: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimView:
    """A claim and its verdict on the reader's compiler. kind: always `claim`.

    verdict: in words; mark: its class (`holds`, `differs`, `fails`, `unstated`); sign: its symbol.
    says: the sentence that is stated for this compiler. found: what was found, in words. address:
    of the page that shows it, "" for a claim about loops. break_address: to post to, to try to
    break it, "" for a claim about models or chips.
    """

    kind: str
    anchor: str
    claim: Markup
    compiler: str
    verdict: str
    mark: str
    sign: str
    says: Markup
    found: str
    address: str = ""
    break_address: str = ""


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
    """A question before the answer. kind: always `predict`. source: the loop it is about, if any.

    right: the right answer, shown with why. proof: the claim that answers it, or where its verdict
    is asked for: the question itself waits for nothing.
    """

    kind: str
    anchor: str
    question: Markup
    source_name: str
    source: tuple[SourceLine, ...]
    choices: tuple[ChoiceView, ...]
    right: Markup
    why: Markup
    proof: ClaimView | PendingView


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
    """A task that opens on a page; button: which one, in words. kind: always `exercise`."""

    kind: str
    anchor: str
    title: Markup
    task: Markup
    hint: Markup
    address: str
    button: str = "Open in the explorer"


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingView:
    """A section that is still being made. kind: always `pending`. anchor: that of the finished one.
    address: where it is asked for.

    trigger: when the page asks for it, in htmx's words. takes: the selector of what it takes from
    the answer, "" for all. says: what is done for it now; percent: how much of the run that it
    waits for is done, 0 where nothing is known. is_told_above: an earlier section of the lesson
    shows the progress of the same run, so this one has no bar. turn: which turn it is, "" when it
    has come.
    """

    kind: str
    anchor: str
    address: str
    trigger: str
    says: str
    percent: int = 0
    takes: str = ""
    is_told_above: bool = False
    turn: str = ""


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
    """One lesson. identity: its name, for the progress kept in the browser. facts: minutes and
    number of claims in one line. needs: lessons to read before. compilers: to choose from, none
    where nothing is compiled. following: the next lesson; None at the
    end. claims_address: all verdicts of this lesson. atlas: its pages that lead here.
    """

    title: str
    identity: str
    idea: Markup
    facts: str
    needs: tuple[LessonLink, ...]
    compilers: tuple[CompilerChoice, ...]
    sections: tuple[SectionView, ...]
    following: LessonLink | None
    claims_address: str
    atlas: tuple[LessonLink, ...]
