"""What is kept stays within its quota, and what nobody works on any more goes."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.kept_folders import (
    INCOMING,
    bytes_of,
    held,
    incoming_folder,
    is_held,
    make_room,
    sweep_incoming,
)
from compiler_core.toolchain.cache import OutcomeCache
from compiler_core.toolchain.state import write_atomically
from tests.toolchain.test_cache import OUTCOME


def _aged(path: Path, age: int, size: int = 100) -> Path:
    path.write_bytes(b"x" * size)
    os.utime(path, (1000 - age, 1000 - age))
    return path


def test_plain_files_count_and_go_too(tmp_path: Path) -> None:
    old = _aged(tmp_path / "old", 2, 5000)
    new = _aged(tmp_path / "new", 1, 5000)
    make_room(tmp_path.iterdir(), 6000)
    assert (old.exists(), new.exists()) == (False, True)


def test_what_is_worked_on_stays(tmp_path: Path) -> None:
    for name in ("under way", "done"):
        (tmp_path / name).mkdir()
        _aged(tmp_path / name / "result", 1, 5000)
    with held(tmp_path / "under way") as ours:
        assert ours
        assert is_held(tmp_path / "under way")
        make_room(tmp_path.iterdir(), 0)
    assert [path.name for path in tmp_path.iterdir()] == ["under way"]
    assert not is_held(tmp_path / "under way")


def test_a_hole_takes_no_room(tmp_path: Path) -> None:
    path = tmp_path / "header"
    path.write_bytes(b"x" * 100)
    os.truncate(path, 1 << 40)
    assert bytes_of(path) < 1 << 20


def _fail_within(folder: Path) -> None:
    with incoming_folder(folder) as incoming:
        (incoming / "part").write_bytes(b"x")
        raise RuntimeError


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        _fail_within(tmp_path)
    (tmp_path / "taken").mkdir()
    with pytest.raises(IsADirectoryError):
        write_atomically(tmp_path / "taken", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_what_a_killed_process_was_writing_goes_and_what_a_living_one_writes_stays(
    tmp_path: Path,
) -> None:
    program = (
        "import sys, os\nfrom pathlib import Path\n"
        "from compiler_core.kept_folders import incoming_folder\n"
        "with incoming_folder(Path(sys.argv[1])) as folder:\n"
        "    (folder / 'part').write_bytes(b'x')\n"
        "    os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False)
    (tmp_path / f"{INCOMING}file").write_bytes(b"x")
    with incoming_folder(tmp_path) as ours:
        assert len(list(tmp_path.iterdir())) == 3
        sweep_incoming(tmp_path)
        assert list(tmp_path.iterdir()) == [ours]


def test_a_cache_is_swept_by_what_it_wrote(tmp_path: Path) -> None:
    cache = OutcomeCache(tmp_path, memory_bytes=1, disk_bytes=100_000)
    large = replace(OUTCOME, output="x" * 10_000)
    for number in range(40):
        cache.get_or_compute(f"{number:04}", lambda: large)
    assert bytes_of(tmp_path) <= 100_000
