"""The first form: classes, members, exercises, attempts, grades, jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Every table, those that others point to first."""
    _class_table()
    _exercise_table()
    _host_link_table()
    _assignment_table()
    _audit_table()
    _member_table()
    _answer_table()
    _attempt_table()
    _extension_table()
    _hint_open_table()
    _variant_table()
    _grade_table()
    _job_table()
    _outcome_table()
    _prediction_round_table()
    _presentation_table()
    _own_words_table()


def _class_table() -> None:
    op.create_table(
        "class",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("opens", sa.Double(), nullable=True),
        sa.Column("closes", sa.Double(), nullable=True),
        sa.Column("keep_until", sa.Double(), nullable=True),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_class")),
        sa.UniqueConstraint("code", name=op.f("uq_class_code")),
    )


def _exercise_table() -> None:
    op.create_table(
        "exercise",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("yaml", sa.Text(), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("proven_with", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_exercise")),
    )


def _host_link_table() -> None:
    op.create_table(
        "host_link",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_host_link")),
    )


def _assignment_table() -> None:
    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("exercise_id", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double(), nullable=True),
        sa.Column("grace", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["class.id"], name=op.f("fk_assignment_class_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["digest"], ["exercise.digest"], name=op.f("fk_assignment_digest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignment")),
        sa.UniqueConstraint(
            "class_id", "exercise_id", name=op.f("uq_assignment_class_id_exercise_id")
        ),
    )


def _audit_table() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["class_id"], ["class.id"], name=op.f("fk_audit_class_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_audit_class_id"), ["class_id"], unique=False)


def _member_table() -> None:
    op.create_table(
        "member",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("nickname", sa.Text(), nullable=False),
        sa.Column("nickname_key", sa.Text(), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=True),
        sa.Column("joined", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.CheckConstraint(
            "role IN ('student', 'assistant', 'instructor')", name=op.f("ck_member_role")
        ),
        sa.ForeignKeyConstraint(
            ["class_id"], ["class.id"], name=op.f("fk_member_class_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
        sa.UniqueConstraint(
            "class_id", "nickname_key", name=op.f("uq_member_class_id_nickname_key")
        ),
        sa.UniqueConstraint("token_hash", name=op.f("uq_member_token_hash")),
    )
    with op.batch_alter_table("member", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_member_class_id"), ["class_id"], unique=False)


def _answer_table() -> None:
    op.create_table(
        "answer",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_answer_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_answer_member_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", "assignment_id", "round", name=op.f("pk_answer")),
    )


def _attempt_table() -> None:
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("member_id", sa.Integer(), nullable=True),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("source_digest", sa.String(length=64), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("handed_in", sa.Boolean(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("client_key", sa.String(length=64), nullable=False),
        sa.CheckConstraint(
            "status IN ('waiting', 'running', 'graded', 'error')", name=op.f("ck_attempt_status")
        ),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_attempt_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_attempt_member_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempt")),
        sa.UniqueConstraint(
            "member_id", "client_key", name=op.f("uq_attempt_member_id_client_key")
        ),
    )
    with op.batch_alter_table("attempt", schema=None) as batch_op:
        batch_op.create_index(
            "ix_attempt_board",
            ["assignment_id", "member_id", "id", "status", "at", "run"],
            unique=False,
        )


def _extension_table() -> None:
    op.create_table(
        "extension",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_extension_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_extension_member_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", "assignment_id", name=op.f("pk_extension")),
    )


def _hint_open_table() -> None:
    op.create_table(
        "hint_open",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_hint_open_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_hint_open_member_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", "assignment_id", "number", name=op.f("pk_hint_open")),
    )


def _variant_table() -> None:
    op.create_table(
        "variant",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_variant_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_variant_member_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", "assignment_id", name=op.f("pk_variant")),
    )


def _grade_table() -> None:
    op.create_table(
        "grade",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=True),
        sa.Column("override", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_grade_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempt.id"], name=op.f("fk_grade_attempt_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_grade_member_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", "assignment_id", name=op.f("pk_grade")),
    )


def _job_table() -> None:
    op.create_table(
        "job",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=96), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("made", sa.Double(), nullable=False),
        sa.Column("begun", sa.Double(), nullable=True),
        sa.Column("ended", sa.Double(), nullable=True),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'done', 'failed', 'left')", name=op.f("ck_job_state")
        ),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempt.id"], name=op.f("fk_job_attempt_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_job")),
        sa.UniqueConstraint("key", name=op.f("uq_job_key")),
    )
    with op.batch_alter_table("job", schema=None) as batch_op:
        batch_op.create_index("ix_job_next", ["state", "priority", "id"], unique=False)


def _outcome_table() -> None:
    op.create_table(
        "outcome",
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("run", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            "status IN ('passed', 'failed', 'error', 'skipped')", name=op.f("ck_outcome_status")
        ),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempt.id"], name=op.f("fk_outcome_attempt_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("attempt_id", "run", "number", name=op.f("pk_outcome")),
    )


def _prediction_round_table() -> None:
    op.create_table(
        "prediction_round",
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.CheckConstraint(
            "state IN ('open', 'closed', 'shown', 'revealed')",
            name=op.f("ck_prediction_round_state"),
        ),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_prediction_round_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("assignment_id", name=op.f("pk_prediction_round")),
    )


def _presentation_table() -> None:
    op.create_table(
        "presentation",
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("timer_ends", sa.Double(), nullable=True),
        sa.Column("attempt_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempt.id"],
            name=op.f("fk_presentation_attempt_id"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["class_id"], ["class.id"], name=op.f("fk_presentation_class_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("class_id", name=op.f("pk_presentation")),
    )


def _own_words_table() -> None:
    op.create_table(
        "own_words",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("assignment_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["assignment_id"],
            ["assignment.id"],
            name=op.f("fk_own_words_assignment_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["member_id"], ["member.id"], name=op.f("fk_own_words_member_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("member_id", "assignment_id", name=op.f("pk_own_words")),
    )
