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
    """A try. better: against the loop as given. address: goes on from it."""

    number: int
    title: str
    instructions: str
    better: str
    modelled: str
    bound: str
    agrees: str
    address: str
    is_current: bool
    is_best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopProfileView:
    """step: 1 to 5. problem: why the current try gives nothing to measure. chart, classes, lines,
    loops, moved, notes: of step 1. question, judged_on: of step 2; bounds: once it is answered.
    hot, alternatives: of step 3. foretelling, measured, output, reason, difference: of step 4.
    explorer: the loop's own page.
    """

    sentence: str
    step: int
    steps: tuple[StepTab, ...]
    idea: str
    next: NextAction | None
    problem: str
    program: str
    counted: str
    chart: Chart | None
    classes: tuple[ClassRow, ...]
    lines: tuple[CountedSourceLine, ...]
    loops: tuple[ProfiledLoop, ...]
    moved: str
    notes: tuple[str, ...]
    question: Question | None
    bounds: tuple[BoundRow, ...]
    kept: tuple[Kept, ...]
    judged_on: str
    hot: str
    alternatives: tuple[LoopAlternativeRow, ...]
    foretelling: Foretelling | None
    measured: tuple[MeasuredFigure, ...]
    output: str
    reason: str
    difference: str
    history: tuple[LoopHistoryRow, ...]
    again: str
    form: str
    explorer: str
    network: str
    own: OwnLoop
