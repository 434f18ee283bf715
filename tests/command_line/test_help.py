"""The shape of the command: help is quick, short and complete; errors are one line."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from command_line.main import COMMANDS, GROUPS, run_arguments
from tests.command_line.conftest import Lowlab
from tests.conftest import ROOT
from tests.stopwatch import USUAL_SECONDS, yardstick

LONGEST_SECONDS = 0.3
HEAVY = ("fastapi", "jinja2", "orjson", "tree_sitter", "sqlalchemy", "yaml", "rich", "uvicorn")
ALL_COMMANDS = {
    (): [*(name for name, _ in COMMANDS), *(name for name, _, _ in GROUPS)],
    **{(group,): [name for name, _ in commands] for group, _, commands in GROUPS},
}


def test_help_takes_less_than_a_third_of_a_second() -> None:
    """Processor time of a quiet machine, the best of several runs: what else runs here must not
    decide the test."""
    program = ROOT / ".venv" / "bin" / "lowlab"
    command = [program] if program.exists() else [sys.executable, "-m", "command_line"]

    def seconds() -> float:
        before = os.times()
        subprocess.run([*command, "--help"], cwd=ROOT, capture_output=True, check=True)
        after = os.times()
        return sum(after[2:4]) - sum(before[2:4])

    slowness = max(min(yardstick() for _ in range(5)) / USUAL_SECONDS, 1.0)
    assert min(seconds() for _ in range(7)) / slowness < LONGEST_SECONDS


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from command_line.main import run_arguments\n"
        "run_arguments(['--help'])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert finished.stderr.strip() == "[]"


@pytest.mark.parametrize("group", ALL_COMMANDS, ids=" ".join)
def test_help_names_every_command_in_full(
    group: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this process, so that every run of tests sees a line that was cut short."""
    monkeypatch.setenv("COLUMNS", "80")
    assert run_arguments([*group, "--help"]) == 0
    output = capsys.readouterr().out
    assert "..." not in output.split("Commands:")[1]
    for name in ALL_COMMANDS[group]:
        assert f"\n  {name} " in output


def test_command_names_are_unique() -> None:
    names = [name for name, _ in COMMANDS]
    assert len(set(names)) == len(names)


# Speaks nothing else: JSON-RPC with the assistant that started it.
ONLY_JSON = "mcp"


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS if name != ONLY_JSON])
def test_every_command_takes_json(lowlab: Lowlab, name: str) -> None:
    finished = lowlab(name, "--help")
    assert finished.status == 0
    assert "--json" in finished.output


def test_version(lowlab: Lowlab) -> None:
    assert lowlab("--version").output == "lowlab 0.1.0\n"


def test_an_unknown_command_is_one_line(lowlab: Lowlab) -> None:
    finished = lowlab("explode")
    assert finished.status == 2
    assert "No such command 'explode'" in finished.error_line


def test_no_command_shows_the_help(lowlab: Lowlab) -> None:
    finished = lowlab()
    assert "Commands:" in finished.output + finished.error


def test_a_reader_that_leaves_early_gets_no_traceback() -> None:
    command = (
        f"'{sys.executable}' -m command_line compile content/examples/brightness.c | head -n 1"
    )
    finished = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=os.environ, capture_output=True, text=True
    )
    assert "Traceback" not in finished.stderr
    assert len(finished.stdout.splitlines()) == 1
