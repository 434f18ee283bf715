"""Loops in odd places: inlined copies, one line, library classes, nothing compiled; and the CLI."""

from __future__ import annotations

import json

import pytest

from command_line.why import why_command
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import Language, source_file
from tests.verdicts.corpus import FOLDER

COMPILERS = ("gcc-12", "clang-19")
both = pytest.mark.parametrize("compiler", COMPILERS)
KEYS = {
    "function", "source_line", "column", "vectorized", "scalable", "arithmetic", "vector_bytes",
    "interleave", "reason_key", "sentence", "evidence", "suggestions",
}  # fmt: skip


def verdicts(text: str, compiler: str, language: Language = "c") -> tuple[Verdict, ...]:
    why = explain_loops(source_file(text, language), compiler, "-O3")
    assert why.ok, why.message
    return why.loops


@both
def test_a_loop_inlined_into_two_callers_is_one_loop(compiler: str) -> None:
    text = """static inline void twice(int *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
void fixed(int *x) { twice(x, 100); }
void free_length(int *x, int n) { twice(x, n); }
"""
    (verdict,) = verdicts(text, compiler)
    assert verdict.function == "twice"
    assert verdict.vectorized
    functions = {entry.text.split(":")[0] for entry in verdict.evidence if entry.kind == "assembly"}
    # Clang unrolls the copy of fixed length away.
    assert functions == ({"fixed", "free_length"} if compiler == "gcc-12" else {"free_length"})


@both
def test_two_loops_on_one_line_are_told_apart_by_column(compiler: str) -> None:
    text = (
        "int f(int *x, int n) { for (int i = 0; i < n; i++) x[i] += 2; "
        "int k = 0; while (x[k] != 3) k++; return k; }\n"
    )
    first, second = verdicts(text, compiler)
    assert (first.vectorized, second.vectorized) == (True, False)
    assert first.column < second.column


@both
def test_a_loop_over_a_library_class(compiler: str) -> None:
    text = """#include <vector>
void add(std::vector<float> &a, const std::vector<float> &b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] += b[i];
}
"""
    (verdict,) = verdicts(text, compiler, "c++")
    assert verdict.vectorized
    assert verdict.reason_key == "vectorized_overlap_check"


@both
def test_vectors_of_the_author_are_not_the_vectorisers(compiler: str) -> None:
    text = """#include <arm_neon.h>
void add_one(float *x, int n) {
  for (int i = 0; i < n; i += 4)
    vst1q_f32(x + i, vaddq_f32(vld1q_f32(x + i), vdupq_n_f32(1)));
}
"""
    (verdict,) = verdicts(text, compiler)
    assert not verdict.vectorized
    assert verdict.reason_key == "vector_intrinsics"
    assert verdict.arithmetic == "vector"


@both
def test_a_function_nobody_calls_gave_no_code(compiler: str) -> None:
    text = "static void never(int *x) {\n  for (int i = 0; i < 9; i++) x[i] = 1;\n}\nint one;\n"
    (verdict,) = verdicts(text, compiler)
    assert verdict.reason_key == "no_code"
    assert verdict.arithmetic == "none"


@both
def test_an_empty_and_an_endless_loop(compiler: str) -> None:
    text = "void empty(int n) { for (int i = 0; i < n; i++); }\nvoid endless(void) { for (;;); }\n"
    empty, endless = verdicts(text, compiler)
    assert empty.reason_key == "loop_deleted"
    assert not endless.vectorized
    assert endless.arithmetic == "scalar"


def test_the_command_prints_the_contracts_keys(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = str(FOLDER / "elementwise.c")
    assert why_command(path, "gcc-12", "-O3", "c", as_json=True) == 0
    printed = json.loads(capfdbinary.readouterr().out)
    assert len(printed["loops"]) == 15
    for loop in printed["loops"]:
        assert loop.keys() >= KEYS
        assert all(suggestion.keys() >= {"id", "title"} for suggestion in loop["suggestions"])


def test_the_command_as_text(capfd: pytest.CaptureFixture[str]) -> None:
    assert why_command(str(FOLDER / "elementwise.c"), "clang-19", "-O3", "c") == 0
    printed = capfd.readouterr().out
    assert "saxpy_in_place, line 13: Vectorised behind an overlap check" in printed
    assert "try: Mark the pointers restrict (restrict)" in printed


def test_a_rejected_source_ends_with_status_one(
    tmp_path_factory: pytest.TempPathFactory, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path_factory.mktemp("sources") / "broken.c"
    path.write_text("int f( {")
    assert why_command(str(path), "gcc-12", "-O3", "c") == 1
    assert "rejects" in capfd.readouterr().err
    assert explain_loops(source_file("int f( {"), "gcc-12", "-O3").loops == ()


@both
def test_elements_side_by_side_take_no_second_compile(
    compiler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr("compiler_core.host.rounds.elements.compile_source", refuse)
    text = """void scale(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++) a[i] = 2 * b[i];
}
"""
    (verdict,) = verdicts(text, compiler)
    assert verdict.iterations_per_round == (4 if compiler == "gcc-12" else 8)


@both
def test_a_dependence_beyond_the_vector_is_told_as_safe(compiler: str) -> None:
    text = "void f(float *a, int n) { for (int i = 8; i < n; i++) a[i] = a[i - 8] * 2; }"
    (verdict,) = verdicts(text, compiler)
    assert verdict.vectorized
    assert "the iteration 8 before wrote: safe with vectors of 4" in verdict.sentence
