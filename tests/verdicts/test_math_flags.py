"""The order of additions is a reason only where the flags keep it."""

from __future__ import annotations

import pytest

from compiler_core.host.verdicts.math_flags import frees_order_of_additions, leaves_errno_alone
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

PARTS = "-fassociative-math -fno-signed-zeros -fno-trapping-math"
FREE = (
    "-Ofast",
    "-O3 -ffast-math",
    "-O2 -funsafe-math-optimizations",
    f"-O3 {PARTS}",
    f"{PARTS} -O3",
    "-O3 -Ofast",
    "-fno-fast-math -Ofast",
    "-ffast-math -O3",
)
KEPT = (
    "-O3",
    "-O3 -fassociative-math",
    "-O3 -fno-signed-zeros -fno-trapping-math",
    "-Ofast -O3",
    "-O3 -ffast-math -fno-associative-math",
    "-Ofast -fno-fast-math",
    f"-O3 {PARTS} -ftrapping-math",
    "-O3 -ffast-math -fsigned-zeros",
)
SUMS = SourceFile(
    "loop.c",
    "float f(const float *a, const int *c, int n)\n"
    "{ float s = 0; for (int i = 0; i < n; i++) s += a[c[i]]; return s; }\n"
    "float g(const float *a, const int *c, int n)\n"
    "{ float s = 0; for (int i = 0; i < n; i++) if (c[i]) s += a[c[i]]; return s; }\n",
)
OF_ORDER = {"float_reduction", "float_reduction_condition", "vectorized_ordered_reduction"}


@pytest.mark.parametrize("flags", FREE)
def test_leave_is_seen(flags: str) -> None:
    assert frees_order_of_additions(flags.split())


@pytest.mark.parametrize("flags", KEPT)
def test_no_leave_is_seen_where_there_is_none(flags: str) -> None:
    assert not frees_order_of_additions(flags.split())


@pytest.mark.parametrize(
    ("flags", "alone"),
    [
        ("", False),
        ("-O3", False),
        ("-Ofast", True),
        ("-O3 -Ofast", True),
        ("-Ofast -O3", False),
        ("-O3 -ffast-math", True),
        ("-ffast-math -O3", True),
        ("-O3 -fno-math-errno", True),
        ("-fno-math-errno -fmath-errno", False),
        ("-fmath-errno -fno-math-errno", True),
        ("-Ofast -fmath-errno", False),
        ("-ffast-math -fno-fast-math", False),
    ],
)
def test_the_last_flag_of_errno_counts(flags: str, alone: bool) -> None:
    assert leaves_errno_alone(flags.split()) is alone


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("flags", ["-Ofast", "-O3 -ffast-math", f"-O3 {PARTS}"])
def test_order_is_no_reason_where_flags_free_it(compiler: str, flags: str) -> None:
    for verdict in explain_loops(SUMS, compiler, flags).loops:
        assert verdict.reason_key not in OF_ORDER | {"unknown"}, verdict


@pytest.mark.usefixtures("jail")
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_order_is_the_reason_where_it_is_kept(compiler: str) -> None:
    assert explain_loops(SUMS, compiler, "-O3").loops[0].reason_key in OF_ORDER
