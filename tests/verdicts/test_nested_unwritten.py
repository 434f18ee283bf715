"""Loops of macros and gotos inside a loop statement have their own verdicts; pragmas hide none."""

from __future__ import annotations

import re

import pytest

from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import Language, SourceFile

both = pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
HEAD = '#define EACH(i, n) for (int i = 0; i < (n); i++)\n#define SIMD _Pragma("omp simd")\n'
OUTER = "void f(int *a, int *b, int n, int m) {\n  for (int i = 0; i < n; i++)"
AGAIN = "{ int j = 0; again: a[i * m + j] += 3; j++; if (j < m) goto again; }"


def verdicts_of(text: str, compiler: str, language: Language = "c") -> tuple[Verdict, ...]:
    name = "a.cpp" if language == "c++" else "a.c"
    source = SourceFile(name, f"{HEAD}{text}\n}}\n")
    return explain_loops(source, compiler, "-O3 -fopenmp-simd").loops


@both
@pytest.mark.parametrize("language", ["c", "c++"])
@pytest.mark.parametrize(
    "body",
    [
        "{\n EACH(j, m)\n  a[i * m + j] *= 5; }",
        "EACH(j, m) a[i * m + j] *= 5;",
        "EACH(j,\n  m) { a[i * m + j] *= 5; }",
        AGAIN,
    ],
)
def test_a_loop_that_no_statement_makes_is_told_apart_from_the_one_around(
    compiler: str, language: Language, body: str
) -> None:
    outer, inner = verdicts_of(f"{OUTER} {body}", compiler, language)
    assert (outer.kind, outer.reason_key) == ("for", "outer_loop")
    assert (inner.kind, inner.depth, inner.function) == ("unwritten", 2, "f")
    assert inner.vectorized
    assert any("no loop statement" in evidence.text for evidence in inner.evidence)


EACH = "#define EACH(i, n) for (int i = 0; i < (n); i++)\n"
ROWS = "#define ROWS for (int i = 0; i < n; i++)\n"
INNER = "for (int j = 0; j < m; j++) a[i * m + j] += 3;"
LABELS = "int i = 0; next:;\n {0}\n if (++i < n) goto next;"
HELD = {
    "a macro around a statement": f"ROWS\n {INNER}",
    "a macro with arguments around a statement": f"EACH(i, n) {{\n {INNER}\n }}",
    "a macro around a macro": "EACH(i, n)\n  EACH(j, m)\n   a[i * m + j] += 3;",
    "a goto around a statement": LABELS.format(INNER),
    "a goto around a macro": LABELS.format("EACH(j, m) a[i * m + j] += 3;"),
    "a goto around a goto": LABELS.format(
        "int j = 0;\n again:\n a[i * m + j] += 3;\n if (++j < m) goto again;"
    ),
}


def told_around(body: str, compiler: str, language: Language = "c") -> tuple[Verdict, ...]:
    text = f"{EACH}{ROWS}void f(int *a, int n, int m) {{\n {body}\n}}\n"
    name = "a.cpp" if language == "c++" else "a.c"
    return explain_loops(SourceFile(name, text), compiler, "-O3").loops


@both
@pytest.mark.parametrize("language", ["c", "c++"])
@pytest.mark.parametrize("nest", HELD)
def test_a_loop_that_only_a_macro_or_a_goto_makes_around_another_is_told(
    compiler: str, language: Language, nest: str
) -> None:
    """The outer one with its own reason, and the code of either at its own."""
    outer, inner = told_around(HELD[nest], compiler, language)
    assert (outer.kind, outer.reason_key, outer.depth) == ("unwritten", "outer_loop", 1)
    assert not outer.vectorized
    assert any("no loop statement" in evidence.text for evidence in outer.evidence)
    assert inner.vectorized
    assert inner.depth == 2
    assert inner.source_line > outer.source_line or inner.column > outer.column
    assert (inner.kind == "for") == ("statement" in nest)
    (about,) = [entry.text for entry in outer.evidence if entry.kind == "assembly"]
    assert " outer loop, " in about
    assert any(" main loop, " in entry.text for entry in inner.evidence)


