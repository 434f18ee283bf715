"""The parts of the page of the profiling exercise of a C loop."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.views.chart import Chart
from app.soc.views.profile_records import (
    Answer,
    Kept,
    MeasuredRow,
    NextAction,
    OwnLoop,
    Question,
    StepTab,
)


@dataclass(frozen=True, slots=True)
class SourceLineRow:
    """A line of the source and what all code made from it executed."""

    line: int
    text: str
    instructions: str
    share: str
    loads: str
    stores: str
    moved: str
    cache_lines: str


@dataclass(frozen=True, slots=True)
class LoopRow:
    """A loop of the machine code. line: of the source, – where the compiler gives none."""

    function: str
    line: str
    rounds: str
    instructions: str
    share: str
    each: str


@dataclass(frozen=True, slots=True)
class ClassRow:
    """Instructions of one class."""

    name: str
    instructions: str
    share: str


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

    title: str
    why: str
    promise: str
    touches: str
    at_most: str
    basis: str
    address: str
    is_tried: bool
    is_suggested: bool


@dataclass(frozen=True, slots=True)
class Foretelling:
    """The guess before the numbers. change: what is tried. verdict: `right`, `wrong`, "" before."""

    change: str
    choices: tuple[Answer, ...]
    verdict: str
    said: str


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
    lines: tuple[SourceLineRow, ...]
    loops: tuple[LoopRow, ...]
    moved: str
    notes: tuple[str, ...]
    question: Question | None
    bounds: tuple[BoundRow, ...]
    kept: tuple[Kept, ...]
    judged_on: str
    hot: str
    alternatives: tuple[LoopAlternativeRow, ...]
    foretelling: Foretelling | None
    measured: tuple[MeasuredRow, ...]
    output: str
    reason: str
    difference: str
    history: tuple[LoopHistoryRow, ...]
    again: str
    form: str
    explorer: str
    network: str
    own: OwnLoop
