"""The parts of the page of the profiling exercise of a C loop."""

from __future__ import annotations

from dataclasses import dataclass

from app.drawing.views.chart import Chart
from app.site.views.setting_fields import SettingChoice
from app.soc.views.profile_records import (
    Kept,
    MeasuredFigure,
    NextAction,
    OwnLoop,
    Question,
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
    choices: tuple[SettingChoice, ...]
    verdict: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopHistoryRow:
    """A try."""

    number: int
    """Place in the history; 0 for the loop as given."""
    title: str
    """What was changed, in words."""
    instructions: str
    """Executed in a run, with commas, or why the number is not shown."""
    better: str
    """Against the loop as given."""
    modelled: str
    """Time of a run on the chosen core, or that there is none; may be empty."""
    bound: str
    """What limits the modelled time, or that it is asked; empty where no time is modelled."""
    agrees: str
    """Whether the output has the same bits, with `✓` or `✗`; empty where not measured."""
    address: str
    """Goes on from it."""
    is_current: bool
    """Whether it is the try that is shown."""
    is_best: bool
    """Whether it executes fewest instructions; False while nothing is to be compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopProfileView:
    """The profiling exercise of a C loop, at the step that is reached."""

    sentence: str
    """What the step found; empty where nothing was measured."""
    step: int
    """The one that is shown, from 1 to 5."""
    steps: tuple[StepTab, ...]
    """All five, for the row across the top."""
    idea: str
    """What the step is for."""
    next: NextAction | None
    """The one thing to do now, None for nothing."""
    problem: str
    """Why the current try gives nothing to measure."""
    program: str
    """Title of the current try."""
    counted: str
    """Function, size, seed and what counted, in a sentence; empty where nothing was measured."""
    chart: Chart | None
    """Instructions by class; None but in step 1."""
    classes: tuple[ClassRow, ...]
    """Numbers of `chart`; empty but in step 1."""
    lines: tuple[CountedSourceLine, ...]
    """Lines of the source with their counts; empty but in step 1."""
    loops: tuple[ProfiledLoop, ...]
    """Of the machine code; empty but in step 1."""
    moved: str
    """Bytes and cache lines that the loop moves, in sentences; empty but in steps 1 and 2."""
    notes: tuple[str, ...]
    """What the run has to say beside its counts; empty but in step 1."""
    question: Question | None
    """What binds the loop; None but in step 2."""
    bounds: tuple[BoundRow, ...]
    """Once it is answered."""
    kept: tuple[Kept, ...]
    """Hidden fields of the form that answers the step's question."""
    judged_on: str
    """The core and its figures, in words; empty where no time can be modelled."""
    hot: str
    """The hottest loop and what became of it, or that none was found; empty but in step 3."""
    alternatives: tuple[LoopAlternativeRow, ...]
    """Changes that could be tried; empty but in step 3."""
    foretelling: Foretelling | None
    """The guess before the numbers; None but in step 4."""
    measured: tuple[MeasuredFigure, ...]
    """Numbers before and after; empty but in step 4, and there until a guess is made."""
    output: str
    """Whether the same came out as of the try before; empty before step 4 and its guess."""
    reason: str
    """Why the numbers changed as they did; empty but in step 5."""
    difference: str
    """Of the current source from the given one; empty before step 3 and during a guess."""
    history: tuple[LoopHistoryRow, ...]
    """All tries, the loop as given first."""
    again: str
    """Address of the exercise from its beginning."""
    form: str
    """Where the form with a loop of the reader's own is sent."""
    explorer: str
    """The loop's own page."""
    network: str
    """Address of the exercise with a network."""
    own: OwnLoop
    """The form, filled with this loop."""
