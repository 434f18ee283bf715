"""An analysis process: tasks in, finished bytes out, one at a time, for as long as it lasts.

Started by `app.analysis.pool` in the jail. Each task has a time of its own on the processor; the
kernel ends the process when it is over, in whatever computation it is then.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from app.analysis.parts import told_to
from app.analysis.task import PREPARED, Task, TaskEnd, TaskRefusal, TimedTask
from compiler_core.errors import AnswerTooLarge, LoweringLabError, WorkCancelled
from compiler_core.toolchain.frames import Ended
from compiler_core.toolchain.tool_requests import ParentTools

_LONGEST_WORDS = 4000


def main() -> None:
    """Until the server closes the pipe."""
    # What is imported stays: looking for what can be dropped took a tenth of the time it takes.
    gc.disable()
    tools = ParentTools.begin()
    os.environ["LOWLAB_STATE"] = os.getcwd()
    # Only now: what is imported may ask for tools.
    from app.tasks.registry import TASKS, warm_up

    warm_up()
    # No later collection needs to look at it either.
    gc.freeze()
    gc.enable()
    tools.send("ready", None)
    unprepared = deque(TASKS) if PREPARED in sys.argv else deque[str]()
    while True:
        prepare_while_idle(unprepared, tools.is_asked)
        try:
            timed = tools.receive().read_as(TimedTask)
        except Ended:
            return
        listener = (lambda part: tools.send("part", part)) if timed.listens else None
        with told_to(listener):
            end = _ended(timed)
        tools.send("end", end)


def prepare_while_idle(unprepared: deque[str], is_asked: Callable[[], bool]) -> None:
    """Import what these tasks need, one after another, until a task comes. unprepared: loses those
    that are. The first task of all waits for what it needs itself, which is a third of it all."""
    from app.tasks.registry import task_named

    while unprepared and not is_asked():
        gc.disable()
        task_named(unprepared.popleft())
        gc.enable()


def _ended(timed: TimedTask) -> TaskEnd:
    from app.tasks.registry import task_named

    with suppress(KeyError):
        # Importing is no time of the task's, and may take longer than a plain one has.
        task_named(timed.task.name)
    before = _processor_seconds()
    # Its signal ends the process: no handler in Python would run in a long operation of its own.
    signal.setitimer(signal.ITIMER_PROF, timed.processor_seconds)
    try:
        end = tried(timed.task)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = used.ru_utime + used.ru_stime - before
    return replace(end, peak_bytes=used.ru_maxrss * 1024, seconds=seconds)


def tried(task: Task) -> TaskEnd:
    """The answer, or why there is none; without a limit of time."""
    from app.tasks.registry import answer_task

    try:
        return TaskEnd(answer=answer_task(task))
    except MemoryError:
        return TaskEnd(answer=None, failure="memory")
    except RecursionError:
        return TaskEnd(answer=None, failure="depth")
    except WorkCancelled:
        return TaskEnd(answer=None, failure="cancelled")
    except AnswerTooLarge:
        return TaskEnd(answer=None, failure="size")
    except LoweringLabError as error:
        words = error.message[:_LONGEST_WORDS], error.advice[:_LONGEST_WORDS]
        return TaskEnd(answer=None, refusal=TaskRefusal(error.status, *words))
    except Exception:  # noqa: BLE001 (the boundary of the task)
        return TaskEnd(answer=None, failure="error", words=traceback.format_exc()[-_LONGEST_WORDS:])


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
