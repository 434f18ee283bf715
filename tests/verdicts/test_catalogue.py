"""Every key of the table of reasons has a labelled loop that shows it, or stands here with one."""

from __future__ import annotations

import pytest

from compiler_core.host.verdicts.reasons import reasons
from compiler_core.host.why import explain_loops
from compiler_core.source import source_file
from tests.verdicts.reasons import OLDER_SETTINGS, SETTINGS, keys_for, labels
from tests.verdicts.test_reasons import CASES

# Keys that no labelled file shows: the setting and a source with one loop.
SHOWN = {
    "vectorized_stride_check": (
        "clang-19 -O2",
        "void f(float *restrict a, const float *restrict b, int n, int k) "
        "{ for (int i = 0; i < n; i++) a[i] = b[k * i]; }",
    ),
    "vectorized_mask_check": (
        "clang-19 -O3",
        "void f(float *restrict a, const float *restrict b, int n) "
        "{ for (int i = 0; i < n; i++) a[i] += b[i & 1023]; }",
    ),
    "vectorized_wrap_check": (
        "clang-19 -O2",
        "void f(float *restrict a, const float *restrict b, long n, unsigned k) "
        "{ for (unsigned i = 0; i < n; i++) a[i + k] = b[i]; }",
    ),
    "vectorized_lane_stores": (
        "clang-19 -O2",
        "void f(int *a, int n, int t) { for (int i = 0; i < n; i++) if (t < a[i]) a[i] = t; }",
    ),
    "complex_arithmetic": (
        "gcc-12 -O2",
        "void f(float _Complex *restrict a, const float _Complex *restrict b, int n) "
        "{ for (int i = 0; i < n; i++) a[i] *= b[i]; }",
    ),
    "returns_twice": (
        "clang-19 -O3",
        "#include <setjmp.h>\njmp_buf b;\nint f(int *a, int n) "
        "{ int s = 0; for (int i = 0; i < n; i++) { if (setjmp(b)) return -1; s += a[i]; } "
        "return s; }",
    ),
    "no_code": (
        "gcc-12 -O2",
        "static void f(int *a, int n) { for (int i = 0; i < n; i++) a[i]++; }\nint other;",
    ),
    "vector_intrinsics": (
        "gcc-12 -O2",
        "#include <arm_neon.h>\nvoid f(float *a, int n) { for (int i = 0; i + 4 <= n; i += 4) "
        "vst1q_f32(a + i, vaddq_f32(vld1q_f32(a + i), vld1q_f32(a + i))); }",
    ),
    # GCC 11 places the vectoriser's words of both functions at the first one.
    "vectorized_silently": (
        "gcc-11 -O3",
        "void first(int *p, int n) { for (int i = 0; i < n; i++) p[i] += 1; }\n"
        "void second(int *p, int n) { for (int i = 0; i < n; i++) p[i] += 1; }",
    ),
    # n may be -1, and all iterations then touch a[0].
    "dependence": (
        "clang-19 -O2",
        "void f(int n, int a[n][n]) { for (int i = 0; i < n; i++) a[i][i] += 1; }",
    ),
    # A failing check of an index leaves the loop.
    "control_flow_hidden": (
        "gcc-12 -O3 -D_GLIBCXX_ASSERTIONS",
        "#include <vector>\n"
        "void f(std::vector<int> &v, int n) { for (int i = 0; i < n; i++) v[i] += 1; }",
    ),
    "unsupported_statement": (
        "gcc-11 -O3",
        "void f(_Bool *a, const int *b, int n) "
        "{ for (int i = 0; i < n; i++) a[i] = b[i] && a[i]; }",
    ),
    "too_few_iterations": (
        "gcc-12 -O3",
        "void f(char *restrict a, const char *restrict b) {\n#pragma GCC unroll 1\n"
        "for (int i = 0; i < 7; i++) a[i] = b[i] * 3; }",
    ),
    "truth_value": (
        "gcc-12 -O3",
        "_Bool f(const int *a, int n) { _Bool r = 0; for (int i = 0; i < n; i++) r |= a[i] == 7; "
        "return r; }",
    ),
    "deciding_value": (
        "clang-19 -O3",
        "int f(const float *a, int n) { int r = 1; for (int i = 0; i < n; i++) r = r && a[i] > 7; "
        "return r; }",
    ),
    "aliasing_at_computed_places": (
        "gcc-12 -O3",
        "#include <vector>\nvoid f(std::vector<float> &a, const std::vector<float> &b) "
        "{ for (auto p = a.begin(); p != a.end(); ++p) *p += b[p - a.begin()]; }",
    ),
    "overflow_test": (
        "gcc-12 -O3",
        "void f(int *a, int n) { for (int i = 0; i < n; i++) "
        "if (__builtin_add_overflow(a[i], 3, a + i)) a[i] = 0; }",
    ),
    "whole_copy": (
        "gcc-12 -O3",
        "struct s { int a[5]; };\nvoid f(struct s *p, const struct s *q, int n) "
        "{ for (int i = 0; i < n; i++) p[i] = q[i]; }",
    ),
}


@pytest.mark.parametrize("key", SHOWN)
def test_a_loop_shows_the_reason(key: str) -> None:
    setting, text = SHOWN[key]
    language = "c++" if "::" in text else "c"
    loops = explain_loops(source_file(text, language), *setting.split(" ", 1)).loops
    assert loops[-1].reason_key == key


def test_every_other_key_is_labelled() -> None:
    labelled = {
        key
        for loops in labels().values()
        for label in loops.values()
        for compiler, flags in (*SETTINGS, *OLDER_SETTINGS)
        for key in keys_for(label, compiler, flags)
    }
    shown = labelled | {case["key"] for case in CASES} | set(SHOWN)
    # `unknown` quotes words that no row knows: it is tried with rows taken away.
    assert {reason.key for reason in reasons()} - shown == {"unknown"}
