"""What the machines of one server share beside the classes: runs of models, uploads, contents.

All of it can be made or sent again, so that it has tables of its own, which no backup holds.
Nothing here says whose it is but `run.owner`, a pseudonym that is gone when the run has ended.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
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

from classroom.tables import NAMES

shared_metadata = MetaData(naming_convention=NAMES)

blobs = Table(
    "blob",
    shared_metadata,
    Column("digest", String(64), primary_key=True),
    Column("bytes", BigInteger, nullable=False),
)

blob_chunks = Table(
    "blob_chunk",
    shared_metadata,
    Column("digest", ForeignKey("blob.digest", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

uploads = Table(
    "upload",
    shared_metadata,
    Column("name", String(64), primary_key=True),
    Column("used", Double, nullable=False),
)
"""name: its kind and its digest, as `models/…`."""

upload_files = Table(
    "upload_file",
    shared_metadata,
    Column("upload", ForeignKey("upload.name", ondelete="CASCADE"), primary_key=True),
    Column("name", String(80), primary_key=True),
    Column("digest", ForeignKey("blob.digest"), nullable=False, index=True),
    Column("bytes", BigInteger, nullable=False),
)
"""bytes: of the file, whose end may be a hole that its content leaves out."""

runs = Table(
    "run",
    shared_metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(32), nullable=False),
    Column("queue", String(60), nullable=False),
    Column("spec", JSON, nullable=False),
    Column("owner", String(64), nullable=False),
    Column("state", String(9), nullable=False),
    Column("priority", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("cancel", Boolean, nullable=False),
    Column("made", Double, nullable=False),
    Column("ended", Double),
    Column("used", Double, nullable=False),
    UniqueConstraint("key", "queue"),
    CheckConstraint("state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="state"),
    Index("ix_run_next", "state", "priority", "id"),
)
"""cancel: somebody asked for its end."""

run_events = Table(
    "run_event",
    shared_metadata,
    Column("run_id", ForeignKey("run.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("event", Text, nullable=False),
)

run_results = Table(
    "run_result",
    shared_metadata,
    Column("run_id", ForeignKey("run.id", ondelete="CASCADE"), primary_key=True),
    Column("stage", String(32), primary_key=True),
    Column("digest", ForeignKey("blob.digest"), nullable=False, index=True),
)
