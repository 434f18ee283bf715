"""Shared links beside the classes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Two tables; links of an older server's file come when the server starts."""
    op.create_table(
        "links",
        sa.Column("id", sa.String(length=43), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_links")),
    )
    op.create_table(
        "link_uses",
        sa.Column("id", sa.String(length=43), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link_uses")),
    )
    op.create_index(op.f("ix_link_uses_opened"), "link_uses", ["opened"])
