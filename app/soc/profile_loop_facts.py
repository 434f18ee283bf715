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
    """The current try's hottest loop; None where none of the source was found in its code."""
    verdict: LoopVerdict | None
    """On the reader's answer to what binds the loop; None before one, or without a time."""
    alternatives: Sequence[LoopAlternative]
    """What could be changed next; empty where nothing was measured."""
    suggested: LoopAlternative | None
    """The one of `alternatives` that is recommended, None for none."""
    comparison: LoopComparison | None
    """With the try before it, None where there is none."""
    foretold: Foretold | None
    """The reader's guess beside what came of it; None without a guess or a comparison."""
