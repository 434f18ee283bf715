"""What the migrations make is what the tables say."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from classroom.database import LabDatabase, WrongSchema, newest_schema
from classroom.tables import metadata


def test_the_migrated_database_has_the_tables_of_the_program(database: LabDatabase) -> None:
    assert database.schema() == newest_schema()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_tables_of_another_program_are_left_alone(database: LabDatabase) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(WrongSchema, match="lowlab lab upgrade"):
        database.prepare()
