"""An attempt may be replaced by a newer one before it is graded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_BEFORE = "status IN ('waiting', 'running', 'graded', 'error')"
_AFTER = "status IN ('waiting', 'running', 'graded', 'error', 'replaced')"


def upgrade() -> None:
    """One more word in a check of one table, of which nothing else changes.

    SQLite knows no other way than making the table anew, which its foreign keys forbid, or writing
    its text, as its manual describes for checks.
    """
    connection = op.get_bind()
    if connection.dialect.name == "postgresql":
        op.drop_constraint(op.f("ck_attempt_status"), "attempt", type_="check")
        op.create_check_constraint(op.f("ck_attempt_status"), "attempt", _AFTER)
        return
    connection.exec_driver_sql("PRAGMA writable_schema=ON")
    connection.execute(
        sa.text(
            "UPDATE sqlite_schema SET sql = replace(sql, :before, :after) "
            "WHERE type = 'table' AND name = 'attempt'"
        ),
        {"before": _BEFORE, "after": _AFTER},
    )
    connection.exec_driver_sql("PRAGMA writable_schema=RESET")
