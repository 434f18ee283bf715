"""Settings that every installed version must be read under."""

from __future__ import annotations

from compiler_core.source import SourceFile
from tests.passes.loops import LOOPS
from tests.passes.runs import Case

GCC = ("gcc-11", "gcc-12")
CLANG = ("clang-14", "clang-16", "clang-19")
SVE = "-O3 -march=armv8-a+sve"
CPP = """\
namespace a { int f(const int *x, int n) { int s = 0; for (int i = 0; i < n; i++) s += x[i];
  return s; } }
namespace b { int f(const int *x, int n) { int s = 1; for (int i = 0; i < n; i++) s *= x[i];
  return s; } }
struct V { float x[4]; V operator+(const V &o) const; float operator()(int i) const;
  operator float() const; };
V V::operator+(const V &o) const { V r; for (int i = 0; i < 4; i++) r.x[i] = x[i] + o.x[i];
  return r; }
float V::operator()(int i) const { return x[i]; }
V::operator float() const { float s = 0; for (float v : x) s += v; return s; }
template <class T> T sum(const T *p, int n) { T s = 0; for (int i = 0; i < n; i++) s += p[i];
  return s; }
template int sum<int>(const int *, int);
"""
PRAGMA = """\
void f(float *restrict a, const float *b, int n) {
#pragma omp simd
  for (int i = 0; i < n; i++) a[i] = b[i] * 2 + a[i];
}
"""
CPP_FILE = SourceFile("loop.cpp", CPP)
PRAGMA_FILE = SourceFile("loop.c", PRAGMA)
PLUS = "_ZNK1VplERKS_"


def c_file(name: str) -> SourceFile:
    return SourceFile("loop.c", LOOPS[name])


def cases_of(compiler: str) -> tuple[Case, ...]:
    return (
        Case("C at -O2", c_file("saxpy"), compiler, "-O2"),
        Case("C at -O3", c_file("matrix"), compiler, "-O3"),
        Case("pragma at -O2", PRAGMA_FILE, compiler, "-O2 -fopenmp-simd"),
        Case("pragma at -O3", PRAGMA_FILE, compiler, "-O3 -fopenmp-simd"),
        Case("SVE", c_file("saxpy"), compiler, SVE),
        Case("C++ in a namespace", CPP_FILE, compiler, "-O3", "_ZN1b1fEPKii"),
        Case("C++ operator", CPP_FILE, compiler, "-O2", PLUS),
    )


ALL_CASES = tuple(case for compiler in (*GCC, *CLANG) for case in cases_of(compiler))
FEW_CASES = (
    Case("clang matrix", c_file("matrix"), "clang-19", "-O3"),
    Case("clang C++", CPP_FILE, "clang-19", "-O3", "_ZN1b1fEPKii"),
    Case("gcc matrix", c_file("matrix"), "gcc-12", "-O3"),
    Case("gcc call", c_file("call"), "gcc-12", "-O3"),
)
