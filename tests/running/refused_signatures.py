"""Functions that no driver can call, with a part of the reason each is given."""

from __future__ import annotations

from tests.running.asking import c_source, cpp_source
from tests.running.signature_cases import Refused

REFUSED = (
    Refused(
        "function pointer",
        c_source(
            "void f(float *a, int n, float (*g)(float)) { for (int i = 0; i < n; i++) a[i] = "
            "g(a[i]); }"
        ),
        "needs a function pointer",
    ),
    Refused(
        "typedef of one",
        c_source(
            "typedef int (*op)(int);\n"
            "void f(int *a, int n, op g) { for (int i = 0; i < n; i++) a[i] = g(a[i]); }"
        ),
        "needs a function pointer",
    ),
    Refused(
        "variable arguments",
        c_source("int f(int n, ...) { return n; }"),
        "variable number of arguments",
    ),
    Refused(
        "unknown type",
        c_source(
            "#include <stdio.h>\n"
            "void f(FILE *a, int n) { for (int i = 0; i < n; i++) fputc(65, a); }"
        ),
        "the type FILE is not defined in this source",
    ),
    Refused(
        "undefined structure",
        c_source("struct s;\nint f(struct s *a, int n) { return n; }"),
        "struct s is not defined in this source",
    ),
    Refused(
        "old style",
        c_source("void f(a, n) float *a; int n; { for (int i = 0; i < n; i++) a[i] = 0; }"),
        "old style",
    ),
    Refused(
        "main",
        c_source("int main(void) { return 0; }"),
        "main is where a program starts",
    ),
    Refused(
        "nothing",
        c_source(""),
        "defines no function",
    ),
    Refused(
        "data only",
        c_source("int x[4];"),
        "defines no function",
    ),
    Refused(
        "unfinished",
        c_source("void f(float *a, int n) { for (int i = 0;"),
        "defines no function",
    ),
    Refused(
        "method",
        cpp_source(
            "struct S { float s; void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] *= "
            "s; } };"
        ),
        "member of a class",
    ),
    Refused(
        "method outside",
        cpp_source("struct S { void f(int); };\nvoid S::f(int n) {}"),
        "member of a class",
    ),
    Refused(
        "static method",
        cpp_source(
            "struct S { static void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; } };"
        ),
        "member of a class",
    ),
    Refused(
        "template",
        cpp_source(
            "template <class T> void f(T *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }"
        ),
        "is a template",
    ),
    Refused(
        "auto parameter",
        cpp_source("void f(auto *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }"),
        "decided by each call",
    ),
    Refused(
        "complex",
        c_source(
            "#include <complex.h>\n"
            "void f(float complex *a, int n) { for (int i = 0; i < n; i++) a[i] *= 2; }"
        ),
        "complex numbers",
    ),
    Refused(
        "NEON vector",
        c_source("#include <arm_neon.h>\nfloat32x4_t f(float32x4_t a) { return a; }"),
        "float32x4_t",
    ),
    Refused(
        "SVE vector",
        c_source("#include <arm_sve.h>\nvoid f(svfloat32_t a) {}"),
        "svfloat32_t",
    ),
    Refused(
        "class",
        cpp_source("class P { int x; public: P(int); };\nint f(P *p, int n) { return n; }"),
        "P is a class",
    ),
    Refused(
        "private part",
        cpp_source("struct P { private: int x; };\nint f(P *p, int n) { return n; }"),
        "P is a class",
    ),
    Refused(
        "derived",
        cpp_source("struct A {}; struct P : A { int x; };\nint f(P *p, int n) { return n; }"),
        "P is a class",
    ),
    Refused(
        "map",
        cpp_source("#include <map>\nint f(std::map<int, int> &m) { return m.size(); }"),
        "std::map",
    ),
    Refused(
        "std::function",
        cpp_source(
            "#include <functional>\nint f(std::function<int(int)> g, int n) { return g(n); }"
        ),
        "std::function",
    ),
    Refused(
        "unique_ptr",
        cpp_source("#include <memory>\nvoid f(std::unique_ptr<int[]> p, int n) {}"),
        "std::unique_ptr",
    ),
    Refused(
        "two of one name",
        cpp_source("void f(float *a, int n) {}\nvoid f(int *a, int n) {}"),
        "f:1, f:2",
        "f",
    ),
    Refused(
        "unknown name",
        c_source("void f(float *a, int n) {}"),
        "defines no function g",
        "g",
    ),
    Refused(
        "structure with a function pointer",
        c_source("struct s { int (*g)(int); };\nint f(struct s *a, int n) { return n; }"),
        "needs a function pointer",
    ),
    Refused(
        "two types leading to each other",
        c_source(
            "struct b; struct a { struct b *p; }; struct b { struct a *p; };\n"
            "int f(struct a *x, int n) { return n; }"
        ),
        "leads back to itself",
    ),
    Refused(
        "a deep expression",
        c_source("int f(int n) { return " + "(" * 2000 + "n" + ")" * 2000 + "; }"),
        "200 levels deep near line 1",
    ),
    Refused(
        "a very long function",
        c_source("void f(int *a, int n) {" + "a[n] = n + n * n;" * 3000 + "}"),
        "too long to be driven",
    ),
    Refused(
        "many loops",
        c_source("void f(int *a, int n) {" + "for (int i = 0; i < n; i++) " * 13 + "a[i]++; }"),
        "nests 13 loops",
    ),
    Refused(
        "types inside types",
        c_source(
            "struct s0 { int x; };"
            + "".join(f"struct s{k} {{ struct s{k - 1} a, b; }};" for k in range(1, 30))
            + "void f(struct s29 *p, int n) {}"
        ),
        "more than 64 fields",
    ),
    Refused(
        "virtual functions",
        cpp_source(
            "struct shape { virtual int area() const { return 1; } int n; };\n"
            "int f(const shape &s, int n) { int t = 0; while (n--) t += s.area(); return t; }"
        ),
        "has virtual functions",
    ),
    Refused(
        "a structure made from a template, through a template with a loop",
        cpp_source(
            "template <class T> struct row { T x[8]; };\n"
            "template <class T> T sum(const row<T> &a) "
            "{ T s{}; for (T x : a.x) s += x; return s; }\n"
            "float f(const row<float> &a) { return sum(a); }"
        ),
        "f cannot be driven: its parameter a needs row<float>, and row<float> is made from",
    ),
)
