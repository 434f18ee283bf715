"""What the page of the profiling exercise of a C loop is made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from compiler_core.soc.profiling.loops.binding import JudgedLoop, LoopVerdict
from compiler_core.soc.profiling.loops.choices import HotLoop, LoopAlternative
from compiler_core.soc.profiling.loops.comparing import Foretold, LoopComparison
from compiler_core.soc.profiling.loops.measured import MeasuredLoop
from compiler_core.soc.profiling.loops.program import LoopProgram


class TriedLoop(Protocol):
    """A try, as `app.soc.profile_loop` hands it over."""

    @property
    def program(self) -> LoopProgram: ...
    @property
    def measured(self) -> MeasuredLoop | None: ...
    @property
    def judged(self) -> JudgedLoop | None: ...
    @property
    def unjudged(self) -> str: ...
    @property
    def same_output(self) -> bool | None: ...
    @property
    def problem(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileLoopFacts:
    """What the page of the profiling exercise of a C loop is made from."""

    history: Sequence[TriedLoop]
    """All tries. The rest is about the current one: hot: its hottest loop."""
    hot: HotLoop | None
    verdict: LoopVerdict | None
    alternatives: Sequence[LoopAlternative]
    suggested: LoopAlternative | None
    comparison: LoopComparison | None
    """With the try before it, None where there is none."""
    foretold: Foretold | None
