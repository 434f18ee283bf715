"""What is kept has a quota each, and what killed servers left is swept without harm to others."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compiler_core.kept_folders import INCOMING, incoming_folder
from compiler_core.toolchain import orphans, placed_files, stores
from compiler_core.toolchain.children import following
from compiler_core.toolchain.launcher import launcher_path
from compiler_core.toolchain.placed_files import placed_file
from compiler_core.toolchain.stores import all_stores, store_uses, sweep_leftovers, sweep_to_quotas
from tests.toolchain.processes_left import living_in_session, soon


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """State and data in one folder, as LOWLAB_STATE has it; orphans are other tests' affair."""
    tmp_path.chmod(0o755)
    monkeypatch.setenv("LOWLAB_STATE", str(tmp_path))
    monkeypatch.setattr(stores, "reachable_directory", lambda: tmp_path)
    monkeypatch.setattr(placed_files, "reachable_directory", lambda: tmp_path)
    monkeypatch.setattr(stores, "end_orphans", lambda: 0)
    return tmp_path


def _written(path: Path, size: int = 10, age: float = 0.0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x" * size)
    used = time.time() - age
    os.utime(path, (used, used))
    return path


def test_leftovers_go_and_nothing_else(data: Path) -> None:
    left = [
        _written(data / folder / f"{INCOMING}abc")
        for folder in ("", "models", "pictures", "outcomes/ab", "programs/cd")
    ]
    left += [_written(data / "jobs" / f"{INCOMING}job" / "program")]
    left += [_written(data / "placed-abc")]
    kept = [
        _written(data / "models" / "0123" / "model.onnx", age=1e6),
        _written(data / "model-runs" / "0123" / "request.json", age=1e6),
        _written(data / "outcomes" / "ab" / "abcd", age=1e6),
        _written(data / "links.sqlite", age=1e6),
    ]
    for folder in ("models", "model-runs", "outcomes"):
        os.utime(data / folder, (0, 0))
    with incoming_folder(data / "models") as ours, placed_file([b"weights"]) as placed:
        sweep_leftovers(data)
        assert ours.is_dir()
        assert Path(placed).parent == data
        assert Path(placed).read_bytes() == b"weights"
    assert [path for path in left if path.exists()] == []
    assert [path for path in kept if not path.exists()] == []


def test_every_store_is_swept_to_its_quota(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MODELS_BYTES", "PICTURES_BYTES", "RUNS_BYTES", "DISK_BYTES"):
        monkeypatch.setattr(stores, name, 100)
    for store in ("models", "pictures", "model-runs"):
        for age in range(3):
            _written(data / store / f"entry{age}", 60, age)
    for age in range(3):
        _written(data / "outcomes" / "ab" / f"entry{age}", 60, age)
    sweep_to_quotas(data)
    left = sorted(path.name for path in data.rglob("entry*"))
    assert left == ["entry0"] * 4
    assert all(use.used_bytes <= use.quota_bytes for use in store_uses(data))


_CONSTANT = re.compile(r'^([A-Z][A-Z_]+) = "([^"]+)"', re.MULTILINE)
_FOLDER = re.compile(
    r"(?:(?:state|data)_directory\(\) / |results_directory\(|settings\(\)\.state / )"
    r'(?:"([^"]+)"|([A-Z][A-Z_]+)\b)'
)


def test_every_folder_of_the_state_belongs_to_a_store(repository: Path) -> None:
    """Whoever keeps something new on the disk names its quota."""
    data = Path("/state")
    known = {store.folder.name for store in all_stores(data)} | {"users"}
    texts = [
        path.read_text(encoding="utf-8")
        for top in ("compiler_core", "app")
        for path in (repository / top).rglob("*.py")
    ]
    constants = dict(pair for text in texts for pair in _CONSTANT.findall(text))
    named = {
        literal or constants[constant]
        for text in texts
        for literal, constant in _FOLDER.findall(text)
        if "." not in (literal or constants[constant])
    }
    assert {"outcomes", "programs", "model-runs"} <= named
    assert named <= known


def test_an_orphan_is_ended_and_a_followed_process_is_not() -> None:
    """As of a launcher that was not told of its server's death: it names a parent it has not."""
    ours = subprocess.Popen([*following(60), "/bin/sleep", "60"], start_new_session=True)
    program = (
        "import os, sys\n"
        "if (orphan := os.fork()) == 0:\n"
        "    os.setsid()\n"
        "    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)\n"
        "    os.execv(sys.argv[1], [sys.argv[1], 'follow', '--wall', '60', '--parent', '0',\n"
        "                           '--', '/bin/sleep', '60'])\n"
        "print(orphan, flush=True)\n"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program, launcher_path()], check=True, stdout=subprocess.PIPE
    ).stdout
    orphan = int(printed)

    def is_ended() -> bool:
        orphans.end_orphans()
        return not living_in_session(orphan)

    assert soon(lambda: bool(living_in_session(orphan)))
    assert soon(is_ended)
    assert living_in_session(ours.pid)
    os.killpg(ours.pid, signal.SIGKILL)
    ours.wait()
