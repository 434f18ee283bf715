"""Leave for floating point is offered where a loop has the operation that the leave is for."""

from __future__ import annotations

import pytest

from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.verdicts.features import features_of
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile
from tests.lines_run import lines_run

HEAD = "float add(float, float); float twice(float x) { return x * 2; }\n#define ADD(s, x) s += x\n"
SUMS = (
    "s += a[i];", "s = s + a[i];", "s = a[i] + s;", "s = a[i] * 2 + s + 1;", "s *= a[i];",
    "*t += a[i];", "s = add(s, a[i]);", "ADD(s, a[i]);", "s = fmaf(a[i], 2, s);",
    "{ float next = s + a[i]; s = next; }", "if (c[i]) s += a[i];",
    "for (int j = 0; j < n; j++) o[i] += a[j];",
    "{ float u = 0; for (int j = 0; j < n; j++) u += a[j]; o[i] = u; }",
)  # fmt: skip
NO_SUMS = (
    "o[i] = a[i];", "o[i] += 1.0f;", "o[i] = a[i] * 2 + 1;", "if (a[i] > s) s = a[i];",
    "s = a[i] > s ? a[i] : s;", "s = fmaxf(s, a[i]);", "k += c[i];",
    "{ float u = a[i]; u += 1; o[i] = u; }",
    "for (int j = 0; j < n; j++) o[i * n + j] = a[j * n + i];",
    "for (int j = 0; j < n; j++) o[j * n + i] = a[i * n + j] * 2;", "o[i] = sqrtf(a[i]);",
)  # fmt: skip
GUARDED = (
    "if (c[i]) o[i] = a[i] * 2;", "o[i] = c[i] ? a[i] / b[i] : 0;",
    "if (c[i] && a[i] > 0) o[i] = 1;",
    "if (c[i]) { if (a[i] < b[i]) o[i] = b[i]; }", "if (c[i]) o[i] = c[i];", "if (c[i]) s += a[i];",
    "if (c[i]) continue; o[i] = a[i] - 1;", "if (c[i]) k = (int)a[i];",
    "if (c[i]) o[i] = sqrtf(a[i]);",
    "switch (c[i]) { case 1: o[i] = a[i] + 1; }", "if (c[i]) o[i] = twice(a[i]);",
)  # fmt: skip
NOT_GUARDED = (
    "if (c[i]) o[i] = a[i];",
    "o[i] = c[i] ? a[i] : b[i];",
    "if (a[i] > 0) o[i] = a[i];",
    "if (c[i]) o[i * 2 + 1] = a[i * 3];",
    "if (c[i] > 3 && c[i] < 9) o[i] = a[i];",
    "if (c[i]) { int j = i * 2; o[j] = a[j + 1]; }",
    "if (c[i]) k += c[i] * 2;",
)


def source_of(body: str) -> SourceFile:
    """A function around one outermost loop with this body."""
    return SourceFile(
        "loop.c",
        f"{HEAD}float f(float *restrict o, const float *restrict a, const float *restrict b, "
        f"const int *restrict c, float *restrict t, int n) {{\n    float s = 0; int k = 0;\n"
        f"    for (int i = 0; i < n; i++) {{ {body} }}\n    return s + k;\n}}\n",
    )


def holds(feature: str, body: str) -> bool:
    source = source_of(body)
    outermost = next(loop for loop in source_loops(source) if loop.depth == 1)
    return feature in features_of(source, outermost)


@pytest.mark.parametrize(
    ("feature", "body", "expected"),
    [
        *(("float_sum", body, True) for body in SUMS),
        *(("float_sum", body, False) for body in NO_SUMS),
        *(("guarded_float_operation", body, True) for body in GUARDED),
        *(("guarded_float_operation", body, False) for body in NOT_GUARDED),
    ],
)
def test_the_operation_is_seen_where_it_is(feature: str, body: str, expected: bool) -> None:
    assert holds(feature, body) is expected


def test_what_changes_is_found_once_a_loop() -> None:
    """Of thousands of statements each asks whether its target moves."""

    def counted(statements: int) -> int:
        source = source_of(f"{'a[i] = b[i];' * statements}")
        return lines_run(lambda: features_of(source, source_loops(source)[0]), "verdicts")

    assert counted(240) < 4.5 * counted(60)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.usefixtures("jail")
def test_no_loop_without_the_operation_is_offered_the_leave(compiler: str) -> None:
    for body in (NO_SUMS[-3], NO_SUMS[-2], NOT_GUARDED[0], NOT_GUARDED[5]):
        for verdict in explain_loops(source_of(body), compiler, "-O3").loops:
            offered = {suggestion.id for suggestion in verdict.suggestions}
            assert not offered & {"associative_math", "no_trapping_math"}, body


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.usefixtures("jail")
def test_no_order_makes_vectors_of_numbers_wider_than_a_lane(compiler: str) -> None:
    for body in ("s += a[i];", "if (a[i] > s) s = a[i];"):
        source = SourceFile(
            "wide.c",
            f"long double f(const long double *a, int n) {{ long double s = 0;\n"
            f"    for (int i = 0; i < n; i++) {{ {body} }}\n    return s; }}\n",
        )
        (verdict,) = explain_loops(source, compiler, "-O3").loops
        offered = {suggestion.id for suggestion in verdict.suggestions}
        leave = {"associative_math", "fast_math", "finite_math", "omp_simd_reduction"}
        assert not offered & leave, body
