"""What the migrations make is what the tables say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from classroom.backup import back_up
from classroom.database import LabDatabase, WrongSchema, newest_schema
from classroom.members import find_member
from classroom.shared_tables import shared_metadata
from classroom.tables import metadata
from tests.lab.laboratory import Laboratory

LATER_FORMS = {
    "inventory", "inventory_test", "inventory_answer", "experiment", "experiment_member", "draft",
    "grading_tools", "links", "link_uses",
} | shared_metadata.tables.keys()  # fmt: skip
ALL: Any = [metadata, shared_metadata]


def test_the_migrated_database_has_the_tables_of_the_program(database: LabDatabase) -> None:
    assert database.schema() == newest_schema()
    with database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), ALL) == []


def test_tables_of_another_program_are_left_alone(database: LabDatabase) -> None:
    with database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(WrongSchema, match="lowlab lab upgrade"):
        database.prepare()


def test_a_lab_of_the_first_form_keeps_its_classes(lab: Laboratory, tmp_path: Path) -> None:
    """Taken back to the first form by hand: what is released is never undone by the program."""
    ada = lab.join("ada")
    tables = (*metadata.sorted_tables, *shared_metadata.sorted_tables)
    later = [one for one in reversed(tables) if one.name in LATER_FORMS]
    with lab.database.writing() as connection:
        for table in later:
            table.drop(connection)
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    with pytest.raises(WrongSchema, match="0001"):
        lab.database.prepare()
    if lab.database.is_sqlite:
        assert back_up(lab.database, tmp_path / "before the upgrade") > 0
    lab.database.upgrade()
    lab.database.prepare()
    with lab.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), ALL) == []
        assert find_member(connection, lab.lab_class.id, ada.id).nickname == "ada"
