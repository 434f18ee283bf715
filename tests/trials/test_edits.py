"""Edits of the source: their text, and that every byte outside them stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from compiler_core.host.source_edits.edit import Edit, EditRequest, apply_edits, moved_place
from compiler_core.host.source_edits.edits import EDITS, edit_named
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.source_reading.syntax import line_of
from compiler_core.host.trials.trial import trial_of
from compiler_core.host.verdicts.features import features_of, loop_texts
from compiler_core.host.verdicts.suggestions import suggestions
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile, source_file
from compiler_core.toolchain.outcome import Family
from tests.golden_file import assert_golden
from tests.verdicts.corpus import functions, loop_line

GOLDEN = Path(__file__).parent / "golden"
# edit, file, functions, number of the loop, families whose spelling differs.
EDITED: tuple[tuple[str, str, tuple[str, ...], int, tuple[Family, ...]], ...] = (
    ("restrict", "elementwise.c", ("saxpy_in_place",), 0, ("gcc",)),
    ("assume_aligned", "elementwise.c", ("saxpy_in_place",), 0, ("gcc",)),
    ("multiple_of_eight", "elementwise.c", ("saxpy_in_place",), 0, ("gcc", "clang")),
    ("version_multiple", "elementwise.c", ("saxpy_in_place",), 0, ("gcc",)),
    ("positive_step", "trip_counts.c", ("step_unknown",), 0, ("gcc", "clang")),
    ("plain_access", "calls.c", ("volatile_array",), 0, ("gcc",)),
    ("omp_simd", "elementwise.c", ("saxpy_in_place",), 0, ("gcc",)),
    ("omp_simd_reduction", "reductions.c", ("two_sums",), 0, ("gcc",)),
    ("clang_vectorize", "memory_access.c", ("every_fifth",), 0, ("clang",)),
    ("ivdep", "elementwise.c", ("saxpy_in_place",), 0, ("gcc",)),
    ("unroll", "recurrences.c", ("prefix_sum",), 0, ("gcc", "clang")),
    ("remove_pragma", "calls.c", ("clang_forbidden",), 0, ("clang",)),
    ("declare_simd", "calls.c", ("call_unknown",), 0, ("gcc",)),
    ("interchange", "nests.c", ("matrix_multiply_in_place",), 1, ("gcc",)),
    ("split_early_exit", "control_flow.c", ("process_until",), 0, ("gcc",)),
    ("local_sum", "reductions.c", ("sum_through_pointer",), 0, ("gcc",)),
    ("hoist_bound", "trip_counts.c", ("bound_in_structure",), 0, ("gcc",)),
    ("store_always", "control_flow.c", ("conditional_store",), 0, ("gcc",)),
    ("wide_index", "mixed_types.c", ("unsigned_index",), 0, ("gcc",)),
    ("inline_callee", "calls.c", ("call_not_inlined", "twice_plus_one"), 0, ("gcc",)),
)
ROWS = [(*row[:4], family) for row in EDITED for family in row[4]]


def edits_of(source: SourceFile, line: int, name: str, family: Family) -> tuple[Edit, ...]:
    text = next(loop_text for loop_text in loop_texts(source) if line_of(loop_text.loop) == line)
    return edit_named(name)(EditRequest(text, family, ()))


def edited(source: SourceFile, line: int, name: str, family: Family = "gcc") -> str:
    edits = edits_of(source, line, name, family)
    return apply_edits(source.text.encode(), edits).decode()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[4]}")
def test_the_edit_is_the_golden_one(
    row: tuple[str, str, tuple[str, ...], int, Family], request: pytest.FixtureRequest
) -> None:
    name, file, names, number, family = row
    source = functions(file, *names)
    text = edited(source, loop_line(source, names[0], number), name, family)
    assert_golden(GOLDEN / f"{name}.{family}{Path(file).suffix}", text, request)


def test_every_edit_has_a_golden_text() -> None:
    tested = {row[0] for row in EDITED} | {"align_arrays"}
    assert tested == {name for name, _ in EDITS}


def test_bytes_outside_the_edit_stay() -> None:
    """Characters of several bytes, tabs and odd spacing before, inside and after the loop."""
    before = "/* größer → kleiner */\tvoid  f(float *y,\tconst float *x, int n)\n{ \n"
    loop = "\tfor (int i = 0;i<n ; i++)  /* ☃ */\n\t\ty[ i ] = x[i]*2 ;"
    source = source_file(f"{before}{loop}  \n}}  // ende é\n")
    assert edited(source, 3, "ivdep") == source.text.replace("\tfor", "\t#pragma GCC ivdep\n\tfor")
    restricted = source.text.replace("*y", "*restrict y").replace("*x,", "*restrict x,")
    assert edited(source, 3, "restrict") == restricted


def test_cpp_has_its_own_spellings() -> None:
    source = source_file(
        "void f(float *y, float *x, int n) {\n  for (int i = 0; i < n; i++) y[i] = x[i];\n}\n",
        "c++",
    )
    assert "float *__restrict__ y, float *__restrict__ x" in edited(source, 2, "restrict")
    assert "(decltype(y))__builtin_assume_aligned(y, 16)" in edited(source, 2, "assume_aligned")


LOCAL_ARRAY = """float f(int n) {
  float t[64] = {0};
  float s = 0;
  for (int i = 0; i < n; i++)
    s += t[i];
  return s;
}
"""


def test_local_arrays_are_aligned() -> None:
    assert "  _Alignas(16) float t[64] =" in edited(source_file(LOCAL_ARRAY), 4, "align_arrays")
    assert "  alignas(16) float t[64] =" in edited(
        source_file(LOCAL_ARRAY, "c++"), 4, "align_arrays"
    )


def test_a_statement_goes_above_the_pragmas_of_the_loop() -> None:
    source = functions("calls.c", "ignore_dependences")
    text = edited(source, loop_line(source, "ignore_dependences"), "multiple_of_eight")
    assert text.index("__builtin_unreachable") < text.index("#pragma GCC ivdep")


def test_a_return_from_the_middle_is_kept() -> None:
    source = source_file(
        "int f(float *x, const float *y, int n) {\n"
        "  for (int i = 0; i < n; i++) {\n"
        "    if (y[i] < 0)\n      return i;\n"
        "    x[i] = y[i];\n  }\n  return -1;\n}\n"
    )
    text = edited(source, 2, "split_early_exit")
    assert "    if (y[stop] < 0)\n      break;" in text
    assert "for (int i = 0; i < stop; i++) {\n    x[i] = y[i];\n  }" in text
    assert "if (stop < n)\n    return stop;" in text


def test_edits_may_not_overlap() -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply_edits(b"abcdef", (Edit(0, 3, "x"), Edit(2, 4, "y")))


def test_a_loop_is_found_again_after_edits() -> None:
    edits = (Edit(0, 2, "long"), Edit(4, 4, "in"), Edit(6, 8, ""))
    assert apply_edits(b"abcdefghij", edits) == b"longcdinefij"
    assert moved_place(edits, 4) == 8
    assert moved_place(edits, 9) == 11


def test_what_is_offered_can_be_applied() -> None:
    """Over the whole corpus: an edit whose features hold finds something to change."""
    from tests.verdicts.corpus import sources

    applied = 0
    for source in sources():
        for loop in source_loops(source):
            features = features_of(source, loop)
            for found in suggestions():
                for family in found.families:
                    if found.edit and found.fits(family, (), features):
                        assert edits_of(source, loop.line, found.edit, family), (found.id, loop)
                        applied += 1
    assert applied > 500


@pytest.mark.parametrize("clause", ["vectorize(disable)", "vectorize_width(1)"])
def test_each_pragma_that_forbids_vectors_can_be_removed(clause: str) -> None:
    source = source_file(
        f"void f(int *a, int n) {{\n#pragma clang loop unroll(disable) {clause}\n"
        "  for (int i = 0; i < n; i++)\n    a[i] += 1;\n}\n"
    )
    (verdict,) = explain_loops(source, "clang-19", "-O3").loops
    assert verdict.reason_key == "disabled_by_pragma"
    assert [suggestion.id for suggestion in verdict.suggestions] == ["remove_pragma"]
    trial = trial_of(source, "clang-19", "-O3", 3, "remove_pragma")
    assert "pragma" not in trial.source.text
    assert trial.after is not None
    assert trial.after.vectorized
