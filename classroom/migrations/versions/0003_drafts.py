"""Exercises that instructors write, before they are published."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """One table."""
    op.create_table(
        "draft",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("exercise_id", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("asked", sa.Double(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("fault", sa.Text(), nullable=False),
        sa.Column("proof", sa.JSON(), nullable=True),
        sa.CheckConstraint(
            "state IN ('draft', 'waiting', 'running', 'proven', 'faulty', 'error')",
            name=op.f("ck_draft_state"),
        ),
        sa.ForeignKeyConstraint(
            ["class_id"], ["class.id"], name=op.f("fk_draft_class_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draft")),
        sa.UniqueConstraint("class_id", "exercise_id", name=op.f("uq_draft_class_id_exercise_id")),
    )
    op.create_index(op.f("ix_draft_state_asked"), "draft", ["state", "asked"])
