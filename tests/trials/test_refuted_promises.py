"""Nothing is praised that breaks: promises that a loop refutes are not offered, and say so."""

from __future__ import annotations

import pytest

from compiler_core.host.source_edits.offers import text_of_loop
from compiler_core.host.source_edits.refutation import refutation
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.trials.trial import SuggestionTrial, trial_of, with_counts
from compiler_core.host.verdicts.suggestions import suggestion_named
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile, source_file
from tests.lines_run import lines_run
from tests.stopwatch import Stopwatch

HEAD = "void f(float *a, float *b, float c[64][64], int *p, int n, int k, int j)"
DEPENDENT = (
    "for (int i = 1; i < n; i++) a[i] = a[i - 1] + b[i];",
    "for (int i = 0; i < n; i++) a[i + 2] = a[i] * b[i];",
    "for (int i = 0; i < n - 1; i++) a[i] = a[i + 1] + b[i];",
    "for (int i = 0; i < n; i++) { a[i] = b[i]; a[i + 1] = 0; }",
    "for (int i = n - 2; i >= 0; i--) a[i] = a[i + 1] + b[i];",
    "for (int i = 0; i < n; i += 2) a[i + 4] = a[i];",
    "for (int i = 1; i < n; i++) c[i][j] = c[i - 1][j] + a[i];",
    "for (int i = 1; i < n; i++) c[i][i] = c[i - 1][i - 1];",
    "for (int i = 0; i < n; i++) a[2 * i + k + 2] = a[2 * i + k];",
    "for (int i = 0; i < n; i++) a[j] = b[i] + a[j];",
    "float s = 0; for (int i = 0; i < n; i++) { a[i] = s; s = b[i]; }",
    "int s = 0; for (int i = 0; i < n; i++) { s = s * 3 + p[i]; p[i] = s; }",
    "int s = 0; for (int i = 0; i < n; i++) p[i] = s++;",
)
INDEPENDENT = (
    "for (int i = 0; i < n; i++) a[i] = a[i] + b[i + 1];",
    "for (int i = 0; i < n; i++) a[2 * i] = a[2 * i + 1];",
    "for (int i = 0; i < n; i += 2) a[i] = a[i + 1];",
    "for (int i = 0; i < n; i++) c[j][i] = c[j - 1][i] + a[i];",
    "for (int i = 0; i < n; i++) { float t = b[i]; a[i] = t * t; }",
    "float t; for (int i = 0; i < n; i++) { t = b[i]; a[i] = t * t; }",
    "for (int i = 0; i < n; i++) a[i] = a[i + k];",
)


def refuted(body: str, suggestion: str, language: str = "c") -> str:
    source = source_file(f"{HEAD} {{\n    {body}\n}}\n", "c++" if language == "c++" else "c")
    text = text_of_loop(source, source_loops(source)[0])
    assert text is not None
    return refutation(suggestion_named(suggestion), text, "possible_aliasing")


@pytest.mark.parametrize(
    ("suggestion", "statement", "inner"),
    [
        ("interchange", "c[i][j] = 0;", True),
        ("interchange", "c[i + {0}][j + {0}] = 0;", True),
        ("interchange", "n = n + 1;", True),
        ("omp_simd", "a[i] = 0;", False),
        ("omp_simd", "a[99999 * i + {0}] = 0;", False),
        ("omp_simd", "c[i][j + {0}] = 0;", False),
        ("sve", "a[99999 * i + {0}] = 0;", False),
        ("sve", "a[i + 99 * {0}] = 0;", False),
        ("sve", "a[p[i]] = 0;", False),
    ],
)
def test_work_grows_as_the_body_does(suggestion: str, statement: str, inner: bool) -> None:
    """Within a source's 64 KiB stand thousands of mentions: no pairs of them are looked at."""
    nest = "for (int i = 0; i < n; i++) " + "for (int j = 0; j < n; j++) " * inner

    def counted(statements: int) -> int:
        body = "\n".join(statement.format(number) for number in range(statements))
        source = source_file(f"{HEAD} {{ {nest} {{\n{body}\n}} }}\n")
        text = text_of_loop(source, source_loops(source)[0])
        assert text is not None
        named = suggestion_named(suggestion)
        return lines_run(lambda: refutation(named, text, ""), "source_edits")

    assert counted(240) < 4.5 * counted(60)


@pytest.mark.parametrize("body", DEPENDENT)
def test_a_dependence_in_the_source_refutes_independence(body: str) -> None:
    assert refuted(body, "omp_simd")
    assert refuted(body, "omp_simd", "c++")
    assert not refuted(body, "restrict")


@pytest.mark.parametrize("body", INDEPENDENT)
def test_iterations_that_never_meet_refute_nothing(body: str) -> None:
    assert not refuted(body, "omp_simd")
    assert not refuted(body, "ivdep", "c++")


