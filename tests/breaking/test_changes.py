"""What one change does to a claim: on both sides of a comparison alike, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.claims.breaking.candidates import words_kept
from compiler_core.claims.breaking.change import Attempt, Change
from compiler_core.claims.breaking.setting_changes import flag_changes, input_changes
from compiler_core.claims.breaking.source_fields import field_changes
from compiler_core.claims.breaking.source_numbers import number_changes
from compiler_core.claims.breaking.source_words import type_changes, word_changes
from compiler_core.claims.breaking.subject import named_by
from compiler_core.claims.breaking.suggested_changes import suggested_changes
from compiler_core.claims.breaking.trial import OF_CODE
from compiler_core.claims.breaking.varied import changed
from compiler_core.claims.claim import Statement
from compiler_core.claims.reading import claims_at
from compiler_core.claims.vocabulary import KIND_BY_NAME
from compiler_core.host.source_edits.edit import apply_edits
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

GCC = Compiler(name="gcc-12", family="gcc", version="12.2.0", build_id="", c_path="", cpp_path="")
CLANG = Compiler(
    name="clang-19", family="clang", version="19.1.7", build_id="", c_path="", cpp_path=""
)
LOOP = """void scale(float *restrict y, const float *restrict x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = 3.0f * x[i];
}
"""


def statement(folder: Path, setting: str) -> Statement:
    (folder / "loop.c").write_text(LOOP)
    (folder / "other.c").write_text(LOOP.replace("3.0f * x[i]", "x[i] * 3.0f"))
    claim = (
        f"- {{id: one, says: It is so., source: loop.c, holds: [{{compilers: any, {setting}}}]}}"
    )
    (folder / "claims.yaml").write_text(claim)
    return claims_at(folder)[0].holds[0]


def source_after(change: Change, text: str = LOOP, compiler: Compiler = GCC) -> str:
    assert change.edit is not None
    edits = change.edit(SourceFile("loop.c", text), compiler, ("-O3",))
    return apply_edits(text.encode(), edits).decode()


COMPARED = "flags: -O3 -ffast-math, expect: {same_code_as: {flags: -O3}}"


@pytest.mark.parametrize(
    ("setting", "change", "flags", "other"),
    [
        (COMPARED, {"add": ("-fwrapv",)}, "-O3 -fwrapv -ffast-math", "-O3 -fwrapv"),
        (COMPARED, {"level": "-O2"}, "-O2 -ffast-math", "-O2"),
        (COMPARED, {"remove": "-ffast-math"}, None, None),
        (COMPARED, {"add": ("-ffast-math",)}, None, None),
        ("flags: -O3, expect: {same_code_as: {flags: -O2}}", {"level": "-O1"}, None, None),
        ("flags: -O3, expect: {same_code_as: {source: other.c}}", {"level": "-O1"}, "-O1", None),
    ],
)
def test_flags_change_on_both_sides_or_not_at_all(
    tmp_path: Path, setting: str, change: dict[str, str], flags: str | None, other: str | None
) -> None:
    home = Attempt(statement(tmp_path, setting), GCC)
    found = changed(home, Change(group="flag", title="", **change))  # type: ignore[arg-type]
    if flags is None:
        assert found is None
        return
    assert found is not None
    assert found.statement.setting.flags == flags
    (expectation,) = found.statement.expectations
    assert expectation.argument.flags == other  # pyright: ignore[reportAttributeAccessIssue]


def test_an_edit_of_a_comparison_is_made_in_both_sources(tmp_path: Path) -> None:
    setting = "flags: -O3, expect: {same_code_as: {source: other.c}}"
    home = Attempt(statement(tmp_path, setting), GCC)
    to_double = next(iter(type_changes(home.statement.setting.sources[0])))
    found = changed(home, to_double)
    assert found is not None
    (expectation,) = found.statement.expectations
    (other,) = expectation.argument.sources  # pyright: ignore[reportAttributeAccessIssue]
    assert "double" in found.statement.setting.sources[0].text
    assert "double" in other.text
    # A constant of one has no place in the other.
    constants = list(number_changes(home.statement.setting.sources[0]))
    assert constants
    assert [constant for constant in constants if changed(home, constant) is not None] == []


def test_a_line_in_question_moves_with_its_loop(tmp_path: Path) -> None:
    setting = "flags: -O3, line: for, expect: {pass: {line: 3.0f, did: vector}}"
    home = Attempt(statement(tmp_path, setting), CLANG)
    pragma = next(
        change
        for change in suggested_changes(home.statement.setting.sources[0])
        if change.title == "add #pragma clang loop vectorize(enable)"
    )
    found = changed(home, pragma)
    assert found is not None
    lines = found.statement.setting.sources[0].text.split("\n")
    (expectation,) = found.statement.expectations
    assert "#pragma" in lines[1]
    assert found.statement.setting.line == 3
    assert expectation.argument.line == 4  # pyright: ignore[reportAttributeAccessIssue]


def test_a_promise_is_not_tried_where_results_are_compared(tmp_path: Path) -> None:
    setting = "flags: -O3, expect: {same_result_as: {flags: -O1}}"
    home = Attempt(statement(tmp_path, setting), GCC)
    suggested = list(suggested_changes(home.statement.setting.sources[0]))
    tried = [one for one in suggested if changed(home, one) is not None]
    assert [one.title for one in tried if one.promises] == []
    assert [one for one in suggested if one.promises]


def test_kinds_whose_answer_follows_from_code_are_known() -> None:
    assert set(KIND_BY_NAME) >= OF_CODE


def test_a_longer_run_breaks_no_total(tmp_path: Path) -> None:
    total = "expect: {count: {metric: instructions, is: '< 5000'}}"
    each = "expect: {count: {metric: instructions_per_element, is: '< 5'}}"
    for setting, tried in ((total, 0), (each, 8)):
        folder = tmp_path / str(tried)
        folder.mkdir()
        home = Attempt(statement(folder, f"flags: -O3, {setting}"), GCC)
        found = [changed(home, change) for change in input_changes(home.statement, ("-O3",))]
        assert sum(one is not None for one in found) == tried


SOURCES = {
    "double instead of float everywhere": "double *restrict y, const double *restrict x",
    "unsigned instead of int everywhere": "unsigned n) {\n    for (unsigned i",
    "restrict left out": "float * y, const float * x",
    "4.0f instead of 3.0f in line 3": "4.0f * x[i]",
    "x read and written at every second element": "y[i] = 3.0f * x[2 * i]",
}


@pytest.mark.parametrize("title", SOURCES)
def test_small_edits(title: str) -> None:
    source = SourceFile("loop.c", LOOP)
    found = {
        one.title: one
        for one in (*type_changes(source), *word_changes(source), *number_changes(source))
    }
    assert SOURCES[title] in source_after(found[title])


def test_counters_keep_their_type_where_data_changes() -> None:
    text = (
        "int sum(const int *x, int n) {\n    int s = 0;\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i];\n    return s;\n}\n"
    )
    found = {change.title: change for change in type_changes(SourceFile("sum.c", text))}
    after = source_after(found["float instead of int in data, not in counters"], text)
    assert "float sum(const float *x, int n)" in after
    assert "float s = 0;" in after
    assert "(int i = 0;" in after


@pytest.mark.parametrize(
    ("says", "kept"),
    [
        ("At -O2 it stays scalar.", {"-O2"}),
        ("A sum of floats needs -ffast-math.", {"-ffast-math"}),
        ("SVE is not always faster.", {"sve"}),
        ("It is vectorised.", set()),
    ],
)
def test_what_a_sentence_names_is_left_alone(tmp_path: Path, says: str, kept: set[str]) -> None:
    home = statement(tmp_path, "flags: -O2, expect: {vectorized: true}")
    named = {word for change in flag_changes(home, GCC) for word in named_by(says, change)}
    assert named & {"-O2", "-ffast-math", "sve"} == kept


@pytest.mark.parametrize(
    ("says", "kept"),
    [
        ("Counting from 0 is the usual way.", {"the 0 in line 2"}),
        ("Counting from zero costs nothing.", {"the 0 in line 2"}),
        ("With 3.0f it is one multiplication.", {"the 3.0f in line 3"}),
        ("A stride of one gives loads side by side.", {"the stride of accesses"}),
    ],
)
def test_a_number_that_is_kept_says_which_it_is(tmp_path: Path, says: str, kept: set[str]) -> None:
    """A bare 0 in the answer could be a line, a count or a flag."""
    home = Attempt(statement(tmp_path, "flags: -O2, expect: {vectorized: true}"), GCC)
    assert set(words_kept(home, says, (GCC,))) == kept


FIELDS = """typedef struct {
    unsigned kind : 3, level : 5;
    int : 0;
    unsigned char on : 1;
    unsigned long long whole : 64;
} cell;
"""


def test_bit_fields_get_other_widths_and_none() -> None:
    changes = {change.title: change for change in field_changes(SourceFile("loop.c", FIELDS))}
    written = {
        title: [line.strip() for line in source_after(change, FIELDS).splitlines()]
        for title, change in changes.items()
    }
    same = FIELDS.splitlines()
    assert written["every bit-field widened to whole bytes"][1:5] == [
        "unsigned kind : 8, level : 8;",
        "int : 0;",
        "unsigned char on : 8;",
        "unsigned long long whole : 64;",
    ]
    assert written["every bit-field a number of its own, without a width"][1:4] == [
        "unsigned kind, level;",
        "int : 0;",
        "unsigned char on;",
    ]
    assert written["4 bits instead of 5 for level in line 2"][1] == "unsigned kind : 3, level : 4;"
    assert written["32 bits instead of 3 for kind in line 2"][1].startswith("unsigned kind : 32")
    assert not any("for on" in title and "0 bits" in title for title in changes)
    assert "63 bits instead of 64 for whole in line 5" in changes
    assert written["on in line 4 a number of its own, without a width"][3] == "unsigned char on;"
    assert len(written["every bit-field widened to whole bytes"]) == len(same)


@pytest.mark.parametrize("comment", ["/* note */", "// note\n"])
def test_a_comment_is_no_name_of_a_bit_field(comment: str) -> None:
    text = f"struct cell {{ int c {comment} : 2; int {comment} : 3; }};\n"
    titles = {change.title: change for change in field_changes(SourceFile("loop.c", text))}
    line = text[: text.index(": 2")].count("\n") + 1
    assert set(titles) == {
        f"8 bits instead of 2 for c in line {line}",
        f"32 bits instead of 2 for c in line {line}",
        f"1 bit instead of 2 for c in line {line}",
        f"c in line {line} a number of its own, without a width",
    }
    without = source_after(titles[f"c in line {line} a number of its own, without a width"], text)
    assert "".join(without.split()) == "".join(text.replace(": 2", "").split())


def test_a_sentence_about_bit_fields_keeps_them() -> None:
    titles = [
        change.title
        for change in field_changes(SourceFile("loop.c", FIELDS))
        if named_by("GCC does not vectorise the loop: bit-field access.", change)
    ]
    assert titles
    assert all("without a width" in title for title in titles)
