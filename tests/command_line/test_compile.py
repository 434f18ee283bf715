"""`lowlab compile`: the contract's JSON, the text for people, and every kind of bad input."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line.conftest import Lowlab

CONTRACT = {"compiler", "version", "flags", "ok", "diagnostics", "functions"}
LINE_KEYS = {"text", "source_line", "kind", "explanation"}
LOOP_KEYS = {"source_line", "first", "last", "depth", "innermost"}


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_the_json_keeps_the_contract(lowlab: Lowlab, source: Path, compiler: str) -> None:
    found = lowlab("compile", source, "--compiler", compiler, "--flags", "-O3", "--json").json
    assert found.keys() >= CONTRACT
    assert found["ok"] is True
    assert found["compiler"].startswith(compiler)
    (function,) = found["functions"]
    assert function["name"] == "scale"
    assert all(line.keys() >= LINE_KEYS for line in function["lines"])
    assert all(loop.keys() >= LOOP_KEYS for loop in function["loops"])
    innermost = [loop for loop in function["loops"] if loop["innermost"]]
    assert {loop["source_line"] for loop in innermost} <= {2, 3}
    assert innermost
    for loop in innermost:
        assert 0 <= loop["first"] <= loop["last"] < len(function["lines"])


def test_every_instruction_is_explained(lowlab: Lowlab, source: Path) -> None:
    (function,) = lowlab("compile", source, "--flags", "-O2", "--json").json["functions"]
    instructions = [line for line in function["lines"] if line["kind"] == "instruction"]
    assert instructions
    assert all(line["explanation"] for line in instructions)
    assert all(line["source_line"] or line["source_reason"] for line in instructions)


def test_the_text_shows_source_lines_and_loops(lowlab: Lowlab, source: Path) -> None:
    finished = lowlab("compile", source, "--flags", "-O2")
    assert finished.status == 0
    assert finished.error == ""
    assert "GCC" in finished.output.splitlines()[0]
    assert "scale, scale.c line " in finished.output
    assert "fmul" in finished.output
    assert "┃" in finished.output
    assert "loop of line " in finished.output
    assert "At home: aarch64-linux-gnu-gcc" in finished.output


def test_standard_input(lowlab: Lowlab, source: Path) -> None:
    finished = lowlab("compile", "-", "--json", given=source.read_bytes())
    assert finished.json["functions"][0]["name"] == "scale"


def test_standard_input_as_cpp(lowlab: Lowlab) -> None:
    text = b"auto twice(int x) { return 2 * x; }\n"
    finished = lowlab("compile", "-", "--language", "c++", "--json", given=text)
    assert finished.json["functions"][0]["name"] == "twice(int)"


def test_cpp_by_suffix(lowlab: Lowlab, tmp_path: Path) -> None:
    path = tmp_path / "twice.cpp"
    path.write_text("template <class T> T twice(T x) { return x + x; }\ntemplate int twice(int);\n")
    finished = lowlab("compile", path, "--json")
    assert "twice<int>" in finished.json["functions"][0]["name"]


def test_two_files(lowlab: Lowlab, source: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.c"
    other.write_text("int other(void) { return 7; }\n")
    found = lowlab("compile", source, other, "--json").json
    assert [(function["file"], function["name"]) for function in found["functions"]] == [
        ("scale.c", "scale"),
        ("other.c", "other"),
    ]


def test_a_rejected_source_is_a_result(lowlab: Lowlab, tmp_path: Path) -> None:
    path = tmp_path / "broken.c"
    path.write_text("int f(void) {\n    return x;\n}\n")
    finished = lowlab("compile", path, "--json")
    assert finished.status == 1
    assert finished.json["ok"] is False
    first = finished.json["diagnostics"][0]
    assert (first["line"], first["column"], first["severity"]) == (2, 12, "error")
    assert "undeclared" in first["message"]
    assert "rejects the source: broken.c:2:12: " in finished.error_line


def test_a_rejected_source_as_text_points_at_the_place(lowlab: Lowlab, tmp_path: Path) -> None:
    path = tmp_path / "broken.c"
    path.write_text("int f(void) {\n    return x;\n}\n")
    finished = lowlab("compile", path)
    lines = finished.output.splitlines()
    assert lines[0].startswith("broken.c:2:12: error: ")
    assert lines[1:3] == ["        return x;", "               ^"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compiler", "icc"], "icc"),
        (["--compiler", "gcc-99"], "gcc-99"),
        (["--flags", "-fplugin=/tmp/x.so"], "-fplugin"),
        (["--flags", "-O3 -o /tmp/out"], "-o"),
        (["--flags", "'"], "lowlab: "),
        (["--speed", "high"], "No such option"),
    ],
)
def test_bad_settings_are_one_line(
    lowlab: Lowlab, source: Path, arguments: list[str], message: str
) -> None:
    finished = lowlab("compile", source, *arguments, "--json")
    assert finished.status == 2
    assert finished.output == ""
    assert finished.error_line.startswith("lowlab: ")
    assert message in finished.error_line


def test_bad_files_are_one_line(lowlab: Lowlab, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "latin.c").write_bytes(b"int \xe9;\n")
    (tmp_path / "binary.c").write_bytes(b"int a;\0\n")
    (tmp_path / "large.c").write_bytes(b"/" * 65537)
    (tmp_path / "folder.c").mkdir()
    expected = {
        "notes.txt": "neither C nor C++",
        "latin.c": "not UTF-8 text (byte 4)",
        "binary.c": "NUL",
        "large.c": "65,536",
        "folder.c": "Is a directory",
        "gone.c": "No such file",
    }
    for name, message in expected.items():
        finished = lowlab("compile", tmp_path / name)
        assert finished.status == 2, name
        assert message in finished.error_line


def test_too_many_files_and_the_same_name_twice(
    lowlab: Lowlab, source: Path, tmp_path: Path
) -> None:
    (tmp_path / "twin").mkdir()
    twin = tmp_path / "twin" / "scale.c"
    twin.write_text("")
    assert "At most two" in lowlab("compile", source, source, source).error_line
    assert "Both files are called scale.c" in lowlab("compile", source, twin).error_line
    assert "can be given once" in lowlab("compile", "-", "-").error_line


def test_a_name_like_an_option_stays_a_name(lowlab: Lowlab, source: Path, tmp_path: Path) -> None:
    strange = tmp_path / "-fplugin=x.c"
    strange.write_text(source.read_text())
    finished = lowlab("compile", strange, "--json")
    assert finished.json["functions"][0]["file"] == "loop.c"


def test_no_file_is_bad_input(lowlab: Lowlab) -> None:
    finished = lowlab("compile")
    assert finished.status == 2
    assert "FILE" in finished.error_line


def test_a_command_ends_when_it_has_computed_for_too_long(lowlab: Lowlab, tmp_path: Path) -> None:
    file = tmp_path / "loop.c"
    file.write_text("int f(int n) { return n + 1; }\n")
    ended = lowlab("--processor-seconds", "0.001", "compile", str(file))
    assert ended.status == 1
    assert "--processor-seconds 0" in ended.error
    assert lowlab("--processor-seconds", "0", "compile", str(file)).status == 0