@both
def test_three_macros_around_each_other_are_three_loops(compiler: str) -> None:
    body = "EACH(i, n)\n EACH(k, n)\n  EACH(j, m)\n   a[i * m + j] += k ^ j;"
    told = told_around(body, compiler)
    assert [verdict.source_line for verdict in told] == [4, 5, 6]
    assert [verdict.depth for verdict in told] == [1, 2, 3]
    assert [verdict.vectorized for verdict in told] == [False, False, True]


@both
def test_a_macro_around_two_statements_is_one_loop_more(compiler: str) -> None:
    body = f"EACH(i, n) {{\n {INNER}\n {INNER.replace('+= 3', '^= i')}\n }}"
    outer, first, second = told_around(body, compiler)
    assert (outer.source_line, outer.reason_key) == (4, "outer_loop")
    assert (first.depth, second.depth) == (2, 2)


@both
def test_two_loops_of_one_macro_are_told_as_the_inner_one(compiler: str) -> None:
    """They begin at one place, which no reader could tell apart."""
    grid = "#define GRID for (int i = 0; i < n; i++) for (int j = 0; j < m; j++)\n"
    text = f"{grid}void f(int *a, int n, int m) {{\n GRID\n  a[i * m + j] += 3;\n}}\n"
    (told,) = explain_loops(SourceFile("a.c", text), compiler, "-O3").loops
    assert (told.kind, told.vectorized) == ("unwritten", True)


@both
def test_each_of_two_macros_has_its_own_reason(compiler: str) -> None:
    text = f"{OUTER} {{\n EACH(j, m) a[j + 1] = a[j] * 5 + i;\n EACH(j, m) b[j] += i; }}"
    outer, carried, plain = verdicts_of(text, compiler)
    assert outer.reason_key == "outer_loop"
    assert carried.reason_key in ("data_dependence", "scalar_recurrence")
    assert plain.vectorized


@both
@pytest.mark.parametrize(
    "body",
    [
        "{ if (a[i] < 0) continue; if (b[i]) a[i] = 1; }",
        "{ if (a[i] < 0) goto next; a[i] += b[i]; next:; }",
        "{ retry: if (a[i] < 0) { a[i]++; } a[i] += b[i]; }",
    ],
)
def test_one_loop_statement_stays_one_loop(compiler: str, body: str) -> None:
    (verdict,) = verdicts_of(f"{OUTER} {body}", compiler)
    assert verdict.kind == "for"


PRAGMAS = (
    "{\n #pragma omp simd\n for (int j = 0; j < m; j++)",
    "{\n # pragma omp simd\n // why\n for (int j = 0; j < m; j++)",
    "{\n #pragma omp \\\n   simd\n for (int j = 0; j < m; j++)",
    '{\n _Pragma("omp simd")\n for (int j = 0; j < m; j++)',
    '{\n _Pragma("omp simd") for (int j = 0; j < m; j++)',
    "{ SIMD for (int j = 0; j < m; j++)",
    "{\n SIMD\n /* why */ for (int j = 0; j < m; j++)",
)


@both
@pytest.mark.parametrize("head", PRAGMAS)
@pytest.mark.parametrize("language", ["c", "c++"])
def test_a_loop_below_a_pragma_is_told_at_its_own_place(
    compiler: str, language: Language, head: str
) -> None:
    outer, inner = verdicts_of(f"{OUTER} {head} a[i * m + j] += b[j + i]; }}", compiler, language)
    assert outer.reason_key == "outer_loop"
    assert inner.vectorized
    assert (inner.kind, inner.depth) == ("for", 2)


@both
@pytest.mark.parametrize("pragma", ["\n#pragma omp simd\n", "\n SIMD\n", '\n_Pragma("omp simd") '])
def test_a_pragma_between_two_heads_is_not_the_body(compiler: str, pragma: str) -> None:
    text = f"{OUTER}{pragma}for (int j = 0; j < m; j++) a[i * m + j] += b[j + i];"
    outer, inner = verdicts_of(text, compiler)
    assert (outer.reason_key, outer.depth) == ("outer_loop", 1)
    assert inner.vectorized
    assert inner.depth == 2


