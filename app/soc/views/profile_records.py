"""What the profiling exercise is given, and the parts of its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from app.drawing.views.chart import Chart
from app.site.views.setting_fields import SettingChoice
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
    """With its counts."""
    operators: str
    """Each kind once, with commas."""
    share: float
    """Of all instructions, 0 to 1."""
    half: float
    """If it took half."""
    limit: float
    """Amdahl's, if it took no time."""
    per_multiply: float | None
    """None where it multiplies nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What binds this kernel? letter: in the picture."""

    name: str
    """Of the field in the form."""
    letter: str
    """Of the kernel in the picture; of a loop, the words `What binds it`."""
    kernel: str
    """Name of the kernel, or of the loop's function."""
    facts: str
    """Operations and bytes, in a sentence."""
    choices: tuple[SettingChoice, ...]
    """Things that can bind it, the answered one chosen."""
    verdict: str
    """`right`, `wrong`, "" before it is answered."""
    said: str
    """Why the answer is right or wrong; empty before one."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A value of the address that the form of the questions carries on."""

    name: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnLoop:
    """The form, filled with the loop that is shown."""

    source: str
    """C text, empty before there is a loop."""
    compilers: tuple[SettingChoice, ...]
    """To choose one of."""
    flags: str
    """Options of the compiler, with blanks."""
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
    """Place in the history; 0 for the plain program."""
    title: str
    """Of the variant, in words."""
    instructions: str
    """Executed in a run, with commas, or `being counted`."""
    better: str
    """Against the plain program."""
    modelled: str
    """Time of a run on the chosen unit, or `not known`."""
    accuracy: str
    """Right answers, as `97.5%`, or `–` where not known."""
    agrees: str
    """Whether the output does, with `✓` or `✗`; empty while it is being counted."""
    address: str
    """Goes on from it."""
    is_current: bool
    """Whether it is the try that is shown."""
    is_best: bool
    """Whether it executes fewest instructions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileView:
    """The profiling exercise of a network, at the step that is reached."""

    sentence: str
    """What the step found; empty while the program is being counted."""
    step: int
    """The one that is shown, from 1 to 5."""
    steps: tuple[StepTab, ...]
    """All five, for the row across the top."""
    idea: str
    """What the step is for."""
    next: NextAction | None
    """The one thing to do now, None for nothing."""
    waiting: str
    """What is being made, "" when all is there."""
    program: str
    """Title of the current try."""
    counted: str
    """How the program was counted, in a sentence; empty while it is not."""
    part: str
    """What was left out of a network that is too large, "" where all of it was counted."""
    chart: Chart | None
    """Kernels by instructions; None but in step 1."""
    rows: tuple[KernelCountRow, ...]
    """Kernels with most instructions first; empty but in step 1."""
    left_out: str
    """Kernels that are not listed, in words; empty for none, and but in step 1."""
    roof: Chart | None
    """Kernels asked about under the unit's roof; None but in step 2."""
    questions: tuple[Question, ...]
    """What binds the kernels asked about; empty but in step 2."""
    kept: tuple[Kept, ...]
    """Hidden fields of the form of questions."""
    judged_on: str
    """The unit, or why its speed is not known."""
    alternatives: tuple[AlternativeRow, ...]
    """Variants that could be tried; empty but in step 3."""
    measured: tuple[MeasuredFigure, ...]
    """Numbers before and after; empty but in step 4."""
    reason: str
    """Why the numbers changed as they did; empty before step 4."""
    history: tuple[HistoryRow, ...]
    """All tries, the plain program first."""
    again: str
    """Address of the exercise from its beginning."""
    form: str
    """Where the form with a loop of the reader's own is sent."""
    own: OwnLoop
    """The form, empty for a loop of the reader's own."""
