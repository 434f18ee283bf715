"""Drivers: a request in, an answer and files out, every end is a result; nothing else gets in."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from compiler_core.errors import ToolMissing
from compiler_core.toolchain import atlas_job
from compiler_core.toolchain.atlas_job import DriverAnswer, run_driver
from compiler_core.toolchain.atlas_tools import (
    WHEEL_TOOLS,
    InstalledWheels,
    find_sass,
    find_wheels,
)
from compiler_core.toolchain.tools import atlas_wheels

ANSWERS = """
import json, os, sys
request = json.load(sys.stdin)
print("a library says something")
open("left.txt", "w").write(request["word"])
os.mkdir("folder")
print("words", file=sys.stderr)
print(json.dumps({"word": request["word"], "set": os.environ["SAID"], "prefix": sys.prefix}))
"""


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """This interpreter's own environment in the place of a tool's, and a folder for drivers."""
    wheels = InstalledWheels(WHEEL_TOOLS[0], "1", Path(sys.prefix))
    monkeypatch.setattr(atlas_job, "find_wheels", lambda _: wheels)
    monkeypatch.setattr(atlas_job, "DRIVER_FOLDER", tmp_path)
    return tmp_path


def driven(folder: Path, text: str, wall_seconds: float = 15.0) -> DriverAnswer:
    (folder / "driver.py").write_text(text)
    return run_driver(
        "halide", "driver", {"word": "wörd"}, wall_seconds=wall_seconds, environment={"SAID": "so"}
    )


def test_a_driver_is_asked_and_answers(jail: None, environment: Path) -> None:
    done = driven(environment, ANSWERS)
    assert (done.status, done.timed_out) == (0, False), done.errors
    assert dict(done.answer) == {"word": "wörd", "set": "so", "prefix": sys.prefix}
    assert dict(done.files) == {"left.txt": "wörd".encode()}
    assert done.errors == "words\n"


def test_a_driver_of_several_files_finds_them(jail: None, environment: Path) -> None:
    folder = environment / "several"
    folder.mkdir()
    (folder / "other.py").write_text("WORD = 'from beside'")
    (folder / "__main__.py").write_text(
        "import json, other\nprint(json.dumps({'word': other.WORD}))"
    )
    assert set(atlas_job.driver_files()) == {"several"}
    assert dict(run_driver("halide", "several", {}).answer) == {"word": "from beside"}


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("import ctypes; ctypes.string_at(0)", 139), ("raise SystemExit(3)", 3),
        ("print('no answer')", 0), ("print([1])", 0), ("import compiler_core", 1),
        ("open('/etc/passwd')", 1), ("import socket; socket.socket()", 1),
        ("import os; os.fork()", 1), ("held = bytearray(2 << 30)", 1),
    ],
)  # fmt: skip
def test_every_other_end_is_a_result(jail: None, environment: Path, text: str, status: int) -> None:
    done = driven(environment, text)
    assert (done.status, dict(done.answer)) == (status, {}), done.errors


def test_who_does_not_end_is_ended(jail: None, environment: Path) -> None:
    done = driven(environment, "import time; time.sleep(60)", wall_seconds=1.0)
    assert done.timed_out
    assert done.status != 0


def test_a_missing_tool_says_what_installs_it(tmp_path: Path) -> None:
    for tool in WHEEL_TOOLS:
        with pytest.raises(ToolMissing) as missing:
            find_wheels(tool.name, tmp_path)
        assert missing.value.advice == f"Install it: script/oracles --atlas {tool.name}."
        for distribution in tool.distributions:
            folder = f"{distribution.replace('-', '_')}-1.2.dist-info"
            place = tmp_path / "lib/python3.11/site-packages" / folder
            place.mkdir(parents=True, exist_ok=True)  # two tools need onnx
        assert find_wheels(tool.name, tmp_path).version == "1.2"


def test_programs_under_a_licence_of_their_own_are_found_by_both(tmp_path: Path) -> None:
    with pytest.raises(ToolMissing) as missing:
        find_sass(tmp_path)
    assert missing.value.advice == "Install it: script/oracles --atlas sass."
    for name in ("nvidia_cuda_nvcc-13.4.92", "nvidia_cuda_nvdisasm-13.5.37"):
        (tmp_path / f"lib/python3/site-packages/{name}.dist-info").mkdir(parents=True)
    assert [one.version for one in find_sass(tmp_path)] == ["13.4.92", "13.5.37"]


def test_the_doctor_lists_each_with_size_and_command() -> None:
    for tool in atlas_wheels():
        assert f"script/oracles --atlas {tool.name}" in tool.used_for
        assert "MiB" in tool.used_for
        assert tool.package
