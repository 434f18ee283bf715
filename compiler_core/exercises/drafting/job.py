"""A network's draft in a process of its own:
`python -m compiler_core.exercises.drafting.job DIRECTORY`, with the limits of a grading.
"""

from __future__ import annotations

from pathlib import Path

from compiler_core.exercises.drafting.asked import drafted
from compiler_core.exercises.job import ANSWER_NAME, LIMITS
from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import REQUEST_NAME, run_as_worker


def draft_job(directory: Path, _: EventLog) -> None:
    """The file beside the request."""
    text = drafted((directory / REQUEST_NAME).read_bytes())
    (directory / ANSWER_NAME).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    run_as_worker(draft_job, LIMITS)
