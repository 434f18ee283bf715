"""Exercises: one answer graded, one answer of a proof, and a file that is being written."""

from __future__ import annotations

from app.analysis.task import FinishedAnswer, Task, finished
from app.tasks.answering import texts_of


def graded(task: Task) -> FinishedAnswer:
    """The outcome of every check, in order."""
    from compiler_core.exercises.asked import answered

    return finished(200, answered(task.body), lasting=False)


def proved(task: Task) -> FinishedAnswer:
    """One line of a proof."""
    from compiler_core.exercises.asked import proof_line

    return finished(200, proof_line(task.body), lasting=False)


def summed_up(task: Task) -> FinishedAnswer:
    """What the file holds, or its first fault."""
    import msgspec

    from compiler_core.exercises.summary import summary_of

    text = task.body.decode("utf-8", "replace")
    summary = summary_of(text, texts_of(task.form).get("id", ""))
    return finished(200, msgspec.json.encode(summary), lasting=False)


def drafted(task: Task) -> FinishedAnswer:
    """The file of an exercise that is begun from a state."""
    from compiler_core.exercises.drafting import asked

    return finished(200, asked.drafted(task.body).encode(), "text/plain", lasting=False)