def test_a_body_of_many_variables_is_read_once() -> None:
    names = [f"t{number}" for number in range(1200)]
    lines = "".join(f"{name} = a[i]; b[i] += {name};" for name in names)
    watch = Stopwatch()
    body = f"float {', '.join(names)}; for (int i = 0; i < n; i++) {{ {lines} }}"
    assert refuted(body, "ivdep") == ""
    # Where the body was read for each of its assignments it took fifteen.
    assert watch.seconds() < 3


def test_a_collected_variable_refutes_no_promise_about_memory() -> None:
    body = "float s = 0; for (int i = 0; i < n; i++) s += a[i]; a[0] = s;"
    assert refuted(body, "omp_simd")
    assert not refuted(body, "ivdep")
    assert not refuted(body, "omp_simd_reduction")


@pytest.mark.parametrize(("body", "broken"), [
    ("for (int i = 0; i < *p; i++) a[i] = 0;", False),
    ("for (int i = 0; i < *p; i++) { a[i] = 0; --*p; }", True),
    ("for (int i = 0; i < p[1]; i++) { a[i] = 0; p[1] = k; }", True),
    ("for (int i = 0; i < *p; i++) { a[i] = 0; p += k; }", True),
])  # fmt: skip
def test_a_bound_that_the_loop_changes_is_not_read_once(body: str, broken: bool) -> None:
    assert bool(refuted(body, "hoist_bound")) == broken


@pytest.mark.parametrize(("body", "broken"), [
    ("for (int i = 1; i < n; i++) for (int j = 0; j < 63; j++) c[i][j] = c[i - 1][j + 1];", True),
    ("for (int i = 1; i < n; i++) for (int j = 1; j < n; j++) c[i][j] = c[i - 1][j - 1];", False),
    ("for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) c[j][i] = c[j][i - 1];", False),
    ("for (int i = n; i > 0; i--) for (int j = 1; j < n; j++) c[i][j] = c[i + 1][j + 1];", True),
    ("for (int i = n; i > 0; i--) for (int j = 1; j < n; j++) c[i][j] = c[i - 1][j - 1];", True),
    ("for (int i = n; i > 0; i--) for (int j = 1; j < n; j++) c[i][j] = c[i + 1][j - 1];", False),
    ("for (int i = n; i > 0; i--) for (int j = 63; j > 0; j--) c[i][j] = c[i + 1][j - 1];", True),
    ("for (int i = 1; i < n; i++) for (int j = 0; j < n; j++) a[i] = c[j][i] - a[i - 1];", True),
    ("for (int i = 0; i < n; i++) for (int j = 1; j < n; j++) a[j] = c[i][j] + a[j + 1];", True),
    ("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] = a[i] + c[j][i];", False),
    ("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] += c[j][i] * b[i + 1];", False),
    ("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (c[j][i] > 0) a[k++] = 1;", True),
    ("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { k += 2; c[j][i] = k; }", True),
    ("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) *p++ = c[j][i];", True),
    ("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) k += p[j * n + i];", False),
    ("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { int s = k; p[j] = s; }", False),
    ("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) if (k < p[j]) k = p[j];", False),
])  # fmt: skip
def test_loops_are_not_swapped_where_iterations_would_meet_in_the_other_order(
    body: str, broken: bool
) -> None:
    assert bool(refuted(body, "interchange")) == broken
    assert bool(refuted(body, "interchange", "c++")) == broken


def test_swapped_loops_are_run_even_if_their_instructions_look_the_same() -> None:
    text = (
        "float a[4096], b[64][64];\nint f(void) {\n  int k = -1;\n"
        "  for (int i = 0; i < 64; i++)\n    for (int j = 0; j < 64; j++)\n"
        "      if (b[j][i] > 0) { k++; a[k] = b[j][i]; }\n  return k;\n}\n"
    )
    source = source_file(text)
    trial = trial_of(source, "gcc-12", "-O3", 4, "interchange")
    assert trial.changed
    trial = with_counts(trial, source, "gcc-12", "-O3")
    assert trial.outcome.startswith("Computes other results: ")
    assert "The promise is not true of this loop: k goes from one iteration" in trial.outcome


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
@pytest.mark.parametrize("body", DEPENDENT[:4])
def test_a_refuted_promise_is_not_offered(compiler: str, body: str) -> None:
    source = source_file(f"{HEAD} {{\n    {body}\n}}\n")
    (verdict,) = explain_loops(source, compiler, "-O3").loops
    offered = {suggestion.id for suggestion in verdict.suggestions}
    assert not offered & {"omp_simd", "ivdep", "declare_simd"}


