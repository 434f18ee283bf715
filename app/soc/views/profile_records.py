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
    """A kernel by its counts."""

    kernel: ProfiledKernel
    operators: str
    share: float
    half: float
    """If it took half."""
    limit: float
    """Amdahl's, if it took no time."""
    per_multiply: float | None
    """None where it multiplies nothing."""


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """A choice of a question."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What binds this kernel? letter: in the picture."""

    name: str
    letter: str
    kernel: str
    facts: str
    choices: tuple[QuestionAnswer, ...]
    verdict: str
    """`right`, `wrong`, "" before it is answered."""
    said: str
    """Why."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A value of the address that the form of the questions carries on."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLoop:
    """The form, filled with the loop that is shown."""

    source: str
    compilers: tuple[QuestionAnswer, ...]
    flags: str
    size: str
    """What bounds become, "" for one that suits."""
    kept: tuple[Kept, ...]
    """What else the address keeps."""
    is_open: bool = False
    """Whether there is nothing else to show."""


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
    """A try."""

    number: int
    title: str
    instructions: str
    better: str
    """Against the plain program."""
    modelled: str
    accuracy: str
    agrees: str
    address: str
    """Goes on from it."""
    is_current: bool
    is_best: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileView:
    """The profiling exercise of a network, at the step that is reached."""

    sentence: str
    step: int
    """1 to 5."""
    steps: tuple[StepTab, ...]
    idea: str
    next: NextAction | None
    waiting: str
    """What is being made, "" when all is there."""
    program: str
    counted: str
    part: str
    """What was left out of a network that is too large, "" where all of it was counted."""
    chart: Chart | None
    """Of step 1."""
    rows: tuple[KernelCountRow, ...]
    """Of step 1."""
    left_out: str
    roof: Chart | None
    """Of step 2, ridge in words."""
    questions: tuple[Question, ...]
    """Of step 2, ridge in words."""
    kept: tuple[Kept, ...]
    """Of step 2, ridge in words."""
    judged_on: str
    """The unit, or why its speed is not known."""
    alternatives: tuple[AlternativeRow, ...]
    """Of step 3."""
    measured: tuple[MeasuredFigure, ...]
    """Of step 4."""
    reason: str
    """Of step 4."""
    history: tuple[HistoryRow, ...]
    again: str
    form: str
    own: OwnLoop
