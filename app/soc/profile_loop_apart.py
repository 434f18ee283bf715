"""The profiling exercise of a reader's own loop, made by an analysis process in the background.

A loop that never ends takes until its limit; the page says meanwhile that it runs.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.analysis.from_threads import analysed
from app.analysis.task import FinishedAnswer, Task
from app.serving.background import Background, ready

VIEW = "profile"
PATIENCE_SECONDS = 2.0
_WORKERS, _KEPT = 2, 64
_OK = 200
# What went wrong is kept too: the page that asks again is told it, not kept waiting.
_answers: Background[FinishedAnswer] = Background(
    "loops", _WORKERS, _KEPT, lambda reply: reply.status == _OK
)


def has_own_loop(view: str, given: Mapping[str, str]) -> bool:
    """Whether this address asks for the profile of a C loop."""
    return view == VIEW and bool(given.get("loop") or given.get("source"))


def loop_profile(task: Task) -> FinishedAnswer | None:
    """The answer, None while the loop still runs. Raises as `analysed`, and Overloaded."""
    return ready(_answers.started(task, lambda: analysed(task)), PATIENCE_SECONDS)
