"""script/bootstrap on systems that lack things: tried with stand-ins for apt, dpkg, sudo and id."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conftest import ROOT

COMMANDS = (
    "bash",
    "awk",
    "grep",
    "cat",
    "mkdir",
    "dirname",
    "tail",
    "env",
    "cut",
    "sha256sum",
    "find",
)
# As long as the real answer: a reader that stops early would end it with an error.
AVAILABLE = """
case $2 in
  clang-*) echo "  Candidate: (none)";;
  *) echo "  Candidate: 1.0"; printf '     500 http://archive%s\\n' {1..5000};;
esac
"""


@dataclass
class Machine:
    """A folder with a copy of the script, and a PATH that holds only what is put there."""

    folder: Path

    @property
    def log(self) -> str:
        """What the stand-ins were called with."""
        path = self.folder / "log"
        return path.read_text() if path.exists() else ""

    def add(self, name: str, body: str = "") -> None:
        """Put a stand-in on the PATH that notes its call."""
        path = self.folder / "bin" / name
        path.write_text(f'#!/bin/bash\necho "{name} $*" >>"{self.folder}/log"\n{body}\n')
        path.chmod(0o755)

    def bootstrap(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the script there, without a terminal."""
        return subprocess.run(
            [self.folder / "script" / "bootstrap", "--packages", *arguments],
            env={"PATH": str(self.folder / "bin")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=30,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "script").mkdir()
    (tmp_path / "bin").mkdir()
    for name in ("bootstrap", "packages.txt"):
        shutil.copy(ROOT / "script" / name, tmp_path / "script")
    for command in COMMANDS:
        found = shutil.which(command)
        assert found is not None
        (tmp_path / "bin" / command).symlink_to(found)
    return Machine(tmp_path)


@pytest.fixture
def debian(machine: Machine) -> Machine:
    """A Debian with gcc only, where clang is not in the archive, and we are root."""
    machine.add("dpkg-query", "echo 'ii  gcc'")
    machine.add("apt-cache", AVAILABLE)
    machine.add("apt-get")
    machine.add("id", "echo 0")
    return machine


def test_missing_packages_are_installed(debian: Machine) -> None:
    finished = debian.bootstrap()
    assert finished.returncode == 0, finished.stderr
    install = next(line for line in debian.log.splitlines() if "install" in line)
    assert "apt-get install -qq -y --no-install-recommends" in install
    assert " bubblewrap " in install
    assert " gcc " not in install
    assert "chromium" not in install


def test_a_package_the_archive_lacks_costs_only_itself(debian: Machine) -> None:
    finished = debian.bootstrap()
    install = next(line for line in debian.log.splitlines() if "install" in line)
    assert "clang-19" not in install
    assert "Missing: clang-19 (no Clang 19)" in finished.stdout


def test_what_the_archive_lacks_is_asked_for_once(debian: Machine) -> None:
    debian.bootstrap()
    rows = (ROOT / "script" / "packages.txt").read_text().splitlines()
    everything = [row.split()[1] for row in rows if not row.startswith("#")]
    present = [name for name in everything if not name.startswith("clang-")]
    debian.add("dpkg-query", f"printf 'ii  %s\\n' {' '.join(present)}")
    (debian.folder / "log").unlink()
    finished = debian.bootstrap()
    assert "apt-get" not in debian.log
    assert "Missing: clang-19" in finished.stdout


def test_what_the_archive_lacked_yesterday_is_asked_for_again(debian: Machine) -> None:
    debian.bootstrap()
    yesterday = time.time() - 90_000
    os.utime(debian.folder / "build" / "unavailable-packages", (yesterday, yesterday))
    (debian.folder / "log").unlink()
    debian.bootstrap()
    assert "apt-cache policy clang-19" in debian.log


def test_each_clang_comes_with_the_tools_that_read_its_profiles() -> None:
    rows = (ROOT / "script" / "packages.txt").read_text().splitlines()
    named = {row.split()[1] for row in rows if row.startswith("base ")}
    clangs = {name for name in named if re.fullmatch(r"clang-\d+", name)}
    assert len(clangs) >= 3
    assert {name.replace("clang", "llvm") for name in clangs} <= named


def test_tests_want_a_browser(debian: Machine) -> None:
    debian.bootstrap("--test")
    assert " chromium" in debian.log


def test_a_plan_changes_nothing(debian: Machine) -> None:
    finished = debian.bootstrap("--plan")
    assert finished.returncode == 0
    assert "Would install: " in finished.stdout
    assert "apt-get" not in debian.log
    assert not (debian.folder / "build").exists()


def test_sudo_is_used_when_we_are_not_root(debian: Machine) -> None:
    debian.add("id", "echo 1000")
    debian.add("sudo", '[ "$1" = -n ] || "$@"')
    finished = debian.bootstrap()
    assert "Installing Debian packages needs sudo: " in finished.stdout
    assert "sudo env DEBIAN_FRONTEND=noninteractive apt-get install" in debian.log


def test_sudo_is_not_asked_when_nothing_is_missing(debian: Machine) -> None:
    debian.add("id", "echo 1000")
    debian.add("sudo", "exit 1")
    names = "$(grep -v '^#' script/packages.txt | awk '{ print $2 }')"
    debian.add("dpkg-query", f"printf 'ii  %s\\n' {names}")
    finished = debian.bootstrap()
    assert finished.returncode == 0
    assert finished.stdout == ""
    assert "sudo" not in debian.log


def test_without_rights_the_command_is_printed_and_we_go_on(debian: Machine) -> None:
    debian.add("id", "echo 1000")
    finished = debian.bootstrap()
    assert finished.returncode == 0
    assert "sudo apt-get install " in finished.stdout
    assert "Missing: bubblewrap" in finished.stdout
    assert "apt-get" not in debian.log


def test_a_failing_apt_is_shown_and_we_go_on(debian: Machine) -> None:
    debian.add("apt-get", 'case "$1" in install) echo "E: no space left"; exit 100;; esac')
    finished = debian.bootstrap()
    assert finished.returncode == 0
    assert "E: no space left" in finished.stdout


def test_another_system_says_what_is_missing(machine: Machine) -> None:
    finished = machine.bootstrap()
    assert finished.returncode == 0
    assert "neither Debian nor Ubuntu" in finished.stdout
    assert "Missing: qemu-aarch64" in finished.stdout


def test_an_unknown_option_is_refused(machine: Machine) -> None:
    finished = machine.bootstrap("--fast")
    assert finished.returncode == 2
    assert "unknown option --fast" in finished.stderr


def test_an_old_python_is_refused(machine: Machine) -> None:
    machine.add("python3", '[ "$1" = --version ] && echo "Python 3.9.2"; exit 1')
    finished = subprocess.run(
        [machine.folder / "script" / "bootstrap"],
        env={"PATH": str(machine.folder / "bin")},
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert finished.returncode == 1
    assert "Python 3.9.2 is too old: 3.11 or newer is needed" in finished.stderr


def test_a_second_run_has_nothing_to_do() -> None:
    environment = {**os.environ, "PYTHON": str(ROOT / ".venv" / "bin" / "python")}
    command = [ROOT / "script" / "bootstrap", "--test"]
    subprocess.run(command, env=environment, check=True, timeout=600)
    again = subprocess.run(command, env=environment, check=True, timeout=600, capture_output=True)
    assert again.stdout == b""
