"""Run unfinished code in the place of the real compile's, each different program once."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock

from compiler_core.asker import WorkPool
from compiler_core.host.counting.record import Totals, library_instructions
from compiler_core.host.ledger.other_results import are_other_results
from compiler_core.host.ledger.record import LedgerBar
from compiler_core.host.running.count import counted_run
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.outputs import Outputs
from compiler_core.host.running.plan import Plan
from compiler_core.host.running.session import Driven, with_assembly
from compiler_core.kept import Kept
from compiler_core.toolchain.outcome import Outcome

MOST_PROGRAMS = 48
_AT_ONCE = 2
NOT_TRIED = f"Not run: after {MOST_PROGRAMS} different programs the ledger stops."
OUT_OF_TIME = "Not run: the time was over."
NOTHING_BEFORE = "What is executed before it is not known, so neither is what it saved."
_REFUSED = ("rejected", "crashed")
# What says where code is from, and what names places: without both, equal text is equal code.
_PLACES = re.compile(r"^\s*\.(loc|file|cfi_\w+|ident)\b|^\s*(//|#)|^\.L(tmp|func_|Lexical)")


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedTrial:
    """What one program counted; totals None where it did not compile, link or end, see message."""

    totals: Totals | None
    """What it executed; None where it did not compile, link or end."""
    digest: str
    """Of all its outputs, equal for equal bits; empty where it did not run."""
    message: str = ""
    """Why there are no totals, in a sentence; empty where there are."""
    refused: bool = False
    """The compiler made no code of it."""
    left: bool = False
    """It was not tried, by a limit of the ledger's."""
    other_results: bool = False
    """What it computed differs from the whole compile's by more than rounding."""
    library: int = 0
    """Instructions of library code that it called, which totals leave out."""


@dataclass(slots=True, kw_only=True)
class TrialRuns:
    """Programs in the place of one compile's, each different code run once, until the
    time is over."""

    driven: Driven
    """The function with its driver, into whose program other code of it is put."""
    plan: Plan
    """The arguments that every program gets."""
    experiment: Experiment
    """The run's settings, the same for every program."""
    ends: float = math.inf
    """On the clock; what is not begun by then is left."""
    clock: Callable[[], float] = time.monotonic
    """Gives seconds; `time.monotonic` but for tests."""
    right: Outputs | None = None
    """What the whole compile computed, None where nothing is compared with it. A compile that met a
    limit of time says nothing of its code, so it is not refused."""
    _known: Kept[CountedTrial] = field(default_factory=lambda: Kept(MOST_PROGRAMS))
    """What each different code counted, by the code."""
    _codes: set[str] = field(default_factory=set)
    """The different codes met so far, at most MOST_PROGRAMS."""
    _lock: Lock = field(default_factory=Lock)
    """Held while a code is added to `_codes`."""

    @property
    def programs(self) -> int:
        """How many different ones were run."""
        return len(self._codes)

    def each(self, compiles: Sequence[Callable[[], Outcome]]) -> Iterator[CountedTrial]:
        """One trial for each, in order, as they come; whoever asks may leave.

        Raises as `compile_assembly`, `build_program` and `run_program`.
        """
        with WorkPool(max_workers=_AT_ONCE) as pool:
            yield from pool.map(self._tried, compiles)

    def _tried(self, compiled: Callable[[], Outcome]) -> CountedTrial:
        if self.clock() > self.ends:
            return CountedTrial(totals=None, digest="", message=OUT_OF_TIME, left=True)
        outcome = compiled()
        if outcome.status != "ok":
            return CountedTrial(
                totals=None, digest="", message=outcome.message, refused=outcome.status in _REFUSED
            )
        code = code_of(outcome)
        with self._lock:
            if code not in self._codes and len(self._codes) == MOST_PROGRAMS:
                return CountedTrial(totals=None, digest="", message=NOT_TRIED, left=True)
            self._codes.add(code)
        return self._known.get_or_compute(code, lambda: self._ran(outcome))[0]

    def _ran(self, outcome: Outcome) -> CountedTrial:
        changed = with_assembly(self.driven, outcome)
        if changed.program is None:
            return CountedTrial(totals=None, digest="", message=changed.message)
        counted = counted_run(changed, self.plan, self.experiment)
        if counted.code is None or counted.outputs is None:
            return CountedTrial(totals=None, digest="", message=counted.message)
        others = self.right is not None and are_other_results(counted.outputs, self.right)
        return CountedTrial(
            totals=counted.code.totals,
            digest=counted.outputs.digest,
            other_results=others,
            library=library_instructions(counted.code.functions),
        )


def counted_bar(
    name: tuple[str, str, str, int | None],
    trial: CountedTrial,
    whole: CountedTrial,
    dear: CountedTrial,
    cheap: CountedTrial,
) -> LedgerBar:
    """The bar of one pass. name: the pass, what it does, what it ran on, its place in the
    timeline. dear, cheap: what it saves is what the first executes more than the second."""
    pass_name, title, unit, step = name
    totals = trial.totals
    most, least = instructions_of(dear), instructions_of(cheap)
    saved = None if most is None or least is None else most - least
    if totals is None:
        return LedgerBar(
            pass_name=pass_name,
            title=title,
            unit=unit,
            step=step,
            saved=None,
            message=trial.message,
        )
    return LedgerBar(
        pass_name=pass_name,
        title=title,
        unit=unit,
        step=step,
        saved=saved,
        instructions=totals.instructions,
        loads=totals.loads,
        stores=totals.stores,
        bytes=totals.bytes_loaded + totals.bytes_stored,
        library=trial.library,
        library_saved=dear.library - cheap.library,
        same_bits=trial.digest == whole.digest,
        message=NOTHING_BEFORE if saved is None else "",
    )


def instructions_of(trial: CountedTrial) -> int | None:
    """What the program executed in the function; None where it did not run."""
    return None if trial.totals is None else trial.totals.instructions


def code_of(outcome: Outcome) -> str:
    """What two compiles have in common when they made the same code."""
    return "\n".join(line for line in outcome.output.splitlines() if not _PLACES.match(line))
