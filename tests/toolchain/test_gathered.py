"""What lies beside each other in a folder of copies is what was asked for, as it is now."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from compiler_core.toolchain import gathered
from compiler_core.toolchain.command import library_directory
from compiler_core.toolchain.emulator import emulator_readable
from compiler_core.toolchain.gathered import FEWEST, mounts_of


@pytest.fixture
def libraries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A system directory of our own, and a state directory beside it."""
    directory = tmp_path / "lib"
    directory.mkdir()
    monkeypatch.setattr(gathered, "_LIBRARIES", f"{tmp_path}/lib")
    monkeypatch.setattr(gathered, "reachable_directory", lambda: tmp_path)
    gathered._shared_directory.cache_clear()
    made = [directory / f"lib{number}.so" for number in range(FEWEST)]
    for path in made:
        path.write_text(path.name)
    (directory / "secret").write_text("not asked for")
    return made


def contents(folder: str) -> dict[str, str]:
    return {path.name: path.read_text() for path in Path(folder).iterdir()}


def test_a_folder_has_what_was_asked_for_and_follows_an_update(libraries: list[Path]) -> None:
    words = ["/usr/bin/qemu", *map(str, libraries)]
    (folder, target), *others = mounts_of(words)
    assert target == str(libraries[0].parent)
    assert others == [("/usr/bin/qemu", "/usr/bin/qemu")]
    assert contents(folder) == {path.name: path.name for path in libraries}
    assert mounts_of(words)[0][0] == folder
    update = libraries[0].with_name("new")
    update.write_text("newer")
    os.replace(update, libraries[0])
    newer = mounts_of(words)[0][0]
    assert newer != folder
    assert contents(newer)[libraries[0].name] == "newer"


def test_what_cannot_be_one_mount_stays_many(
    libraries: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few files, their directory itself or something below it, another's directory, no room."""
    names = [str(path) for path in libraries]
    directory = str(libraries[0].parent)
    elsewhere = [f"/opt/{number}" for number in range(FEWEST)]
    for readable in (names[1:], [*names, directory], [*names, f"{directory}/a/b"], elsewhere):
        assert mounts_of(readable) == tuple((path, path) for path in readable)
    monkeypatch.setattr(gathered, "reachable_directory", lambda: tmp_path / "missing")
    assert mounts_of(names) == tuple((path, path) for path in names)


def test_the_emulator_comes_with_few_mounts() -> None:
    found = mounts_of(emulator_readable())
    assert len(found) < 6
    assert library_directory() in (target for _, target in found)
    copies = next(Path(source) for source, target in found if target == library_directory())
    wanted = {path for path in emulator_readable() if os.path.dirname(path) == library_directory()}
    assert {path.name for path in copies.iterdir()} == {os.path.basename(path) for path in wanted}
    for path in wanted:
        assert (copies / os.path.basename(path)).read_bytes() == Path(path).read_bytes()
