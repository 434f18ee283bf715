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


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Something computed now. compiler: a family or a version; empty for the reader's choice.

    setting: what is compiled; other: the setting beside it, for a `diff` or two counts. shown: the
    innermost loop, or the whole function. caption: HTML, says what to look at.
    """

    id: str
    kind: FigureKind
    compiler: str
    setting: ClaimSetting
    other: ClaimSetting | None
    shown: Shown
    caption: str


@dataclass(frozen=True, slots=True)
class LessonScene:
    """A picture that moves, of what the core computes of a model or a chip. caption: HTML."""

    id: str
    name: SceneName
    caption: str


@dataclass(frozen=True, slots=True)
class PredictionChoice:
    """One answer to a prediction. html: its text. because: HTML of what is wrong about it, "" for
    the right one."""

    html: str
    right: bool
    because: str = ""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question asked before the answer is shown. why: HTML, shown with the answer.

    claim: the id of the claim that proves the right answer here.
    """

    id: str
    question: str
    choices: tuple[PredictionChoice, ...]
    why: str
    claim: str


@dataclass(frozen=True, slots=True)
class ClaimNote:
    """A claim of this lesson with its verdicts, at the place where the text needs it."""

    claim: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """Something to do: title, task and hint as HTML. page: where; "" for the explorer.

    setting, compiler: what the explorer opens with; shows: as which kind of figure.
    """

    id: str
    title: str
    task: str
    compiler: str
    setting: ClaimSetting | None
    hint: str
    shows: FigureKind = "why"
    page: str = ""


Section = Prose | Figure | LessonScene | Prediction | ClaimNote | Exercise


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson. id: its folder and URL. short: its title in pictures. idea: one sentence.

    course: the row of lessons that it is read in. needs: lessons to read before.
    """

    id: str
    title: str
    short: str
    idea: str
    track: Track
    course: Course
    minutes: int
    needs: tuple[str, ...]
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One entry of the glossary. also: other forms of the word. ambiguous: the word means other
    things too, so only these become links by themselves. meaning: HTML. see: other terms; lessons:
    where it is taught.
    """

    id: str
    term: str
    also: tuple[str, ...]
    ambiguous: bool
    meaning: str
    see: tuple[str, ...]
    lessons: tuple[str, ...]
