"""Runs that have ended are kept under a quota, those longest unused go first."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, select

from classroom.blobs import forget_unused
from classroom.shared_tables import blobs, run_results, runs
from compiler_core.toolchain.stores import RUNS_BYTES

MOST_RUNS = 5_000


def make_room_for_runs(connection: Connection, keep: int, quota: int = RUNS_BYTES) -> None:
    """keep: the number of a run that stays."""
    size = func.coalesce(func.sum(blobs.c.bytes), 0)
    wanted = (
        select(runs.c.id, runs.c.state, size.label("bytes"))
        .outerjoin(run_results, run_results.c.run_id == runs.c.id)
        .outerjoin(blobs, blobs.c.digest == run_results.c.digest)
        .group_by(runs.c.id, runs.c.state, runs.c.used)
        .order_by(runs.c.used)
    )
    rows = connection.execute(wanted).all()
    total, number = sum(row.bytes for row in rows), len(rows)
    for row in rows:
        if total <= quota and number <= MOST_RUNS:
            break
        if row.id != keep and row.state not in ("queued", "running"):
            connection.execute(delete(runs).where(runs.c.id == row.id))
            total, number = total - row.bytes, number - 1
    forget_unused(connection)
