"""What drivers, outputs and comparisons must do, as functions that say whether it holds.

The tests of this folder say the same in more detail; these are quick, so that every mutant can be
tried against all of them.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from compiler_core.host.running.compare_outputs import difference_of
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.running.outputs import OutputArray, Outputs
from compiler_core.host.running.overlap import run_overlap
from compiler_core.host.running.restrict_removal import without_restrict
from compiler_core.host.running.ulp import error_in_ulp, ulp_distance
from tests.running.asking import c_source, run

COPY = "void f(float *out, const float *in, float k, int n) "
SCALED = c_source(COPY + "{ for (int i = 0; i < n; i++) out[i] = k * in[i]; }")
STRIDED = c_source(
    "void f(int *a, int rows) { for (int i = 0; i < rows; i++) a[4 * i + 3] = rows; }"
)
INDEXED = c_source(
    "void f(int *t, const int *k, int n) { for (int i = 0; i < n; i++) t[k[i]] = i; }"
)
SEARCH = c_source(
    "int f(const int *a, int key, int n) "
    "{ for (int i = 0; i < n; i++) if (a[i] == key) return i; return -1; }"
)
SWITCH = c_source(
    "int f(const unsigned char *p, int n) { int t = 0; for (int i = 0; i < n; i++) "
    "switch (p[i]) { case 0: t += 1; break; case 1: t += 2; break; default: return -1; } "
    "return t; }"
)
AXPY = c_source(
    "void f(float *restrict y, const float *restrict x, int n) "
    "{ for (int i = 0; i < n; i++) y[i] += x[i]; }"
)
BESIDE = c_source(
    "void g(int *a, int n) { a[n] = 12345; }\n"
    "void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; g(a, n); }"
)
N = experiment_of(n=32)


def arrays_are_filled() -> bool:
    """Read-only inputs too: the product of two fillings is rarely the same twice."""
    values = run(SCALED, experiment=N)[1].arrays[0].values()
    return len(set(values)) > 20 and any(value < 0 for value in values)


def seeds_change_inputs() -> bool:
    digests = {run(SCALED, experiment=experiment_of(n=32, seed=s))[1].digest for s in (1, 2)}
    own = {
        run(SCALED, experiment=experiment_of(n=32, settings=(f"in.seed={s}",)))[1].digest
        for s in (1, 2)
    }
    return len(digests) == 2 and len(own) == 2


def bounds_become_n() -> bool:
    plan, outputs = run(STRIDED, experiment=N)
    return plan.values["rows"] == 32 and outputs.arrays[0].count == 128


def indices_stay_inside() -> bool:
    _, outputs = run(INDEXED, experiment=N)
    return outputs.arrays[0].count == 32 and not outputs.outside


def searches_run_to_the_end() -> bool:
    """Of so many elements one would be found, if it were a value that elements have."""
    return run(SEARCH, experiment=experiment_of(n=4000))[1].arrays[0].values() == (-1,)


def switches_take_their_cases() -> bool:
    return run(SWITCH, experiment=N)[1].arrays[0].values()[0] > 32


def writes_beside_are_noticed() -> bool:
    return run(BESIDE, experiment=experiment_of("f", 32))[1].outside == (("a", 32),)


def overlap_breaks_vector_code() -> bool:
    return run_overlap((AXPY,), "gcc", "-O3", N, 1).broke


def overlap_leaves_plain_code_right() -> bool:
    return not run_overlap((AXPY,), "gcc", "-O0", N, 1).broke


def restrict_goes_everywhere() -> bool:
    return "restrict" not in without_restrict(AXPY).text


def _floats(*values: float) -> OutputArray:
    return OutputArray("y", "f", 4, struct.pack(f"<{len(values)}f", *values))


def digests_see_every_array() -> bool:
    first, second = _floats(1.0, 2.0), _floats(1.0, 3.0)
    both = [Outputs((first, first)), Outputs((first, second)), Outputs((second, first))]
    typed = OutputArray("y", "u", 4, first.content)
    alone = Outputs((first,)).digest
    return len({one.digest for one in both}) == 3 and Outputs((typed,)).digest != alone


def distances_cross_zero() -> bool:
    tiny = 1
    minus = (1 << 31) | tiny
    return (ulp_distance(tiny, minus, 4), ulp_distance(0, 1 << 31, 4)) == (2, 0)


def distances_know_nan() -> bool:
    nan = 0x7FC00000
    return ulp_distance(nan, 0, 4) is None and ulp_distance(nan, nan + 1, 4) == 0


def differences_name_the_largest() -> bool:
    found = difference_of(_floats(1.0, 1.0, 1.0), _floats(1.0, 1.5, 1.0 + 2.0**-23))
    return (found.different, found.index, found.largest) == (2, 1, 1 << 22)


def errors_are_in_units_of_the_type() -> bool:
    from fractions import Fraction

    return error_in_ulp(0x3F800000, 4, Fraction(1) + Fraction(1, 1 << 23)) == 1


def experiments_are_limited() -> bool:
    from compiler_core.errors import InputError

    try:
        Experiment(n=1 << 30)
    except InputError:
        return True
    return False


REQUIREMENTS: tuple[Callable[[], bool], ...] = (
    digests_see_every_array,
    distances_cross_zero,
    distances_know_nan,
    differences_name_the_largest,
    errors_are_in_units_of_the_type,
    experiments_are_limited,
    restrict_goes_everywhere,
    arrays_are_filled,
    seeds_change_inputs,
    bounds_become_n,
    indices_stay_inside,
    searches_run_to_the_end,
    switches_take_their_cases,
    writes_beside_are_noticed,
    overlap_breaks_vector_code,
    overlap_leaves_plain_code_right,
)
