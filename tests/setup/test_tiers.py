"""Continuous integration's two runs: the second leaves out what the first passed, no more."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

# Writes down where and how it was called, and ends as the file beside the repository says.
STUB = """#!/usr/bin/env bash
echo "$PWD $(basename "$0") $*" >>"$CALLS"
[ ! -e "$CALLS.fail-$(basename "$0")" ]
"""
PROGRAMS = ("ruff", "pyright", "pytest")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the two scripts, in which what they call only tells of it."""
    monkeypatch.setenv("CALLS", str(tmp_path / "calls"))
    (tmp_path / "calls").touch()
    place = tmp_path / "project"
    for name in ("script/test", ".ci/run"):
        (place / name).parent.mkdir(parents=True)
        shutil.copy(ROOT / name, place / name)
    for name in ("script/bootstrap", "script/oracles", *(f".venv/bin/{name}" for name in PROGRAMS)):
        write_stub(place / name)
    (place / ".gitignore").write_text("build/\n.venv/\n")
    git(place, "init", "--quiet")
    git(place, "add", ".")
    git(place, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "All")
    return place


def write_stub(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(STUB)
    file.chmod(0o755)


def git(place: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=place, check=True)


def run(script: Path, *options: str) -> bool:
    return subprocess.run([script, *options], capture_output=True).returncode == 0


def calls() -> list[list[str]]:
    """Folder, program and options of each since the last question."""
    file = Path(os.environ["CALLS"])
    lines = file.read_text().splitlines()
    file.write_text("")
    return [line.split() for line in lines]


def called() -> list[str]:
    return [words[1] for words in calls()]


def test_what_passed_on_the_same_commit_is_not_run_again(project: Path) -> None:
    test = project / "script/test"
    assert run(test)
    first = calls()
    assert [words[1] for words in first] == ["bootstrap", "ruff", "ruff", "pytest"]
    assert run(test, "--all", "--remaining")
    second = calls()
    assert [words[1] for words in second] == [
        "bootstrap",
        "oracles",
        "oracles",
        "pyright",
        "pytest",
    ]
    told = [word for word in first[-1] if word.startswith("--passed")]
    assert told
    assert told == [word for word in second[-1] if word.startswith("--passed")]
    assert second[-1][-1] == "--all"
    assert run(test, "--all", "--remaining")
    assert called() == ["bootstrap", "oracles", "oracles", "pytest"]
    assert run(test, "--all")
    checks = ["ruff", "ruff", "pyright"]
    assert called() == ["bootstrap", "oracles", "oracles", *checks, "pytest"]


OPTIONS = """
from tests.passed import PassedTests

def pytest_addoption(parser):
    parser.addoption("--all", action="store_true")
    parser.addoption("--passed")

def pytest_configure(config):
    config.pluginmanager.register(PassedTests(__import__("pathlib").Path(config.option.passed)))
"""


@pytest.mark.slow
def test_pytest_understands_what_both_runs_say(project: Path) -> None:
    """The options are those of tests/conftest.py, which pytest finds only if it reads no file as a
    folder of tests: the second run names one that is there."""
    for name, text in {
        "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
        "tests/__init__.py": "",
        "tests/conftest.py": OPTIONS,
        "tests/passed.py": (ROOT / "tests/passed.py").read_text("utf-8"),
        "tests/test_one.py": "def test_one():\n    pass\n",
        ".venv/bin/pytest": f'#!/bin/sh\nexec "{sys.executable}" -m pytest "$@"\n',
        ".gitignore": "build/\n.venv/\n__pycache__\n.hypothesis\n",
    }.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)
    git(project, "add", ".")
    git(project, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "Tests")
    assert run(project / "script/test")
    assert run(project / "script/test", "--all", "--remaining")


def test_what_was_changed_is_tried_whole(project: Path) -> None:
    test = project / "script/test"
    assert run(test)
    calls()
    for name in ("changed", "added"):
        (project / name).write_text("one")
        assert run(test, "--remaining")
        assert called() == ["bootstrap", "ruff", "ruff", "pytest"]
    git(project, "add", ".")
    git(project, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "More")
    assert run(test, "--remaining")
    assert called() == ["bootstrap", "ruff", "ruff", "pytest"]


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_failed_is_run_again(project: Path, program: str) -> None:
    failing = Path(os.environ["CALLS"] + f".fail-{program}")
    failing.touch()
    assert not run(project / "script/test", "--all")
    failing.unlink()
    calls()
    assert run(project / "script/test", "--all", "--remaining")
    assert program in called()


def test_ci_begins_as_a_newcomer_and_goes_on_in_the_same_place(project: Path) -> None:
    write_stub(project / "script/test")
    git(project, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "Stub")
    assert run(project / ".ci/run")
    first, second = calls()
    assert first[1:] == ["test"]
    assert second[1:] == ["test", "--all", "--remaining"]
    (project / "build/oracles").mkdir(parents=True)
    (project / "build/oracles/.installed").touch()
    assert run(project / ".ci/run")
    assert [words[1:] for words in calls()] == [first[1:], second[1:]]
    Path(os.environ["CALLS"] + ".fail-test").touch()
    assert not run(project / ".ci/run")
    assert [words[1:] for words in calls()] == [["test"]]


CONFTEST = """
from pathlib import Path
from tests.passed import PassedTests

def pytest_configure(config):
    config.pluginmanager.register(PassedTests(Path("passed")))
"""
TESTS = """
from pathlib import Path

import pytest

@pytest.mark.parametrize("name", ["a::b", "two\\nlines", "[x]"])
def test_passes(name):
    pass

@pytest.fixture
def late():
    yield
    assert Path("mended").exists()

def test_fails_at_its_end(late):
    pass
"""


def test_only_tests_that_passed_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_one.py").write_text(TESTS)
    options = [
        "-p",
        "no:cacheprovider",
        "-p",
        "no:hypothesis",
        "--basetemp",
        str(tmp_path / "base"),
    ]

    def last_line() -> tuple[int, str]:
        told = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *options, tmp_path],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        )
        return told.returncode, told.stdout.splitlines()[-1].partition(" in ")[0]

    assert last_line() == (1, "4 passed, 1 error")
    (tmp_path / "mended").touch()
    assert last_line() == (0, "1 passed, 3 deselected")
    assert last_line() == (0, "4 deselected")
