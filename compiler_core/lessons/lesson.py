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
    """Something computed now."""

    id: str
    kind: FigureKind
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
    name: SceneName
    caption: str
    """HTML."""


@dataclass(frozen=True, slots=True)
class PredictionChoice:
    """One answer to a prediction."""

    html: str
    """Its text."""
    right: bool
    because: str = ""
    """HTML of what is wrong about it, "" for the right one."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question asked before the answer is shown."""

    id: str
    question: str
    choices: tuple[PredictionChoice, ...]
    why: str
    """HTML, shown with the answer."""
    claim: str
    """The id of the claim that proves the right answer here."""


@dataclass(frozen=True, slots=True)
class ClaimNote:
    """A claim of this lesson with its verdicts, at the place where the text needs it."""

    claim: Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """Something to do: title, task and hint as HTML."""

    id: str
    title: str
    task: str
    compiler: str
    """What the explorer opens with."""
    setting: ClaimSetting | None
    """What the explorer opens with."""
    hint: str
    shows: FigureKind = "why"
    """As which kind of figure."""
    page: str = ""
    """Where; "" for the explorer."""


Section = Prose | Figure | LessonScene | Prediction | ClaimNote | Exercise


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson."""

    id: str
    """Its folder and URL."""
    title: str
    short: str
    """Its title in pictures."""
    idea: str
    """One sentence."""
    track: Track
    course: Course
    """The row of lessons that it is read in."""
    minutes: int
    needs: tuple[str, ...]
    """Lessons to read before."""
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One entry of the glossary."""

    id: str
    term: str
    also: tuple[str, ...]
    """Other forms of the word."""
    ambiguous: bool
    """The word means other things too, so only these become links by themselves."""
    meaning: str
    """HTML."""
    see: tuple[str, ...]
    """Other terms."""
    lessons: tuple[str, ...]
    """Where it is taught."""
