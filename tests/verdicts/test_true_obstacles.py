"""What really keeps a loop from vectors, or what its vectors leave to single elements."""

from __future__ import annotations

import pytest

from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

pytestmark = pytest.mark.usefixtures("jail")
GCC, CLANG = "gcc-12", "clang-19"
ARRAYS = "float a[999], b[999], c[999], d[999];\n"
EACH = "for (int i = 0; i < n; i++)"
COMPLEX = "(float _Complex *restrict a, const float _Complex *restrict b, int n)"
LOOPS = {
    "product": f"void f{COMPLEX} {{ {EACH} a[i] *= b[i]; }}",
    "quotient": f"void f{COMPLEX} {{ {EACH} a[i] /= b[i]; }}",
    "jump": "#include <setjmp.h>\njmp_buf b;\nint f(int *a, int n) "
    f"{{ int s = 0; {EACH} {{ if (setjmp(b)) return -1; s += a[i]; }} return s; }}",
    "to_whole": "#include <math.h>\nvoid f(long *restrict a, const double *restrict b, int n) "
    f"{{ {EACH} a[i] = lrint(b[i]); }}",
    "scaled": f"#include <math.h>\nvoid f(double *a, int n) {{ {EACH} a[i] = ldexp(a[i], 3); }}",
    "counted": f"int G;\nvoid f(const int *a, int n) {{ {EACH} if (a[i] < 0) G++; }}",
    "least": f"void f(int *a, int n, int t) {{ {EACH} if (t < a[i]) a[i] = t; }}",
    "cleared": f"void f(float *a, int n) {{ {EACH} if (a[i] < 0) a[i] = 0; }}",
    "capitals": f"void f(char *a, int n) {{ {EACH} if (a[i] >= 'a') a[i] -= 32; }}",
    "three_back": "void f(int *a, int n) { for (int i = 3; i < n; i++) a[i] = a[i - 3] * 3; }",
    "ahead_and_back": "void f(int *a, int *b, int n) "
    f"{{ {EACH} {{ a[i + 1] = b[i]; b[i] = a[i] + 1; }} }}",
    "swapped": "void f(int *a, int n) { for (int i = 0; i + 1 < n; i++) if (a[i] > a[i + 1]) "
    "{ int t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; } }",
    "relaxed": "void f(int *restrict d, const int *restrict v, int n, int w) "
    f"{{ {EACH} if (w < d[v[i]]) d[v[i]] = w; }}",
    "nest": "void f(int n, const float *a, const float *b, float *c) { for (int i = 0; i < n; i++) "
    "for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) c[i*n+j] += a[i*n+k] * b[k*n+j]; }",
}
KEYS = [
    (GCC, "product", "complex_arithmetic"),
    (CLANG, "product", "complex_arithmetic"),
    (GCC, "quotient", "complex_arithmetic"),
    (CLANG, "quotient", "complex_arithmetic"),
    (GCC, "jump", "returns_twice"),
    (CLANG, "jump", "returns_twice"),
    (GCC, "to_whole", "math_function_errno"),
    (CLANG, "to_whole", "math_function_errno"),
    (GCC, "scaled", "math_function"),
    (CLANG, "scaled", "math_function"),
    (CLANG, "counted", "memory_reduction"),
    (CLANG, "least", "vectorized_lane_stores"),
    (CLANG, "cleared", "vectorized_lane_stores"),
    (CLANG, "capitals", "vectorized_lane_stores"),
    (CLANG, "three_back", "store_forwarding"),
    (CLANG, "ahead_and_back", "store_forwarding"),
    (GCC, "swapped", "data_dependence"),
    (GCC, "relaxed", "indirect_store"),
    (CLANG, "nest", "vectorized_overlap_check"),
]


def verdict_of(name: str, compiler: str, flags: str = "-O3") -> Verdict:
    return explain_loops(SourceFile("a.c", LOOPS[name]), compiler, flags).loops[-1]


@pytest.mark.parametrize(("compiler", "name", "key"), KEYS)
def test_the_obstacle_is_named(compiler: str, name: str, key: str) -> None:
    assert verdict_of(name, compiler).reason_key == key


@pytest.mark.parametrize("compiler", [GCC, CLANG])
@pytest.mark.parametrize("name", ["product", "quotient"])
def test_plain_formulas_vectorise_complex_numbers(compiler: str, name: str) -> None:
    offered = [suggestion.id for suggestion in verdict_of(name, compiler).suggestions]
    assert "limited_range" in offered
    assert verdict_of(name, compiler, "-O3 -fcx-limited-range").vectorized


def test_errno_is_no_reason_where_a_flag_frees_it() -> None:
    verdict = verdict_of("to_whole", GCC, "-O3 -fno-math-errno")
    assert verdict.reason_key != "math_function_errno"


def test_stores_of_single_lanes_are_no_work_on_whole_vectors() -> None:
    assert "stores of single elements" in verdict_of("least", CLANG).sentence


@pytest.mark.parametrize("flags", ["-O2", "-O3"])
@pytest.mark.parametrize(
    "body",
    [
        "if (b[i] < 0) c[i + 1] = a[i] + d[i] * d[i]; else a[i] = c[i] + d[i] * b[i];",
        "if (b[i] < 0) goto next; a[i] += c[i] * d[i]; b[i + 1] = c[i]; next:;",
        "if (b[i] < 0) { a[i] = 1; continue; } if (c[i] < 0) d[i + 1] = a[i]; else b[i] = c[i];",
    ],
)
def test_a_fixed_bound_is_not_told_as_unknown(body: str, flags: str) -> None:
    """A branch that uses the counter's next value makes it by itself; Clang does not see through
    that, but the source says how often the loop runs."""
    text = f"{ARRAYS}void f(void) {{ for (int i = 0; i < 998; i++) {{ {body} }} }}"
    (verdict,) = explain_loops(SourceFile("a.c", text), CLANG, flags).loops
    assert not verdict.vectorized
    assert verdict.reason_key in ("count_in_branches", "conditional_store")
    assert "values computed on the way" not in verdict.explanation


@pytest.mark.parametrize("compiler", [GCC, CLANG])
def test_a_count_that_branches_change_differently_is_computed(compiler: str) -> None:
    text = (
        "void f(int *a, int n) { for (int i = 0; i < n;) { if (a[i] < 0) i += 2; else a[i++]++; } }"
    )
    (verdict,) = explain_loops(SourceFile("a.c", text), compiler, "-O3").loops
    assert verdict.reason_key in ("exit_computed", "trip_count_unknown")
