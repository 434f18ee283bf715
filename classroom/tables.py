"""What a lab keeps, as tables. Times are seconds since the epoch.

The same on SQLite and PostgreSQL; `classroom/migrations` makes them. A member who is deleted leaves
attempts without an owner; everything else of theirs goes.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = MetaData(naming_convention=NAMES)


def _of(target: str, *, gone: str = "CASCADE") -> ForeignKey:
    """A row of another table; gone: what becomes of this one when that one is deleted."""
    return ForeignKey(target, ondelete=gone)


host_links = Table(
    "host_link",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("made", Double, nullable=False),
)

classes = Table(
    "class",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("code", String(8), nullable=False, unique=True),
    Column("title", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("opens", Double),
    Column("closes", Double),
    Column("keep_until", Double),
    Column("settings", JSON, nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
)

members = Table(
    "member",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("class_id", _of("class.id"), nullable=False, index=True),
    Column("nickname", Text, nullable=False),
    Column("nickname_key", Text, nullable=False),
    Column("role", String(12), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("external_id", Text),
    Column("joined", Double, nullable=False),
    Column("seen", Double, nullable=False),
    UniqueConstraint("class_id", "nickname_key"),
    CheckConstraint("role IN ('student', 'assistant', 'instructor')", name="role"),
)

exercises = Table(
    "exercise",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("id", Text, nullable=False),
    Column("yaml", Text, nullable=False),
    Column("files", JSON, nullable=False),
    Column("proven_with", JSON),
)

assignments = Table(
    "assignment",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("class_id", _of("class.id"), nullable=False),
    Column("exercise_id", Text, nullable=False),
    Column("digest", ForeignKey("exercise.digest"), nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("due", Double),
    Column("grace", Double, nullable=False),
    UniqueConstraint("class_id", "exercise_id"),
)

extensions = Table(
    "extension",
    metadata,
    Column("member_id", _of("member.id"), primary_key=True),
    Column("assignment_id", _of("assignment.id"), primary_key=True),
    Column("due", Double, nullable=False),
)

variants = Table(
    "variant",
    metadata,
    Column("member_id", _of("member.id"), primary_key=True),
    Column("assignment_id", _of("assignment.id"), primary_key=True),
    Column("values", JSON, nullable=False),
)

attempts = Table(
    "attempt",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("member_id", _of("member.id", gone="SET NULL")),
    Column("assignment_id", _of("assignment.id"), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("state", JSON, nullable=False),
    Column("source_digest", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("handed_in", Boolean, nullable=False),
    Column("run", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("points", Integer, nullable=False),
    Column("client_key", String(64), nullable=False),
    UniqueConstraint("member_id", "client_key"),
    CheckConstraint(
        "status IN ('waiting', 'running', 'graded', 'error', 'replaced')", name="status"
    ),
    Index("ix_attempt_board", "assignment_id", "member_id", "id", "status", "at", "run"),
)
"""handed_in: false for a try, which counts for nothing. run: of grading, counted from 1;
status, points: of that run. replaced: by a newer one, before it was
graded."""

outcomes = Table(
    "outcome",
    metadata,
    Column("attempt_id", _of("attempt.id"), primary_key=True),
    Column("run", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("status", String(8), nullable=False),
    Column("points", Integer, nullable=False),
    Column("most", Integer, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("data", JSON, nullable=False),
    CheckConstraint("status IN ('passed', 'failed', 'error', 'skipped')", name="status"),
)

grades = Table(
    "grade",
    metadata,
    Column("member_id", _of("member.id"), primary_key=True),
    Column("assignment_id", _of("assignment.id"), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("attempt_id", _of("attempt.id", gone="SET NULL")),
    Column("override", Integer),
    Column("reason", Text),
)

hint_opens = Table(
    "hint_open",
    metadata,
    Column("member_id", _of("member.id"), primary_key=True),
    Column("assignment_id", _of("assignment.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
)

answers = Table(
    "answer",
    metadata,
    Column("member_id", _of("member.id"), primary_key=True),
    Column("assignment_id", _of("assignment.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("choice", Integer, nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Double, nullable=False),
)

prediction_rounds = Table(
    "prediction_round",
    metadata,
    Column("assignment_id", _of("assignment.id"), primary_key=True),
    Column("round", Integer, nullable=False),
    Column("state", String(8), nullable=False),
    Column("changed", Double, nullable=False),
    CheckConstraint("state IN ('open', 'closed', 'shown', 'revealed')", name="state"),
)
"""Where the instructor has come with a question in class. shown: the histogram of this round."""

presentations = Table(
    "presentation",
    metadata,
    Column("class_id", _of("class.id"), primary_key=True),
    Column("timer_ends", Double),
    Column("attempt_id", _of("attempt.id", gone="SET NULL")),
)
"""What the projector shows of a class besides its code."""

own_words = Table(
    "own_words",
    metadata,
    Column("member_id", _of("member.id"), primary_key=True),
    Column("assignment_id", _of("assignment.id"), primary_key=True),
    Column("text", Text, nullable=False),
)
"""What a member says in their report about their best attempt at an exercise."""

inventories = Table(
    "inventory",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("yaml", Text, nullable=False),
)
"""The questions as they were when a class first opened them: an update changes no test."""

inventory_tests = Table(
    "inventory_test",
    metadata,
    Column("class_id", _of("class.id"), primary_key=True),
    Column("test", String(4), primary_key=True),
    Column("digest", ForeignKey("inventory.digest"), nullable=False),
    Column("opened", Double, nullable=False),
    Column("closed", Double),
    CheckConstraint("test IN ('pre', 'post')", name="test"),
)

inventory_answers = Table(
    "inventory_answer",
    metadata,
    Column("member_id", _of("member.id"), primary_key=True),
    Column("test", String(4), primary_key=True),
    Column("question", String(60), primary_key=True),
    Column("choice", Integer, nullable=False),
    Column("at", Double, nullable=False),
)
"""choice: 0 for the right one, then the wrong ones in the file's order."""

