"""What the profiling exercise is given, and the parts of its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.drawing.views.chart import Chart
from compiler_core.soc.profiling.alternatives import Alternative
from compiler_core.soc.profiling.bottleneck import Judged, UnitSpeed, Verdict
from compiler_core.soc.profiling.comparing import RunComparison
from compiler_core.soc.profiling.records import ProfiledKernel, ProfiledProgram


class TriedFacts(Protocol):
    """A try, as `app.soc.profile` hands it over."""

    @property
    def title(self) -> str: ...
    @property
    def program(self) -> ProfiledProgram | None: ...
    @property
    def modelled_seconds(self) -> float | None: ...


class ProfileFacts(Protocol):
    """What `app.soc.profile` hands over."""

    @property
    def network(self) -> str: ...
    @property
    def history(self) -> Sequence[TriedFacts]: ...
    @property
    def speed(self) -> UnitSpeed | None: ...
    @property
    def unknown(self) -> str: ...
    @property
    def kernels(self) -> Sequence[Judged]: ...
    @property
    def verdicts(self) -> Sequence[Verdict]: ...
    @property
    def alternatives(self) -> Sequence[Alternative]: ...
    @property
    def suggested(self) -> Alternative | None: ...
    @property
    def comparison(self) -> RunComparison | None: ...


@dataclass(frozen=True, slots=True)
class StepTab:
    """state: `done`, `current` or `ahead`."""

    number: int
    title: str
    address: str
    state: str


@dataclass(frozen=True, slots=True)
class NextAction:
    """The one thing to do now; address "" where it is the form's button."""

    text: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelCountRow:
    """A kernel by its counts. limit: Amdahl's, if it took no time; half: if it took half.
    per_multiply: None where it multiplies nothing."""

    kernel: ProfiledKernel
    operators: str
    share: float
    half: float
    limit: float
    per_multiply: float | None


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """A choice of a question."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What binds this kernel? letter: in the picture. verdict: `right`, `wrong`, "" before it is
    answered; said: why.
    """

    name: str
    letter: str
    kernel: str
    facts: str
    choices: tuple[QuestionAnswer, ...]
    verdict: str
    said: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A value of the address that the form of the questions carries on."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLoop:
    """The form, filled with the loop that is shown. size: what bounds become, "" for one that
    suits. kept: what else the address keeps. is_open: whether there is nothing else to show."""

    source: str
    compilers: tuple[QuestionAnswer, ...]
    flags: str
    size: str
    kept: tuple[Kept, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class RefusedLoop:
    """A loop that cannot be profiled, in the form that it came from. doing: what is still under
    way, "" where it is refused."""

    form: str
    own: OwnLoop
    doing: str = ""


@dataclass(frozen=True, slots=True)
class AlternativeRow:
    """address: where it is measured, "" where no more tries are kept. expected: None where it
    undoes a change. basis: how that is known."""

    choice: Alternative
    expected: float | None
    basis: str
    address: str
    is_suggested: bool


@dataclass(frozen=True, slots=True)
class MeasuredFigure:
    """One number before and after, and whether it is measured or modelled."""

    name: str
    before: str
    after: str
    basis: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRow:
    """A try. better: against the plain program. address: goes on from it."""

    number: int
    title: str
    instructions: str
    better: str
    modelled: str
    accuracy: str
    agrees: str
    address: str
    is_current: bool
    is_best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileView:
    """step: 1 to 5. waiting: what is being made, "" when all is there. chart, rows: of step 1;
    roof, questions, kept: of step 2, ridge in words; alternatives: of step 3; measured, reason: of
    step 4. judged_on: the unit, or why its speed is not known. part: what was left out of a network
    that is too large, "" where all of it was counted.
    """

    sentence: str
    step: int
    steps: tuple[StepTab, ...]
    idea: str
    next: NextAction | None
    waiting: str
    program: str
    counted: str
    part: str
    chart: Chart | None
    rows: tuple[KernelCountRow, ...]
    left_out: str
    roof: Chart | None
    questions: tuple[Question, ...]
    kept: tuple[Kept, ...]
    judged_on: str
    alternatives: tuple[AlternativeRow, ...]
    measured: tuple[MeasuredFigure, ...]
    reason: str
    history: tuple[HistoryRow, ...]
    again: str
    form: str
    own: OwnLoop
