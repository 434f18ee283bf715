"""One line of a proof in a process of its own:
`python -m compiler_core.exercises.proof_job DIRECTORY`, with the limits of `job`.
"""

from __future__ import annotations

from pathlib import Path

from compiler_core.exercises.asked import proof_line
from compiler_core.exercises.job import ANSWER_NAME, LIMITS
from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import REQUEST_NAME, run_as_worker


def prove_job(directory: Path, _: EventLog) -> None:
    """The line beside the request."""
    (directory / ANSWER_NAME).write_bytes(proof_line((directory / REQUEST_NAME).read_bytes()))


if __name__ == "__main__":
    run_as_worker(prove_job, LIMITS)
