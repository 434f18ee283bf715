"""`lowlab whole` and `lowlab profile`: text for people, the records as JSON, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line.main import run_arguments
from compiler_core.errors import ToolMissing
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.outcome import Compiler
from compiler_core.toolchain.profiles import merge_profile
from tests.whole_program.programs import SOURCES

KERNEL, HELPER, POST = (str(SOURCES / name) for name in ("kernel.c", "helper.c", "post.c"))


def test_whole_prints_text(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["whole", KERNEL, HELPER, "--compiler", "clang-19"]) == 0
    printed = capfd.readouterr().out
    assert printed.startswith("The call of scale in apply (line 5 of kernel.c) is gone")
    assert "-flto -S" in printed
    assert "gives the same results" in printed
    assert "scale: the function is gone" in printed


def test_whole_prints_the_record(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["whole", KERNEL, HELPER, "--json"]) == 0
    printed = json.loads(capfd.readouterr().out)
    assert set(printed) == {
        "compiler", "compiler_title", "version", "flags", "ok", "message", "apart", "together",
        "comparison", "calls", "summary", "notes", "entry", "outputs",
    }  # fmt: skip
    assert printed["calls"][0]["fate"] == "gone"
    assert printed["together"]["functions"][0]["lines"][1]["explanation"]


def test_whole_says_why_nothing_links(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "other.c").write_text("int other(int a) { return a; }")
    assert run_arguments(["whole", KERNEL, str(tmp_path / "other.c")]) == 1
    assert "scale is used but defined nowhere" in capfd.readouterr().err


def test_whole_needs_two_files(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["whole", KERNEL]) == 2
    assert "two files, not 1" in capfd.readouterr().err


def test_profile_prints_text(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["profile", POST]) == 0
    printed = capfd.readouterr().out
    assert "record, 1,024 elements" in printed
    assert "With the profile of mostly entries < 0, the branch of line 2 turns round" in printed
    assert "-fprofile-use" in printed


def test_profile_prints_the_record(capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["profile", POST, "--compiler", "clang-19", "--json", "--n", "100"]
    inputs = ["--input", "entries.above=-1:0.9", "--input", "entries.above=-1:0.1"]
    assert run_arguments([*arguments, *inputs]) == 0
    printed = json.loads(capfd.readouterr().out)
    assert printed["elements"] == 100
    assert printed["usual"] == "entries.above=-1:0.9"
    assert [layout["flipped"] for layout in printed["layouts"]] == [False, False, True]
    assert "under qemu" in printed["method"]


def test_profile_of_a_broken_source_exits_with_1(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "loop.c").write_text(
        "void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = ?; }"
    )
    assert run_arguments(["profile", str(tmp_path / "loop.c")]) == 1
    assert "rejects this source" in capfd.readouterr().err


@pytest.mark.parametrize("flag", ["-fprofile-use=/etc/passwd", "-flto=/x", "-fprofile-dir=/x"])
def test_users_pass_no_paths(flag: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["profile", POST, "--flags", f"-O2 {flag}"]) == 2
    assert run_arguments(["whole", KERNEL, HELPER, "--flags", f"-O2 {flag}"]) == 2
    assert flag.partition("=")[0] in capfd.readouterr().err


def test_the_profile_view_sets_its_flags_itself(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_arguments(["profile", POST, "--flags", "-O2 -fprofile-generate"]) == 2
    assert "cannot be given here" in capfd.readouterr().err


def test_a_clang_without_its_own_profile_tool_is_said_to_lack_it(tmp_path: Path) -> None:
    """A profile of a newer llvm-profdata would not be read."""
    found = find_compiler("clang-19")
    lonely = Compiler(
        name="clang-16",
        family="clang",
        version="16.0.6",
        build_id="",
        c_path=str(tmp_path / "clang"),
        cpp_path="",
    )
    with pytest.raises(ToolMissing, match="llvm-16"):
        merge_profile("", lonely)
    assert merge_profile("f\n1\n1\n5\n\n", found).ok
    assert not merge_profile("f\nno number\n", found).ok
