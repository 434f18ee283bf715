"""Every key of the table of reasons has a labelled loop that shows it, or is named here as open."""

from __future__ import annotations

import pytest

from compiler_core.host.verdicts.reasons import reasons
from compiler_core.host.verdicts.why import explain_loops
from compiler_core.source import source_file
from tests.verdicts.reasons import OLDER_SETTINGS, SETTINGS, keys_for, labels
from tests.verdicts.test_reasons import CASES

# Keys that no labelled file shows: the setting and a source with one loop.
SHOWN = {
    "vectorized_stride_check": (
        "clang-19",
        "void f(float *restrict a, const float *restrict b, int n, int k) "
        "{ for (int i = 0; i < n; i++) a[i] = b[k * i]; }",
    ),
    "no_code": (
        "gcc-12",
        "static void f(int *a, int n) { for (int i = 0; i < n; i++) a[i]++; }\nint other;",
    ),
    "vector_intrinsics": (
        "gcc-12",
        "#include <arm_neon.h>\nvoid f(float *a, int n) { for (int i = 0; i + 4 <= n; i += 4) "
        "vst1q_f32(a + i, vaddq_f32(vld1q_f32(a + i), vld1q_f32(a + i))); }",
    ),
}
# No loop is known that gives these; whoever finds one moves the key up.
OPEN = {
    "vectorized_silently",
    "dependence",
    "control_flow_hidden",
    "unsupported_statement",
    "too_few_iterations",
    "reduction_cost",
}


@pytest.mark.parametrize("key", SHOWN)
def test_a_loop_shows_the_reason(key: str) -> None:
    compiler, text = SHOWN[key]
    (verdict,) = explain_loops(source_file(text), compiler, "-O2").loops
    assert verdict.reason_key == key


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
    assert {reason.key for reason in reasons()} - shown - {"unknown"} == OPEN
