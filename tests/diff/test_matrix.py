"""The flag matrix: every setting a row, equal code grouped, each change at its setting."""

from __future__ import annotations

import pytest

from compiler_core.errors import UnknownCompiler
from compiler_core.host.comparison.matrix import (
    DEFAULT_SETTINGS,
    FlagMatrix,
    MatrixRow,
    MatrixSetting,
    flag_matrix,
)
from compiler_core.source import SourceFile
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.flags import parse_flags
from tests.diff import sources

pytestmark = pytest.mark.usefixtures("emulator")


def matrix_of(text: str, compiler: str, settings: tuple[MatrixSetting, ...] = ()) -> FlagMatrix:
    files = [SourceFile("loop.c", text)]
    return flag_matrix(files, compiler, settings=settings or DEFAULT_SETTINGS)


@pytest.fixture(scope="module")
def gcc() -> FlagMatrix:
    return matrix_of(sources.SAXPY, "gcc-12")


def row_of(matrix: FlagMatrix, title: str) -> MatrixRow:
    return next(row for row in matrix.rows if row.title == title)


def test_every_setting_is_a_row(gcc: FlagMatrix) -> None:
    assert [row.title for row in gcc.rows] == [setting.title for setting in DEFAULT_SETTINGS]
    assert [step.pass_name for step in gcc.trace.steps] == [row.title for row in gcc.rows]
    assert gcc.compiler_title.startswith("GCC 12.")


@pytest.mark.parametrize("name", ["gcc-12", "clang-19"])
def test_the_default_flags_pass_the_grammar(name: str) -> None:
    compiler = find_compiler(name)
    for setting in DEFAULT_SETTINGS:
        assert parse_flags(setting.flags, compiler)


def test_the_level_that_vectorises_is_found(gcc: FlagMatrix) -> None:
    works_on = {row.title: [loop.works_on for loop in row.loops] for row in gcc.rows}
    assert works_on["-O2"] == ["scalar"]
    assert works_on["-O3"] == ["NEON"]
    assert works_on["-O3 with SVE"] == ["SVE"]
    vectorised = [row.title for row in gcc.rows if "is vectorised" in " ".join(row.summary)]
    assert vectorised == ["-O3"]
    assert [(loop.step_bytes, loop.elements) for loop in row_of(gcc, "-O3").loops] == [(16, 4)]


def test_equal_code_is_grouped(gcc: FlagMatrix) -> None:
    assert ("-O3", "-O3 with frame pointer") in gcc.groups
    assert row_of(gcc, "-O3 with frame pointer").same_as == "-O3"
    assert row_of(gcc, "-O3").same_as == ""
    assert "-O3 and -O3 with frame pointer give the same code here." in gcc.sentences


def test_groups_of_clang() -> None:
    clang = matrix_of(sources.SAXPY, "clang-19")
    assert ("-O2", "-O3", "-O3 with frame pointer") in clang.groups
    assert row_of(clang, "-O3").same_as == "-O2"


def test_a_setting_is_compared_with_the_one_it_builds_on(gcc: FlagMatrix) -> None:
    against = {row.title: row.against for row in gcc.rows}
    assert against["-O0"] == ""
    assert against["-O2"] == "-O1"
    assert against["-O3 with SVE"] == "-O3"
    assert against["-Os"] == "-O2"


def test_bytecode_is_a_row_that_says_so(gcc: FlagMatrix) -> None:
    row = row_of(gcc, "-O3 with LTO")
    assert not row.ok
    assert "bytecode" in row.message
    assert row.summary == ()


def test_refused_and_rejected_settings_are_rows() -> None:
    settings = (
        MatrixSetting("plain", "-O2"),
        MatrixSetting("refused", "-fplugin=x.so"),
        MatrixSetting("after", "-O3"),
        MatrixSetting("for Clang only", "-O2", families=("clang",)),
    )
    matrix = matrix_of(sources.SUM_OF_TWO, "gcc-12", settings)
    assert [(row.title, row.ok) for row in matrix.rows] == [
        ("plain", True),
        ("refused", False),
        ("after", True),
    ]
    assert row_of(matrix, "refused").message
    assert row_of(matrix, "after").against == "plain"
    broken = matrix_of(sources.BROKEN, "gcc-12", settings[:1])
    assert not broken.rows[0].ok
    assert broken.rows[0].message
    assert broken.groups == ()


def test_an_unknown_compiler_is_an_error() -> None:
    with pytest.raises(UnknownCompiler):
        matrix_of(sources.SUM_OF_TWO, "gcc-99")


def test_the_trace_shows_before_after_and_changes(gcc: FlagMatrix) -> None:
    steps = {step.pass_name: step for step in gcc.trace.steps}
    assert steps["-O0"].before is None
    assert not steps["-O0"].changed
    assert steps["-O3 with frame pointer"].changes == ()
    assert not steps["-O3 with frame pointer"].changed
    vectorised = steps["-O3"]
    assert vectorised.changed
    assert vectorised.before == steps["-O2"].after
    assert vectorised.changes[0].reason.startswith("The loop is vectorised")
    assert steps["-O3 with LTO"].remarks[0].severity == "error"


def test_changes_refer_to_lines_of_the_snapshots(gcc: FlagMatrix) -> None:
    for step in gcc.trace.steps:
        before = {line.id for line in step.before.lines} if step.before else set()
        after = {line.id for line in step.after.lines} if step.after else set()
        for change in step.changes:
            assert set(change.before) <= before
            assert set(change.after) <= after
