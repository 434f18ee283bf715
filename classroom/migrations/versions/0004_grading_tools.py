"""The tools that servers leave to workers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """One more table."""
    op.create_table(
        "grading_tools",
        sa.Column("queue", sa.String(length=60), nullable=False),
        sa.Column("versions", sa.JSON(), nullable=False),
        sa.Column("started", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("queue", name=op.f("pk_grading_tools")),
    )
