"""A source that does not compile is told so by every command, with what the compiler said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line.main import run_arguments

RUNS = ("count", "cfg", "ledger", "step", "slice", "profile")
OTHERS = ("compile", "diff", "passes", "why", "cycles", "matrix", "compilers", "bisect")
BROKEN = ("void f( {\n", "void f(int *a, int n) {\n", "f(int n) { return missing; }}\n")


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("command", RUNS + OTHERS)
def test_it_is_said_to_be_rejected(
    command: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "broken.c"
    source.write_text(text)
    assert run_arguments([command, str(source)]) == 1
    error = capsys.readouterr().err
    assert len(error.splitlines()) == 1
    assert "rejects th" in error
    assert "prints them" not in error
    assert "defines no function" not in error


@pytest.mark.parametrize("command", RUNS)
def test_one_without_functions_is_not_said_to_be_rejected(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "empty.c"
    source.write_text("int numbers[4];\n")
    assert run_arguments([command, str(source)]) == 2
    assert "defines no function" in capsys.readouterr().err


def test_a_level_without_flags_has_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "loop.c"
    source.write_text("int f(int n) { return n + n; }\n")
    for option in ("--low", "--high"):
        assert run_arguments(["bisect", str(source), option, ""]) == 0
        assert "no flags" in capsys.readouterr().out


@pytest.mark.parametrize("number", ["-1", "0", "99999999"])
def test_a_profile_takes_the_lengths_of_every_run(
    number: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "loop.c"
    source.write_text("int f(int *a, int n) { int s = 0; while (n--) s += a[n]; return s; }\n")
    assert run_arguments(["profile", str(source), f"--n={number}"]) == 2
    assert "n cannot be" in capsys.readouterr().err
