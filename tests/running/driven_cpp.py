"""C++ functions with odd parameters that a driver can call, and the outputs they have."""

from __future__ import annotations

from tests.running.asking import cpp_source
from tests.running.signature_cases import DrivenCase, N

DRIVEN_CPP = (
    DrivenCase(
        "inline in C++",
        cpp_source("inline void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; }"),
        {"a": N},
    ),
    DrivenCase(
        "unnamed namespace",
        cpp_source(
            "namespace { void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; } }"
        ),
        {"a": N},
    ),
    DrivenCase(
        "namespaces",
        cpp_source(
            "namespace a::b { struct P { float x; }; void f(P *p, int n) { for (int i = 0; i < "
            "n; i++) p[i].x = 1; } }"
        ),
        {"p.x": N},
    ),
    DrivenCase(
        "extern C",
        cpp_source('extern "C" void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; }'),
        {"a": N},
    ),
    DrivenCase(
        "vector",
        cpp_source(
            "#include <vector>\n"
            "void f(std::vector<float> &a, const std::vector<float> &b) { for (std::size_t i = "
            "0; i < a.size(); i++) a[i] += b[i]; }"
        ),
        {"a": N},
    ),
    DrivenCase(
        "span",
        cpp_source("#include <span>\nvoid f(std::span<int> a) { for (int &x : a) x++; }"),
        {"a": N},
        flags="-O2 -std=c++20",
    ),
    DrivenCase(
        "std::array",
        cpp_source(
            "#include <array>\nvoid f(std::array<double, 8> &a) { for (double &x : a) x += 1; }"
        ),
        {"a": 8},
    ),
    DrivenCase(
        "string",
        cpp_source(
            "#include <string>\n"
            "int f(const std::string &s) { int n = 0; for (char c : s) n += c == 'a'; return n; "
            "}"
        ),
        {"return": 1},
    ),
    DrivenCase(
        "vector returned",
        cpp_source(
            "#include <vector>\n"
            "std::vector<int> f(int n) { std::vector<int> v(n); for (int i = 0; i < n; i++) "
            "v[i] = i; return v; }"
        ),
        {"return": N},
    ),
    DrivenCase(
        "reference",
        cpp_source(
            "void f(int &t, const int *a, int n) { for (int i = 0; i < n; i++) t += a[i]; }"
        ),
        {"t": 1},
    ),
    DrivenCase(
        "array reference",
        cpp_source("void f(float (&a)[16]) { for (float &x : a) x = 0; }"),
        {"a": 16},
    ),
    DrivenCase(
        "template with a number",
        cpp_source(
            "template <typename T, int K> void f(T *a, int n) { for (int i = 0; i < n; i++) "
            "a[i] *= K; }\n"
            "template void f<int, 3>(int *, int);"
        ),
        {"a": N},
    ),
)
