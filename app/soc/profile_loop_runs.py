"""The first run of a loop, made in the background: one that never ends takes until its limit."""

from __future__ import annotations

from app.background import Background, ready
from compiler_core.errors import InputError
from compiler_core.soc.profiling.loops.measured import MeasuredLoop, measured_loop
from compiler_core.soc.profiling.loops.program import LoopProgram

PATIENCE_SECONDS = 2.0
_WORKERS, _KEPT = 2, 64
# What went wrong is kept like a result: the page that asks again is told it, not kept waiting.
_runs: Background[MeasuredLoop | InputError] = Background(
    "loops", _WORKERS, _KEPT, lambda found: isinstance(found, MeasuredLoop)
)


def first_run(program: LoopProgram) -> MeasuredLoop | None:
    """The loop as given, None while it is still running.

    Raises InputError for one that does not compile or does not end, Overloaded.
    """
    found = ready(_runs.started(program, lambda: _measured(program)), PATIENCE_SECONDS)
    if isinstance(found, InputError):
        raise found
    return found


def _measured(program: LoopProgram) -> MeasuredLoop | InputError:
    try:
        return measured_loop(program)
    except InputError as error:
        return error
