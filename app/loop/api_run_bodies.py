"""What the addresses that run a program take."""

from __future__ import annotations

from pydantic import Field

from app.loop.api_bodies import LoopBody, OneFileBody, Setting, Sources
from app.serving.bodies import StrictBody
from compiler_core.claims.breaking.record import BUDGET_SECONDS
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.stepping.record_steps import DEFAULT_STEPS, MOST_STEPS
from compiler_core.host.whole_program.profile_record import Distribution
from compiler_core.toolchain.counting import CacheGeometry

USUAL = Experiment()


class Cache(StrictBody):
    """The modelled cache; the default is a Neoverse N1's first level."""

    line_bytes: int = Field(USUAL.geometry.line_bytes, description="Bytes of a line.")
    sets: int = Field(USUAL.geometry.sets, description="Number of sets, a power of two.")
    ways: int = Field(USUAL.geometry.ways, description="Lines per set.")


class FunctionBody(StrictBody):
    """A function to run."""

    function: str = Field("", description="Its name; the first with a loop if empty.")
    n: int | None = Field(None, description="What loop bounds become; chosen if left out.")


class RunBody(FunctionBody, Sources, Setting):
    """A function to run on generated inputs."""

    seed: int = Field(USUAL.seed, description="What the inputs come from.")
    settings: list[str] = Field(
        default_factory=list, description="Values, such as `a=0.5` or `x.size=4096`."
    )
    sve_bits: int = Field(USUAL.sve_bits, description="Length of the emulated SVE vectors.")

    def experiment(self, cache: Cache | None = None) -> Experiment:
        """The checked experiment; raises InputError."""
        geometry = None if cache is None else CacheGeometry(**cache.model_dump())
        return experiment_of(
            self.function, self.n, self.seed, self.settings, self.sve_bits, geometry
        )


class CountBody(RunBody):
    """A function whose instructions and memory accesses to count."""

    cache: Cache | None = Field(None, description="The modelled cache: line_bytes, sets, ways.")


class FlowBody(RunBody):
    """A function whose control-flow graph to put the counts of one run on."""


class LedgerBody(RunBody):
    """A function whose passes to price, each by what the code after it executes."""

    parts: bool = Field(
        default=False,
        description="Clang: also the whole compile without each part of code generation.",
    )


class SkipBody(RunBody):
    """A function to compile by the same pipeline less one pass (Clang)."""

    step: int = Field(ge=0, description="The step of the pass, as in the bars of /api/ledger.")


class OutputsBody(RunBody):
    """A function to run with two settings on the same inputs."""

    right: Setting = Field(description="The other setting.")


class SweepBody(RunBody):
    """A function to run at SVE lengths from 128 to 2048 bits."""


class RoundBody(RunBody):
    """Where a recording of a loop begins."""

    line: int | None = Field(None, description="The loop's line; the first reached if left out.")
    round: int = Field(1, description="Round of the loop to begin with; 0: the function's entry.")


class StepsBody(RoundBody):
    """A loop to record instruction by instruction."""

    steps: int = Field(DEFAULT_STEPS, description="Instructions to record, up to 500.")
    first: int = Field(0, ge=0, description="The first step to send, for long recordings.")


class StepBody(RoundBody):
    """One step of a loop: its instruction, the state before it, and what it changed."""

    step: int = Field(
        1, ge=1, le=MOST_STEPS, description="The step's number, from 1 in the first round recorded."
    )


class SliceBody(RunBody):
    """A value of a run to explain by what it depends on."""

    element: str = Field(
        "", description="`y[5]`, `return`, or a register at the end; chosen if empty."
    )


class OverlapBody(RunBody):
    """A function with `restrict` to run on overlapping arrays."""

    offset: int = Field(
        1, description="Elements from the beginning of one array to the other's, from -64 to 64."
    )


class WholeBody(Sources, Setting):
    """Two files to link with and without link-time optimisation."""


class Input(StrictBody):
    """One kind of input."""

    name: str = Field(description="What to call it.")
    settings: list[str] = Field(description="Settings, such as `x.above=10:0.95`.")

    def distribution(self) -> Distribution:
        """The same for the experiment."""
        return Distribution(self.name, tuple(self.settings))


class ProfileBody(FunctionBody, OneFileBody):
    """A function to build without a profile and with one of each of two kinds of input."""

    inputs: list[Input] = Field(
        default_factory=list,
        description="Two kinds of input; taken from a comparison in the source if left out.",
    )


class Patience(StrictBody):
    """How long to search."""

    seconds: float = Field(
        BUDGET_SECONDS, ge=0, le=BUDGET_SECONDS, description="The budget of time."
    )


class BreakVerdictBody(LoopBody, Patience):
    """A loop whose verdict, of /api/why, to look for a counterexample of."""


class BreakBody(Patience):
    """A claim to look for a counterexample of."""

    claim: str = Field(description="Its id, as in /api/claims.")
    compiler: str = Field(
        "",
        description="Of the claim's own setting; the first that it speaks of if empty. Without "
        "meaning for a claim about models, chips or atlas pages.",
    )