experiments = Table(
    "experiment",
    metadata,
    Column("class_id", _of("class.id"), primary_key=True),
    Column("plan", JSON, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("written", Double, nullable=False),
    Column("started", Double),
)
"""The analysis that a class wrote down, and the digest that it had then."""

experiment_members = Table(
    "experiment_member",
    metadata,
    Column("member_id", _of("member.id"), primary_key=True),
    Column("arm", String(13)),
    Column("declined", Double),
    CheckConstraint("arm IN ('predict_first', 'show_first')", name="arm"),
)
"""arm: drawn at the start; null before it, and for who declined before it."""

drafts = Table(
    "draft",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("class_id", _of("class.id"), nullable=False),
    Column("exercise_id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", Double, nullable=False),
    Column("state", String(8), nullable=False),
    Column("asked", Double),
    Column("tries", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("fault", Text, nullable=False),
    Column("proof", JSON),
    UniqueConstraint("class_id", "exercise_id"),
    CheckConstraint(
        "state IN ('draft', 'waiting', 'running', 'proven', 'faulty', 'error')", name="state"
    ),
    Index("ix_draft_state_asked", "state", "asked"),
)
"""Exercises that instructors write. asked: when the proof of this text was asked for; done, total:
answers that it has graded. proof: of the text as it stands."""

jobs = Table(
    "job",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("key", String(96), nullable=False, unique=True),
    Column("owner", Text, nullable=False),
    Column("attempt_id", _of("attempt.id")),
    Column("state", String(8), nullable=False),
    Column("priority", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("made", Double, nullable=False),
    Column("begun", Double),
    Column("ended", Double),
    Column("problem", Text, nullable=False),
    CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'left')", name="state"),
    Index("ix_job_next", "state", "priority", "id"),
)

grading_tools = Table(
    "grading_tools",
    metadata,
    Column("queue", String(60), primary_key=True),
    Column("versions", JSON, nullable=False),
    Column("started", Double, nullable=False),
)
"""Of servers that leave grading to workers: the queue they fill, and the tools that it is for."""

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("class_id", _of("class.id", gone="SET NULL"), index=True),
    Column("at", Double, nullable=False),
    Column("actor", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("subject", Text, nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("id", String(43), primary_key=True),
    Column("content", Text, nullable=False),
)

# opened: when it was last opened, shared again, or made. bytes: what it counts on the quota.
link_uses = Table(
    "link_uses",
    metadata,
    Column("id", String(43), primary_key=True),
    Column("made", Double, nullable=False),
    Column("opened", Double, nullable=False, index=True),
    Column("bytes", Integer, nullable=False),
)
