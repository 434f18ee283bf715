"""What an analysis process says, for pages that are made in a thread of the server."""

from __future__ import annotations

import asyncio

from app.analysis.errors import AnalysisEnded, TaskRefused
from app.analysis.parts import Listener
from app.analysis.pool import Analyser
from app.analysis.running import analyser
from app.analysis.task import FinishedAnswer, Task
from compiler_core.asker import LOOK_SECONDS, check_asker
from compiler_core.errors import InputError

_SERVER_ERRORS = 500


def analysed(
    task: Task, by: Analyser | None = None, listener: Listener | None = None
) -> FinishedAnswer:
    """The answer, waited for in this thread, which must not be that of an event loop. by: who
    answers, if not the pool of looks. listener: as in `Analyser.answer`.

    Raises InputError for what the core refuses or comes to no end with, TaskRefused and
    AnalysisEnded when the server is busy, and WorkCancelled when whoever asked has left.
    """
    try:
        return asyncio.run(_followed(task, by or analyser(), listener))
    except AnalysisEnded as error:
        if not error.too_large:
            raise
        raise InputError(error.message, error.advice) from error
    except TaskRefused as error:
        if error.status >= _SERVER_ERRORS:
            raise
        raise InputError(error.message, error.advice) from error


async def _followed(task: Task, by: Analyser, listener: Listener | None) -> FinishedAnswer:
    asking = asyncio.create_task(by.answer(task, listener))
    try:
        while not (await asyncio.wait((asking,), timeout=LOOK_SECONDS))[0]:
            check_asker()
    finally:
        asking.cancel()
    return await asking
