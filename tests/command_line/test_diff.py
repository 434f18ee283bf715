"""`lowlab diff`: the contract's JSON and the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line.diff import split_setting
from compiler_core.errors import InputError
from tests.command_line.conftest import Lowlab


def test_the_json_keeps_the_contract(lowlab: Lowlab, source: Path) -> None:
    settings = ("--left", "gcc -O2", "--right", "gcc -O3")
    finished = lowlab("diff", source, *settings, "--json")
    found = finished.json
    assert finished.status == 0
    assert found.keys() >= {"left", "right", "summary", "metrics", "rows"}
    assert found["metrics"].keys() == {"left", "right"}
    assert found["left"].endswith("-O2")
    assert found["right"].endswith("-O3")
    assert all(isinstance(sentence, str) and sentence for sentence in found["summary"])
    assert found["rows"]


def test_a_setting_against_itself_differs_in_nothing(lowlab: Lowlab, source: Path) -> None:
    settings = ("--left", "clang -O2", "--right", "clang -O2")
    rows = lowlab("diff", source, *settings, "--json").json["rows"]
    assert rows
    assert {row["kind"] for row in rows} == {"same"}


def test_the_text_shows_both_sides(lowlab: Lowlab, source: Path) -> None:
    finished = lowlab("diff", source, "--left", "gcc -O2", "--right", "clang -O2 -ffast-math")
    assert finished.status == 0
    lines = finished.output.splitlines()
    assert lines[0].startswith("left:  GCC")
    assert lines[1].startswith("right: Clang")
    assert any(line.startswith("+ ") for line in lines)


def test_a_side_that_does_not_compile_is_named(lowlab: Lowlab, tmp_path: Path) -> None:
    path = tmp_path / "broken.c"
    path.write_text("int f(void) { return x; }\n")
    finished = lowlab("diff", path)
    assert finished.status == 1
    assert "rejects the source" in finished.error_line


def test_a_refused_flag_is_bad_input(lowlab: Lowlab, source: Path) -> None:
    finished = lowlab("diff", source, "--left", "gcc -wrapper sh")
    assert finished.status == 2
    assert "-wrapper" in finished.error_line


def test_settings_are_split_at_the_first_space() -> None:
    assert split_setting(" gcc-12  -O2 -g ") == ("gcc-12", "-O2 -g")
    assert split_setting("clang") == ("clang", "")
    for setting in ("", "  ", "-O2"):
        with pytest.raises(InputError, match="names no compiler"):
            split_setting(setting)
