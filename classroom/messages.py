"""Messages about waiting jobs, for workers on other machines: procrastinate's tables in PostgreSQL.

The rows of `classroom.jobs` and `classroom.run_rows` stay the truth: a message only names one, and
is sent by the same transaction, so that neither exists without the other. A message of a job that
has ended does nothing. Where these tables are not, nobody is told: the server works itself.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache

from sqlalchemy import Connection, text

from compiler_core.exercises.measured import versions_here
from compiler_core.own_digest import own_digest

GRADING = "grade"
RUNNING = "run"
"""Runs of models have a queue of their own: they take minutes, and grades do not wait for them."""
_SEND = text(
    "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(:queue, :task, :priority, NULL, NULL, "
    "jsonb_build_object('job', CAST(:job AS bigint)), NULL)::procrastinate_job_to_defer_v1])"
)
_UNSENT = text(
    "SELECT id, priority FROM job WHERE state IN ('queued', 'running') AND NOT EXISTS ("
    "SELECT 1 FROM procrastinate_jobs AS message "
    "WHERE message.task_name = :task AND CAST(message.args ->> 'job' AS bigint) = job.id AND "
    "(message.status = 'todo' OR message.status = 'doing' AND message.queue_name = :queue)) "
    "ORDER BY id"
)
_MOVE = text(
    "UPDATE procrastinate_jobs SET queue_name = :queue "
    "WHERE status = 'todo' AND queue_name LIKE :old AND queue_name <> :queue"
)
_DROP = text(
    "DELETE FROM procrastinate_jobs "
    "WHERE status = 'todo' AND queue_name LIKE :old AND queue_name <> :queue"
)


@lru_cache(maxsize=2)
def queue_name(task: str = GRADING) -> str:
    """Of this program with these tools: what others do is no work for us, nor ours for them."""
    tools = json.dumps(versions_here(), sort_keys=True)
    return f"{task} {own_digest()[:16]} {hashlib.sha256(tools.encode()).hexdigest()[:16]}"


def has_messages(connection: Connection) -> bool:
    """Whether workers are told of jobs in this database."""
    if connection.dialect.name != "postgresql":
        return False
    return connection.scalar(text("SELECT to_regclass('procrastinate_jobs')")) is not None


def send(connection: Connection, job_id: int, priority: int, task: str = GRADING) -> None:
    """Tell the workers of a job, where there may be some."""
    if has_messages(connection):
        values = {"queue": queue_name(task), "task": task, "priority": priority, "job": job_id}
        connection.execute(_SEND, values)


def catch_up(connection: Connection) -> int:
    """When a server starts: what waits in the queue of an earlier program or of other tools moves
    to its own, and of gradings without a message one is sent. How many those were.

    Nobody looks after the messages of an earlier program's worker that was killed: what is being
    done there is sent anew. Runs that an earlier program was asked for are asked for again.
    """
    connection.execute(_MOVE, {"queue": queue_name(), "old": f"{GRADING} %"})
    connection.execute(_DROP, {"queue": queue_name(RUNNING), "old": f"{RUNNING} %"})
    unsent = connection.execute(_UNSENT, {"queue": queue_name(), "task": GRADING}).all()
    for row in unsent:
        send(connection, row.id, row.priority)
    return len(unsent)
