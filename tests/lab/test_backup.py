"""A backup holds everything, from either database into either."""

from __future__ import annotations

from pathlib import Path

import pytest

from classroom.backup import back_up, restore, rows_by_table
from classroom.database import LabDatabase
from compiler_core.errors import InputError
from tests.lab.laboratory import Laboratory


@pytest.fixture
def filled(lab: Laboratory) -> Laboratory:
    for name in ("ada", "bob"):
        member = lab.join(name)
        lab.hand_in(member, "vv")
        lab.send(member, "v", handed_in=False)
    lab.engine.do_all()
    return lab


def test_backup_and_restore_elsewhere(filled: Laboratory, tmp_path: Path) -> None:
    file = tmp_path / "backup.sqlite"
    back_up(filled.database, file)
    assert not list(tmp_path.glob("backup.sqlite-*"))
    elsewhere = LabDatabase(f"sqlite:///{tmp_path / 'elsewhere.sqlite'}")
    restore(file, elsewhere)
    assert rows_by_table(elsewhere) == rows_by_table(filled.database)
    again = Laboratory(elsewhere)
    again.hand_in(again.join("carol"), "v")
    with pytest.raises(InputError, match="classes here already"):
        restore(file, elsewhere)
    elsewhere.close()


def test_restore_into_postgresql_goes_on_counting(
    tmp_path: Path, database: LabDatabase
) -> None:  # fmt: skip
    own = LabDatabase(f"sqlite:///{tmp_path / 'own.sqlite'}")
    own.prepare()
    before = Laboratory(own)
    before.hand_in(before.join("ada"), "vv")
    before.engine.do_all()
    back_up(own, tmp_path / "file")
    restore(tmp_path / "file", database)
    assert rows_by_table(database) == rows_by_table(own)
    later = Laboratory(database)
    later.hand_in(later.join("new"), "v")
    own.close()


def test_what_is_no_backup_is_refused(tmp_path: Path, database: LabDatabase) -> None:
    (tmp_path / "text").write_text("no database")
    for name in ("text", "nothing"):
        with pytest.raises(InputError, match="no backup of a lab"):
            restore(tmp_path / name, database)
    (tmp_path / "there").touch()
    with pytest.raises(InputError, match="exists already"):
        back_up(database, tmp_path / "there")