RECURRENCE = (
    "void f(float *a, const float *b, int n) {\n    for (int i = 1; i < n; i++)\n        {}\n}\n"
)


def broken(body: str, suggestion: str) -> SuggestionTrial:
    source = source_file(RECURRENCE.replace("{}", body))
    trial = trial_of(source, "clang-19", "-O3", 2, suggestion)
    return with_counts(trial, source, "clang-19", "-O3")


@pytest.mark.parametrize("body", ["a[i + 3] = a[i] + b[i];", "a[i + 2] = a[i] * 0.5f + b[i];"])
def test_a_promise_broken_on_purpose_says_what_differs_first(body: str) -> None:
    trial = broken(body, "omp_simd")
    assert trial.results is not None
    assert trial.results.standing == "other"
    assert trial.outcome.startswith("Computes other results: ")
    assert "elements of a differ, by" in trial.outcome
    assert "The promise is not true of this loop" in trial.outcome
    assert "It works" not in trial.outcome


def test_a_sum_in_another_order_is_told_as_rounding() -> None:
    source = SourceFile(
        "sum.c",
        "float f(const float *x, int n) {\n    float s = 0;\n"
        "    for (int i = 0; i < n; i++)\n        s += x[i];\n    return s;\n}\n",
    )
    trial = trial_of(source, "gcc-12", "-O3", 3, "omp_simd_reduction")
    found = with_counts(trial, source, "gcc-12", "-O3")
    assert found.results is not None
    assert found.results.standing == "rounding"
    assert found.outcome.startswith("Computes other results: the returned value differs, by ")
    assert "ULP; adding in another order explains that." in found.outcome
    assert not found.refutation


# Loops, and whether vectors of a length that only the machine knows can be right for them.
OF_ANY_LENGTH = (
    ("for (int i = 2; i < n; i++) a[i] = a[i - 2] * 0.5f;", False),
    ("for (int i = 31; i < n; i++) a[i] = a[i - 31] + 1;", False),
    ("for (int i = n - 3; i >= 0; i--) a[i] = a[i + 2] + 1;", False),
    ("for (int i = 0; i < n; i++) p[i & 255]++;", True),
    ("for (int i = 0; i < n; i++) a[p[i]] += 2;", False),
    ("for (int i = 0; i < n; i++) a[p[i]]++;", False),
    ("for (int i = 0; i < n; i++) a[p[i]] = a[p[i]] + b[i];", False),
    ("for (int i = 0; i < n; i++) a[p[i]] = b[i];", True),
    ("for (int i = 0; i < n; i++) p[0] += p[i + 1];", True),
    ("for (int i = 0; i < n; i++) { a[i] = b[i]; a[i + 2] = 0; }", True),
    ("for (int i = 0; i < n; i++) a[i] = b[p[i]];", True),
    ("for (int i = 32; i < n; i++) a[i] = a[i - 32] + 1;", True),
    ("for (int i = 0; i < n - 2; i++) a[i] = a[i + 2] + 1;", True),
    ("for (int i = n - 1; i > 1; i--) a[i] = a[i - 2] + 1;", True),
    ("for (int i = 0; i < n; i++) a[i] += b[i - 2];", True),
)


@pytest.mark.parametrize(("body", "possible"), OF_ANY_LENGTH)
def test_sve_is_not_offered_where_near_iterations_need_one_another(
    body: str, possible: bool
) -> None:
    """Read from what an iteration stored that may be in the same vector, or counted up at places
    that two lanes may share; what is stored after it was read may be."""
    assert bool(refuted(body, "sve")) != possible


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_what_a_compiler_takes_for_too_dear_is_not_offered_to_it(compiler: str) -> None:
    """Clang 19 leaves loads from computed places alone with SVE too, GCC 12 gathers."""
    head = "void f(int *restrict a, const int *restrict b, const int *restrict p, int n)"
    source = source_file(f"{head} {{ for (int i = 0; i < n; i++) a[i] = b[p[i]]; }}\n")
    (loop,) = explain_loops(source, compiler, "-O3").loops
    (longer,) = explain_loops(source, compiler, "-O3 -march=armv8-a+sve").loops
    offered = "sve" in [suggestion.id for suggestion in loop.suggestions]
    assert offered == longer.scalable == (compiler == "gcc")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("body", [body for body, possible in OF_ANY_LENGTH if not possible])
def test_both_compilers_stay_without_sve_where_it_is_not_offered(compiler: str, body: str) -> None:
    source = source_file(f"{HEAD} {{\n    {body}\n}}\n")
    for flags in ("-O3", "-O3 -march=armv8-a+sve"):
        (loop,) = explain_loops(source, compiler, flags).loops
        assert not loop.scalable
        assert "sve" not in [suggestion.id for suggestion in loop.suggestions]
