"""How Alembic runs the migrations: on a connection that it is given, within its transaction."""

from __future__ import annotations

from alembic import context

from classroom.shared_tables import shared_metadata
from classroom.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=[metadata, shared_metadata],
    render_as_batch=True,
    transactional_ddl=False,
)
context.run_migrations()