@both
def test_the_lanes_of_a_reduction_are_not_the_loop_around(compiler: str) -> None:
    text = (
        "int f(int *a, int *b, int n, int m) {\n  int s = 0;\n  for (int i = 0; i < n; i++) {\n"
        "    #pragma omp simd reduction(+:s)\n    for (int j = 0; j < m; j++)\n"
        "      s += a[i * m + j] * b[j + i];\n  }\n  return s;"
    )
    outer, inner = verdicts_of(text, compiler)
    assert outer.reason_key == "outer_loop"
    assert inner.vectorized


def test_places_stay_as_they_are_behind_a_pragma() -> None:
    text = (
        'void f(int *a) {\n _Pragma("omp simd" /* ä */) for (int i = 0; i < 9; i++) a[i] = 0;\n}\n'
    )
    for written in (text, text.replace(" /* ä */", "")):
        loops = source_loops(SourceFile("a.c", written))
        line = written.encode().split(b"\n")[1]
        assert [loop.column for loop in loops] == [line.index(b"for") + 1]


NESTS = {
    "scale": (
        "void f(int n, int m, float a[n][m], float *s)",
        "FOR(i, n) {\nfloat t = s[i];\nFOR(j, m)\na[i][j] *= t;\ns[i] = t * 2;\n}",
    ),
    "sums": (
        "void f(int n, int m, int a[n][m], int *s)",
        "FOR(i, n) {\nint t = 0;\nFOR(j, m)\nt += a[i][j];\ns[i] = t;\n}",
    ),
    "product": (
        "void f(int n, double a[n][n], double b[n][n], double c[n][n])",
        "FOR(i, n)\nFOR(j, n) {\ndouble t = 0;\nFOR(k, n)\n"
        "t += a[i][k] * b[k][j];\nc[i][j] = t;\n}",
    ),
    "prefix": (
        "void f(int n, int m, int a[n][m])",
        "FOR(i, n) {\na[i][0] = i;\nFOR(j, m)\na[i][j + 1] += a[i][j];\n}",
    ),
    "beside": (
        "void f(int n, int m, float *a, float *b)",
        "FOR(i, n)\na[i] += 1;\nFOR(j, m)\nb[j] *= 2;",
    ),
}


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
@pytest.mark.parametrize("nest", sorted(NESTS))
def test_what_a_macro_writes_is_told_like_what_a_hand_writes(nest: str, compiler: str) -> None:
    """Of the innermost loops: the compiler gets the same text from both."""
    head, body = NESTS[nest]
    by_hand = re.sub(r"FOR\((\w), (\w+)\)", r"for (int \1 = 0; \1 < (\2); \1++)", body)
    macro = "#define FOR(i, n) for (int i = 0; i < (n); i++)"
    written, made = (
        {
            verdict.source_line: (verdict.reason_key, verdict.vectorized)
            for verdict in explain_loops(
                SourceFile("a.c", f"{first}\n{head}\n{{\n{code}\n}}\n"), compiler, "-O3"
            ).loops
            if verdict.reason_key != "outer_loop"
        }
        for first, code in (("", by_hand), (macro, body))
    )
    assert written
    assert {line: made.get(line) for line in written} == written


def test_vectors_of_a_copy_without_the_inner_loop_are_not_told_of_the_nest() -> None:
    head, body = NESTS["scale"]
    text = re.sub(r"FOR\((\w), (\w+)\)", r"for (int \1 = 0; \1 < (\2); \1++)", body)
    source = SourceFile("a.c", f"{head}\n{{\n{text}\n}}\n")
    outer, inner = explain_loops(source, "clang-19", "-O3").loops
    assert "a copy of this loop that does without the loop inside: 4 floats" in outer.sentence
    assert "vectorised this loop: 4 floats" in inner.sentence
