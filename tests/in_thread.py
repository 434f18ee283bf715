"""Tasks answered in a thread of the tests, where processes of their own would cost more."""

from __future__ import annotations

from anyio import to_thread

from app.analysis.parts import Listener, told_to
from app.analysis.task import FinishedAnswer, Task
from app.tasks.registry import answer_task


class InThread:
    """Answers as a process does, without its limits and without a jail."""

    async def answer(self, task: Task, listener: Listener | None = None) -> FinishedAnswer:
        """As `Analyser.answer`."""
        with told_to(listener):
            return await to_thread.run_sync(answer_task, task)
