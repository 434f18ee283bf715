"""One statement, several loops: copies of a template, and functions that a macro writes."""

from __future__ import annotations

import pytest

from compiler_core.host.verdicts.placement import name_of_symbol
from compiler_core.host.verdicts.verdict import Verdict
from compiler_core.host.why import explain_loops
from compiler_core.source import SourceFile

both = pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
TEMPLATES = """
#include <algorithm>
template<class T> T most(const T *a, int n) {
  T m = a[0]; for (int i = 1; i < n; i++) m = std::max(m, a[i]); return m; }
int most_int(const int *a, int n) { return most(a, n); }
float most_float(const float *a, int n) { return most(a, n); }
template<class T> void divide(T *a, const T *b, int n) { for (int i = 0; i < n; i++) a[i] /= b[i]; }
template void divide<int>(int *, const int *, int);
template void divide<float>(float *, const float *, int);
template<class T> void add(T *a, int n) { for (int i = 0; i < n; i++) a[i] += 3; }
template void add<int>(int *, int);
template void add<unsigned>(unsigned *, int);
"""
MACROS = """
#define SUM(NAME, T) \\
  T NAME(const T *a, int n) { \\
    T s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
SUM(sum_int, int)
SUM(sum_float, float)
void twice(float *a, int n) { for (int i = 0; i < n; i++) a[i] *= 2; }
static inline float square(float v) { return v * v + 1; }
#define EACH(i, n) for (int i = 0; i < (n); i++)
void squares(float *a, int n) { EACH(i, n) a[i] = square(a[i]); }
int lim;
void below(int *a) { for (int i = 0; i < lim; i++) a[i]++; }
void fixed(int *a) { for (int i = 0; i < 300; i++) a[i]++; }
void later(int *a, int n, int k) { for (int i = 0; i < n; i++) a[i] = a[i + k]; }
void apart(int *a, int n) { for (int i = 0; i < n; i++) a[2 * i + 1] = a[2 * i] + 1; }
_Bool odd(const int *a, int n) { _Bool r = 0; for (int i = 0; i < n; i++) r ^= a[i] > 7; return r; }
void flags(_Bool *restrict o, const _Bool *a, int n) { for (int i = 0; i < n; i++) o[i] = !a[i]; }
"""


def verdicts_of(name: str, text: str, compiler: str) -> dict[str, Verdict]:
    return {
        loop.function: loop for loop in explain_loops(SourceFile(name, text), compiler, "-O3").loops
    }


@both
def test_the_card_of_a_template_tells_of_one_copy_and_names_the_others(compiler: str) -> None:
    found = verdicts_of("a.cpp", TEMPLATES, compiler)
    most, divide, add = found["most"], found["divide"], found["add"]
    assert "4 32-bit integers" in most.sentence
    assert "in most_int; the copy in most_float was not vectorised: floating" in most.sentence
    assert any("smax" in line for line in most.body)
    assert "4 floats" in divide.sentence
    assert "the copy for 32-bit integers was not vectorised: an operation" in divide.sentence
    assert any("fdiv" in line for line in divide.body)
    assert "copy" not in add.sentence


@both
def test_functions_that_macros_write_have_cards_and_names(compiler: str) -> None:
    found = verdicts_of("a.c", MACROS, compiler)
    assert found["sum_int"].vectorized
    assert "reduction" in found["sum_float"].reason_key
    assert (found["twice"].source_line, found["twice"].kind) == (7, "for")
    assert (found["squares"].source_line, found["squares"].vectorized) == (10, True)
    offered = {entry.id for entry in found["below"].suggestions}
    assert (found["below"].reason_key, "hoist_bound" in offered) == ("bound_in_memory", True)
    assert found["fixed"].vectorized
    assert found["later"].reason_key == "vectorized_overlap_check"
    assert found["apart"].reason_key == "constant_stride"
    # A mask for each comparison, none carried on; Clang carries one that `^` collects.
    assert found["odd"].reason_key == ("truth_value" if compiler == "gcc-12" else "vectorized")
    # GCC 12 has no vectors for the negation of a bool; what Clang vectorises is told in bytes.
    assert found["flags"].vectorized == (compiler == "clang-19")
    assert not found["flags"].vectorized or "16 bytes at once" in found["flags"].sentence


@pytest.mark.parametrize(
    ("symbol", "name"),
    [("plain", "plain"), ("_Z3addIiEvPT_i", "add"), ("_ZN2ns3sumEPKii", "sum"),
     ("_ZNK3Box4areaEv", "area"), ("_Z", "_Z"), ("_Z99x", "x")],
)  # fmt: skip
def test_a_symbol_holds_the_name(symbol: str, name: str) -> None:
    assert name_of_symbol(symbol) == name


HEADS = r"""
#define KERNEL(n) void n##_kernel(float *a, const float *b, int m)
KERNEL(twice) { for (int i = 0; i < m; i++) a[i] = b[i] * 2; }
#define NAMED(n) n
void NAMED(one)(float *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; }
#define JOIN(a, b) a##_##b
#define TYPED(n, T) static __attribute__((noinline)) T JOIN(n, \
  typed)(T *a, int m)
namespace inner { TYPED(sums, int) { for (int i = 0; i < m; i++) a[i] += i; return m; } }
int call(int *a, int m) { return inner::sums_typed(a, m); }
#define ITSELF(n) ITSELF(n)
void plain(int *a, int n) { for (int i = 0; i < n; i++) a[i] -= 1; }
"""


@both
def test_functions_whose_head_a_macro_writes_have_their_own_names(compiler: str) -> None:
    found = verdicts_of("a.cpp", HEADS, compiler)
    assert list(found) == ["twice_kernel", "one", "inner::sums_typed", "plain"]
    assert all(verdict.vectorized for verdict in found.values())


INSIDE = """
void r(float *x, int n) {
  for (int i = 1; i < n; i++) for (int k = 0; k < 2; k++) x[i] = x[i] * x[i - 1] + k; }
int q(const char *s, const char (*w)[4], int n) {
  for (int i = 0; i < n; i++) {
    int same = 1; for (int j = 0; j < 4; j++) same &= s[j] == w[i][j];
    if (same && s[i]) return i; }
  return -1; }
void p(int *restrict a, const int *restrict b, int n, int m) {
  for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i] ^= b[j * n] / 3; }
"""


@both
def test_a_loop_whose_inner_loop_was_written_out_has_a_reason_of_its_own(compiler: str) -> None:
    loops = explain_loops(SourceFile("a.c", INSIDE), compiler, "-O3").loops
    outer = [loop for loop in loops if loop.depth == 1]
    reasons = ["data_dependence", "early_exit", "outer_loop"]
    assert [verdict.reason_key for verdict in outer] == reasons
