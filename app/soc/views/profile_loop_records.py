"""The parts of the page of the profiling exercise of a C loop."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.views.chart import Chart
from app.soc.views.profile_records import (
    Kept,
    MeasuredFigure,
    NextAction,
    OwnLoop,
    Question,
    QuestionAnswer,
    StepTab,
)
from compiler_core.host.counting.record import LoopCount
from compiler_core.host.running.record import CountedSourceLine
from compiler_core.soc.profiling.loops.choices import LoopAlternative
from compiler_core.soc.profiling.loops.measured import ClassCount


@dataclass(frozen=True, slots=True)
class ProfiledLoop:
    """A loop of the machine code. each: instructions of a round."""

    loop: LoopCount
    each: str


@dataclass(frozen=True, slots=True)
class ClassRow:
    """Instructions of one class."""

    name: str
    counted: ClassCount


@dataclass(frozen=True, slots=True)
class BoundRow:
    """One of the four times."""

    name: str
    time: str
    said: str
    is_bound: bool


@dataclass(frozen=True, slots=True)
class LoopAlternativeRow:
    """address: where it is measured, "" where no more tries are kept. basis: who names it."""

    choice: LoopAlternative
    at_most: str
    basis: str
    address: str
    is_suggested: bool


@dataclass(frozen=True, slots=True)
class Foretelling:
    """The guess before the numbers. change: what is tried. verdict: `right`, `wrong`, "" before."""

    change: str
    choices: tuple[QuestionAnswer, ...]
    verdict: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopHistoryRow:
    """A try."""

    number: int
    title: str
    instructions: str
    better: str
    """Against the loop as given."""
    modelled: str
    bound: str
    agrees: str
    address: str
    """Goes on from it."""
    is_current: bool
    is_best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopProfileView:
    """The profiling exercise of a C loop, at the step that is reached."""

    sentence: str
    step: int
    """1 to 5."""
    steps: tuple[StepTab, ...]
    idea: str
    next: NextAction | None
    problem: str
    """Why the current try gives nothing to measure."""
    program: str
    counted: str
    chart: Chart | None
    """Of step 1."""
    classes: tuple[ClassRow, ...]
    """Of step 1."""
    lines: tuple[CountedSourceLine, ...]
    """Of step 1."""
    loops: tuple[ProfiledLoop, ...]
    """Of step 1."""
    moved: str
    """Of step 1."""
    notes: tuple[str, ...]
    """Of step 1."""
    question: Question | None
    """Of step 2."""
    bounds: tuple[BoundRow, ...]
    """Once it is answered."""
    kept: tuple[Kept, ...]
    judged_on: str
    """Of step 2."""
    hot: str
    """Of step 3."""
    alternatives: tuple[LoopAlternativeRow, ...]
    """Of step 3."""
    foretelling: Foretelling | None
    """Of step 4."""
    measured: tuple[MeasuredFigure, ...]
    """Of step 4."""
    output: str
    """Of step 4."""
    reason: str
    """Of step 4."""
    difference: str
    """Of step 4."""
    history: tuple[LoopHistoryRow, ...]
    again: str
    form: str
    explorer: str
    """The loop's own page."""
    network: str
    own: OwnLoop
