"""What cannot be used is refused in one line that says what was given and what is expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from command_line.main import run_arguments
from tests.command_line.test_options import COMMANDS

NUMBERS = [
    (words, option, [argument for argument in command.params if argument.required])
    for words, command in COMMANDS
    for option in command.params
    if option.param_type_name == "option" and option.bare_type() in ("int", "float")
]


def _needed(required: list[Any]) -> list[str]:
    texts = []
    for parameter in required:
        texts += [parameter.opts[0]] if parameter.param_type_name == "option" else []
        texts += ["a"]
    return texts


@pytest.mark.parametrize(
    ("words", "option", "required"),
    NUMBERS,
    ids=[f"{' '.join(w)} {o.opts[0]}" for w, o, _ in NUMBERS],
)
@pytest.mark.parametrize("text", ["", "x", "é", "2,5", "0x"])
def test_no_number_is_said_with_what_was_given(
    words: tuple[str, ...],
    option: Any,
    required: list[Any],
    text: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = option.opts[0]
    assert run_arguments([*words, *_needed(required), f"{name}={text}"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    kind = "a whole number" if option.bare_type() == "int" else "a number"
    assert line == f"lowlab: {name}: {kind} is expected, and {text!r} was given."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ledger", "a.c", "--without=-2"], "--without: a number of at least -1 is expected"),
        (["serve", "--port=70000"], "--port: a number of at most 65,535 is expected"),
        (["break", "a", "--seconds=999"], "--seconds: a number of at most 120 is expected"),
    ],
)
def test_a_number_out_of_range_is_said_with_the_range(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_arguments(arguments) == 2
    error = capsys.readouterr().err
    assert words in error
    assert arguments[-1].partition("=")[2] in error


SOURCE_COMMANDS = ("compile", "passes", "why", "count", "matrix", "compilers", "slice", "step")


@pytest.mark.parametrize("command", SOURCE_COMMANDS)
def test_an_unknown_language_is_refused_beside_a_file_too(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "loop.c"
    source.write_text("int f(int n) { return n; }\n")
    assert run_arguments([command, str(source), "--language", "rust"]) == 2
    assert "'rust'" in capsys.readouterr().err


NAMED = [
    (words, parameter, [other for other in command.params if other.required or other is parameter])
    for words, command in COMMANDS
    for parameter in command.params
    if parameter.opts[0] != "--prompt"
    if (parameter.param_type_name == "argument" and parameter.required)
    or parameter.opts[0] == "--out"
]


@pytest.mark.parametrize(
    ("words", "parameter", "required"),
    NAMED,
    ids=[f"{' '.join(words)} {parameter.opts[0]}" for words, parameter, _ in NAMED],
)
@pytest.mark.parametrize("text", ["", " "])
def test_an_empty_name_is_called_so(
    words: tuple[str, ...],
    parameter: Any,
    required: list[Any],
    text: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """It is the folder that one is in, for whoever takes it for a path."""
    # Who takes it after all leaves nothing here.
    monkeypatch.chdir(tmp_path)
    texts: list[str] = []
    for other in required:
        texts += [other.opts[0]] if other.param_type_name == "option" else []
        texts += [text if other is parameter else "a"]
    assert run_arguments([*words, *texts]) == 2
    assert "a name is expected, and none was given" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["-1", "3", "99999999999999999999"])
def test_passes_of_a_line_that_is_not_there_are_no_success(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "loop.c"
    source.write_text("int f(int n) {\n  return n; }\n")
    assert run_arguments(["passes", str(source), f"--line={line}"]) == 2
    assert "Its last line is 2" in capsys.readouterr().err


def test_passes_of_the_textbook_are_not_ignored(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["passes", "gone.c", "--passes", "licm"]) == 2
    assert "--compiler textbook" in capsys.readouterr().err


def test_nobody_reads_five_thousand_letters(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["compile", "x" * 5000 + ".c"],
        ["count", "x" * 5000],
        ["lessons", "x" * 900],
    ):
        assert run_arguments(arguments) == 2
        assert len(capsys.readouterr().err) < 400


def test_a_file_that_is_not_there_says_what_to_try(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder.c").mkdir()
    for name, advice in (("gone.c", "Check the path"), ("folder.c", "Name a file in it")):
        assert run_arguments(["compile", str(tmp_path / name)]) == 2
        assert advice in capsys.readouterr().err


@pytest.mark.parametrize("group", [[], ["soc"], ["lab"], ["graph"]])
def test_a_group_alone_prints_its_help_in_lines(
    group: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_arguments(group) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("Usage: ")
    assert len(lines) > 8


@pytest.mark.parametrize(
    ("arguments", "help_command"),
    [
        (["nosuch"], "lowlab --help"),
        (["soc", "nosuch"], "lowlab soc --help"),
        (["compile"], "lowlab compile --help"),
        (["compile", "a.c", "--nosuch"], "lowlab compile --help"),
    ],
)
def test_wrong_words_say_where_the_right_ones_are(
    arguments: list[str], help_command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_arguments(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"See `{help_command}`." in line
