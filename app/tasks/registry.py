"""Every task by its name: the one table of what an analysis process answers.

Modules are imported when their first task comes: all of them take more than twice the time that
compiling needs, which a process that is started for a crowd, or only grades, does without.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module

from app.analysis.task import FinishedAnswer, Task
from app.serving.exercise_makers import offering
from app.serving.queue_numbers import noting_numbers
from compiler_core.answer_size import check_size
from compiler_core.examples import load_examples
from compiler_core.host.plain_listing import listed_plainly
from compiler_core.toolchain.discovery import installed_compilers

TASKS = {
    "compile": "compile_tasks.compiled",
    "compile text": "compile_tasks.compiled_text",
    "diff": "compile_tasks.compared",
    "matrix": "compile_tasks.tried_settings",
    "compilers": "compile_tasks.tried_compilers",
    "passes": "compile_tasks.followed_passes",
    "why": "compile_tasks.explained_loops",
    "trial": "compile_tasks.tried_suggestion",
    "trials": "compile_tasks.tried_suggestions",
    "cycles": "compile_tasks.modelled_cycles",
    "bisect": "compile_tasks.bisected",
    "count": "run_tasks.counted",
    "cfg": "run_tasks.drawn_flow",
    "ledger": "run_tasks.priced",
    "ledger without": "run_tasks.left_out",
    "outputs": "run_tasks.compared_outputs",
    "sweep": "run_tasks.swept",
    "slice": "run_tasks.sliced",
    "element": "network_tasks.explained",
    "step": "run_tasks.recorded_step",
    "steps": "run_tasks.recorded",
    "overlap": "run_tasks.overlapped",
    "whole": "run_tasks.linked",
    "profile": "run_tasks.profiled",
    "break": "claim_tasks.broken",
    "break verdict": "claim_tasks.broken_verdict",
    "textbook": "textbook_tasks.traced",
    "textbook compare": "textbook_tasks.three_columns",
    "playground": "textbook_tasks.playground",
    "explorer": "explorer_tasks.explorer",
    "explorer at length": "explorer_tasks.explorer",
    "frames": "explorer_tasks.frames",
    "section": "explorer_tasks.section",
    "shared": "explorer_tasks.shared",
    "embed": "explorer_tasks.embedded",
    "offline": "explorer_tasks.offline",
    "loop work": "chip_tasks.counted_loop",
    "loop profile": "chip_tasks.profiled_loop",
    "loop profile record": "chip_tasks.profiled_loop_record",
    "atlas": "atlas_tasks.answered",
    "grade": "exercise_tasks.graded",
    "prove": "exercise_tasks.proved",
    "exercise": "exercise_tasks.summed_up",
    "draft": "exercise_tasks.drafted",
}
"""Module of this package, and function there."""


def task_named(name: str) -> Callable[[Task], FinishedAnswer]:
    """What answers it. Raises KeyError for no task."""
    module, _, function = TASKS[name].partition(".")
    return getattr(import_module(f"app.tasks.{module}"), function)


def answer_task(task: Task) -> FinishedAnswer:
    """The finished answer. Raises AnswerTooLarge, and other LoweringLabError in plain words;
    KeyError for no task."""
    plain = listed_plainly() if task.plainly else nullcontext()
    with noting_numbers(), offering(task.makers), plain:
        answer = task_named(task.name)(task)
        check_size(answer.body)
    return answer.compressed() if task.compresses else answer


def warm_up() -> None:
    """What every task needs, before the first one waits for it."""
    installed_compilers()
    load_examples()
