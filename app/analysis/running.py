"""Who answers tasks in this server: the pool of processes, once it is started."""

from __future__ import annotations

from anyio import to_thread

from app.analysis.pool import Analyser, AnalysisPool
from app.analysis.task import FinishedAnswer, Task
from app.settings import settings


class InThread:
    """Answers in a thread of the server, without a limit: for tests of pages, nothing else."""

    async def answer(self, task: Task) -> FinishedAnswer:
        """As `Analyser.answer`, without its limits."""
        from app.analysis.tasks import answer_task

        return await to_thread.run_sync(answer_task, task)


_started: list[AnalysisPool] = []


def start_analysis() -> None:
    """Start the processes; does not wait for them. Nothing happens if they are started."""
    if settings().analysis == "processes" and not _started:
        _started.append(AnalysisPool())


def end_analysis() -> None:
    """End them."""
    while _started:
        _started.pop().close()


def analyser() -> Analyser:
    """The pool; without one, a thread, which only the setting for tests asks for."""
    if settings().analysis == "thread":
        return InThread()
    start_analysis()
    return _started[0]
