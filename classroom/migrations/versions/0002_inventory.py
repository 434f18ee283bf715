"""The concept inventory with its answers, and the experiment of a class."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Five more tables; those that stand are left as they are."""
    _inventory_table()
    _inventory_test_table()
    _inventory_answer_table()
    _experiment_table()
    _experiment_member_table()


def _inventory_table() -> None:
    op.create_table(
        "inventory",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("yaml", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_inventory")),
    )


def _inventory_test_table() -> None:
    op.create_table(
        "inventory_test",
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("test", sa.String(length=4), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("opened", sa.Double(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
        sa.CheckConstraint("test IN ('pre', 'post')", name=op.f("ck_inventory_test_test")),
        sa.ForeignKeyConstraint(
            ["class_id"], ["class.id"], name=op.f("fk_inventory_test_class_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["digest"], ["inventory.digest"], name=op.f("fk_inventory_test_digest")
        ),
        sa.PrimaryKeyConstraint("class_id", "test", name=op.f("pk_inventory_test")),
    )


def _inventory_answer_table() -> None:
    op.create_table(
        "inventory_answer",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("test", sa.String(length=4), nullable=False),
        sa.Column("question", sa.String(length=60), nullable=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
            name=op.f("fk_inventory_answer_member_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("member_id", "test", "question", name=op.f("pk_inventory_answer")),
    )


def _experiment_table() -> None:
    op.create_table(
        "experiment",
        sa.Column("class_id", sa.String(length=12), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("written", sa.Double(), nullable=False),
        sa.Column("started", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["class_id"], ["class.id"], name=op.f("fk_experiment_class_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("class_id", name=op.f("pk_experiment")),
    )


def _experiment_member_table() -> None:
    op.create_table(
        "experiment_member",
        sa.Column("member_id", sa.Integer(), nullable=False),
        sa.Column("arm", sa.String(length=13), nullable=True),
        sa.Column("declined", sa.Double(), nullable=True),
        sa.CheckConstraint(
            "arm IN ('predict_first', 'show_first')", name=op.f("ck_experiment_member_arm")
        ),
        sa.ForeignKeyConstraint(
            ["member_id"],
            ["member.id"],
            name=op.f("fk_experiment_member_member_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_experiment_member")),
    )
