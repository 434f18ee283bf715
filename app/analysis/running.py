"""Who answers tasks in this server: the pool of processes, once it is started."""

from __future__ import annotations

from threading import Lock

from anyio import to_thread

from app.analysis.pool import MOST, Analyser, AnalysisPool
from app.analysis.task import FinishedAnswer, Task
from app.settings import settings


class InThread:
    """Answers in a thread of the server, without a limit: for tests of pages, nothing else."""

    async def answer(self, task: Task) -> FinishedAnswer:
        """As `Analyser.answer`, without its limits."""
        from app.analysis.tasks import answer_task

        return await to_thread.run_sync(answer_task, task)


GRADING_NICENESS = 10
"""Of grades, for which nobody holds a page open: looks go first."""
GRADING_WARM, GRADING_MOST = 1, MOST

_started: list[AnalysisPool] = []
_graders: list[AnalysisPool] = []
_starting = Lock()


def start_analysis() -> None:
    """Start the processes; does not wait for them. Nothing happens if they are started."""
    if settings().analysis == "processes" and not _started:
        _started.append(AnalysisPool())
    if settings().lab and not settings().grade_elsewhere:
        start_graders()


def start_graders() -> None:
    """The same for the processes of grades, which give way to those of looks."""
    with _starting:
        if settings().analysis == "processes" and not _graders:
            _graders.append(AnalysisPool(GRADING_WARM, GRADING_MOST, GRADING_NICENESS))


def end_analysis() -> None:
    """End them."""
    for pools in (_started, _graders):
        while pools:
            pools.pop().close()


def analyser() -> Analyser:
    """The pool; without one, a thread, which only the setting for tests asks for."""
    if settings().analysis == "thread":
        return InThread()
    start_analysis()
    return _started[0]


def grader() -> Analyser:
    """Who answers what grades and proofs ask."""
    if settings().analysis == "thread":
        return InThread()
    start_graders()
    return _graders[0]
