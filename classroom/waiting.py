"""How much waits to be done, and for how long: for whoever watches over the server."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from classroom.tables import jobs


def oldest_queued_seconds(connection: Connection, now: float) -> float:
    """How long the oldest job has waited; 0 where none waits."""
    oldest = connection.scalar(select(func.min(jobs.c.made)).where(jobs.c.state == "queued"))
    return max(now - oldest, 0.0) if oldest is not None else 0.0


def jobs_by_state(connection: Connection) -> dict[tuple[str, str], int]:
    """Numbers of jobs by state and kind."""
    columns = (jobs.c.state, jobs.c.kind)
    counted = select(*columns, func.count()).group_by(*columns)
    return {(state, kind): number for state, kind, number in connection.execute(counted)}
