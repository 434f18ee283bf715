"""What a lesson is made of, as plain data: sections in the order in which they are read.

Prose is HTML made from Markdown by us, with every tag of the author's escaped. A figure has no
content of its own: it says what to compile and what to show of it, and is computed when shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.claims.claim import Claim, ClaimSetting

FigureKind = Literal[
    "listing", "registers", "diff", "why", "story", "passes", "cycles", "counts", "steps",
    "overlap", "whole", "profile", "textbook", "roofline", "vectors", "cpus", "lanes", "frames",
]  # fmt: skip
Shown = Literal["loop", "function"]
SceneName = Literal[
    "tokens", "file", "levels", "gptq", "awq", "cache", "attention", "engine", "decode",
    "speeds", "batches", "heads",
    "power", "roof", "units", "gantt", "roundings",
    "layouts", "traced", "passes", "threshold", "groups", "ways", "arena", "ladder", "frames",
]  # fmt: skip
Track = Literal["loop", "model", "both"]
Course = Literal["loops", "pictures", "sentences", "chips"]


@dataclass(frozen=True, slots=True)
class Prose:
    """Text, as HTML."""

    html: str
    """Paragraphs, headings and lists as HTML, with links to terms and lessons; tags that the
    author typed are escaped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Something computed now."""

    id: str
    """Its anchor on the lesson's page, such as `figure-1`: the number counts the lesson's live
    blocks from 1."""
    kind: FigureKind
    """What the figure shows of the setting, such as `listing`, `diff` (two settings side by
    side), `why` (verdicts) or `counts` (of a run)."""
    compiler: str
    """A family or a version; empty for the reader's choice."""
    setting: ClaimSetting
    """What is compiled."""
    other: ClaimSetting | None
    """The setting beside it, for a `diff` or two counts."""
    shown: Shown
    """The innermost loop, or the whole function."""
    caption: str
    """HTML, says what to look at."""


@dataclass(frozen=True, slots=True)
class LessonScene:
    """A picture that moves, of what the core computes of a model or a chip."""

    id: str
    """Its anchor on the lesson's page, such as `scene-3`: the number counts the lesson's live
    blocks from 1."""
    name: SceneName
    """Which picture is shown, such as `tokens`, `roof` or `arena`."""
    caption: str
    """What to look at, as HTML."""


@dataclass(frozen=True, slots=True)
class PredictionChoice:
    """One answer to a prediction."""

    html: str
    """The answer's text, as HTML."""
    right: bool
    """True for the one right answer of the question, False for all others."""
    because: str = ""
    """HTML of what is wrong about it, "" for the right one."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question asked before the answer is shown."""

    id: str
    """Its anchor on the lesson's page, such as `prediction-2`: the number counts the lesson's
    live blocks from 1."""
    question: str
    """What the reader is asked, as HTML."""
    choices: tuple[PredictionChoice, ...]
    """The answers to choose from, exactly one right; in a fixed order that does not tell which."""
    why: str
    """HTML, shown with the answer."""
    claim: str
    """The id of the claim that proves the right answer here."""


@dataclass(frozen=True, slots=True)
class ClaimNote:
    """A claim of this lesson with its verdicts, at the place where the text needs it."""

    claim: Claim
    """The claim as in the lesson's `claims`; `/api/claims` has its verdicts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """Something to do: title, task and hint as HTML."""

    id: str
    """Its anchor on the lesson's page, such as `exercise-7`: the number counts the lesson's live
    blocks from 1."""
    title: str
    """Heading of the exercise on the lesson's page, as HTML."""
    task: str
    """What is to be done, as HTML with paragraphs."""
    compiler: str
    """Family or version that the explorer opens with; empty for an exercise on another page."""
    setting: ClaimSetting | None
    """Source and flags that the explorer opens with; None for an exercise on another page."""
    hint: str
    """Help in a sentence, as HTML; the page shows it only when the reader asks for it."""
    shows: FigureKind = "why"
    """As which kind of figure."""
    page: str = ""
    """Where; "" for the explorer."""


Section = Prose | Figure | LessonScene | Prediction | ClaimNote | Exercise


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson."""

    id: str
    """Name of its folder, which is the last part of its URL too."""
    title: str
    """Heading of the lesson's page and its name in the list of lessons, plain text."""
    short: str
    """Its title in pictures, where there is little room."""
    idea: str
    """What it teaches, in one sentence."""
    track: Track
    """What the lesson is about: `loop` (a C loop), `model` (a neural network) or `both`."""
    course: Course
    """The row of lessons that it is read in."""
    minutes: int
    """How long it takes to read, in whole minutes as its author says; at least 1."""
    needs: tuple[str, ...]
    """Lessons to read before."""
    sections: tuple[Section, ...]
    """The parts of the page in the order in which they are read; which sort a part is shows in
    the names of its fields."""
    claims: tuple[Claim, ...]
    """Every claim of the lesson, in the order of its file; `/api/claims` has their verdicts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One entry of the glossary."""

    id: str
    """Name of the term in links, such as `basic-block`: `see` of other terms holds it, and it is
    the anchor on `/glossary`."""
    term: str
    """The word itself as the glossary shows it, such as `loop-invariant code motion`; the list
    is sorted by it."""
    also: tuple[str, ...]
    """Other forms of the word."""
    ambiguous: bool
    """The word means other things too, so only these become links by themselves."""
    meaning: str
    """What the word means, as HTML."""
    see: tuple[str, ...]
    """Ids of related terms; may be empty."""
    lessons: tuple[str, ...]
    """Where it is taught."""
