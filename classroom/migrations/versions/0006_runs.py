"""Runs of models, uploads and contents, for several machines."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Seven tables; nothing of an older server's is moved to them."""
    _contents()
    _uploads()
    _runs()
    _leavings()


def _runs() -> None:
    op.create_table(
        "run",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("queue", sa.String(length=60), nullable=False),
        sa.Column("spec", sa.JSON(), nullable=False),
        sa.Column("owner", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=9), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("cancel", sa.Boolean(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.Column("used", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
        sa.UniqueConstraint("key", "queue", name=op.f("uq_run_key_queue")),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'done', 'failed', 'cancelled')",
            name=op.f("ck_run_state"),
        ),
    )
    op.create_index("ix_run_next", "run", ["state", "priority", "id"])


def _leavings() -> None:
    """What runs told, and what they left."""
    op.create_table(
        "run_event",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("event", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "number", name=op.f("pk_run_event")),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_run_event_run_id"), ondelete="CASCADE"
        ),
    )
    op.create_table(
        "run_result",
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("run_id", "stage", name=op.f("pk_run_result")),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_run_result_run_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["digest"], ["blob.digest"], name=op.f("fk_run_result_digest")),
    )
    op.create_index(op.f("ix_run_result_digest"), "run_result", ["digest"])


def _contents() -> None:
    op.create_table(
        "blob",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_blob")),
    )
    op.create_table(
        "blob_chunk",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("digest", "number", name=op.f("pk_blob_chunk")),
        sa.ForeignKeyConstraint(
            ["digest"], ["blob.digest"], name=op.f("fk_blob_chunk_digest"), ondelete="CASCADE"
        ),
    )


def _uploads() -> None:
    op.create_table(
        "upload",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("used", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_upload")),
    )
    op.create_table(
        "upload_file",
        sa.Column("upload", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("upload", "name", name=op.f("pk_upload_file")),
        sa.ForeignKeyConstraint(
            ["upload"], ["upload.name"], name=op.f("fk_upload_file_upload"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["digest"], ["blob.digest"], name=op.f("fk_upload_file_digest")),
    )
    op.create_index(op.f("ix_upload_file_digest"), "upload_file", ["digest"])
