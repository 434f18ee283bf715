"""Files that a process places for its programs: bounded, its own, and gone with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.errors import InputError
from compiler_core.toolchain import placed_files
from compiler_core.toolchain.placed_files import PlacedFiles, pieces_of, placed_file


def test_a_placed_file_is_there_for_all_as_long_as_the_block_lasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(placed_files, "_PIECE_BYTES", 4)
    with placed_file(pieces_of(b"some weights")) as path:
        assert Path(path).read_bytes() == b"some weights"
        assert Path(path).stat().st_mode & 0o777 == 0o644
        assert all(parent.stat().st_mode & 0o001 for parent in Path(path).parents)
    assert not Path(path).exists()


def test_only_its_own_files_grow_and_go(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("of someone else")
    placed = PlacedFiles()
    with pytest.raises(InputError, match="no such placed file"):
        placed.add_to_file(str(other), b"more")
    placed.end_file(str(other))
    assert other.read_text() == "of someone else"


def test_they_are_bounded_in_size_and_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placed_files, "MOST_BYTES", 8)
    monkeypatch.setattr(placed_files, "_MOST_FILES", 2)
    placed = PlacedFiles()
    first, second = placed.begin_file(), placed.begin_file()
    placed.add_to_file(first, b"12345")
    with pytest.raises(InputError, match="at most"):
        placed.add_to_file(second, b"6789")
    with pytest.raises(InputError, match="the limit"):
        placed.begin_file()
    placed.end_file(first)
    placed.add_to_file(second, b"6789")
    placed.close()
    assert not Path(second).exists()
    with pytest.raises(InputError):
        placed.begin_file()
