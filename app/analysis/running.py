"""Who answers tasks in this server: the pool of processes, once it is started."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from app.analysis.pool import MOST, Analyser, AnalysisPool
from app.settings import settings
from compiler_core.asker import current_asker

LOOK_NICENESS = 5
"""As of `nice`, of all that is computed for a member where classes are hosted. The web process
itself gives way to nothing: it does little for each request, and while it waits for a processor a
whole class waits. Elsewhere a look gives way to nothing either: nobody knows what else runs there.
"""
NICENESS_OF_MORE = LOOK_NICENESS + 5
"""Of what is computed beside the first that a client has under way: where others' work takes a
processor, this gets little of one."""
CROWDED_WARM = 1
GRADING_NICENESS = 10
"""Of grades, for which nobody holds a page open: looks go first."""
GRADING_WARM, GRADING_MOST = 1, MOST

_instead: list[Analyser] = []
_started: list[AnalysisPool] = []
_crowded: list[AnalysisPool] = []
_graders: list[AnalysisPool] = []
_starting = Lock()


def start_analysis() -> None:
    """Start the processes; does not wait for them. Nothing happens if they are started."""
    if not _instead and not _started:
        _started.append(
            AnalysisPool(niceness=LOOK_NICENESS if settings().lab else 0, prepares=True)
        )
    if settings().lab and not settings().grade_elsewhere:
        start_graders()


def start_graders() -> None:
    """The same for the processes of grades, which give way to those of looks."""
    with _starting:
        if not _instead and not _graders:
            _graders.append(AnalysisPool(GRADING_WARM, GRADING_MOST, GRADING_NICENESS))


@contextmanager
def answered_by(analyser: Analyser) -> Iterator[None]:
    """Every task goes to this one meanwhile, and no process is started: nothing limits it."""
    _instead.append(analyser)
    try:
        yield
    finally:
        _instead.remove(analyser)


def end_analysis() -> None:
    """End them."""
    for pools in (_started, _crowded, _graders):
        while pools:
            pools.pop().close()


def analyser() -> Analyser:
    """The pool for whom this thread or task works: whoever gives way is answered by processes that
    do, since none can take its niceness back.
    """
    if _instead:
        return _instead[-1]
    start_analysis()
    return _answering_crowds() if current_asker().niceness else _started[0]


def _answering_crowds() -> AnalysisPool:
    """Started when a client first asks for several things at once."""
    with _starting:
        if not _crowded:
            _crowded.append(AnalysisPool(CROWDED_WARM, MOST, NICENESS_OF_MORE))
        return _crowded[0]


def grader() -> Analyser:
    """Who answers what grades and proofs ask."""
    if _instead:
        return _instead[-1]
    start_graders()
    return _graders[0]
