"""C functions with odd parameters that a driver can call, and the outputs they have."""

from __future__ import annotations

from tests.running.asking import c_source
from tests.running.signature_cases import DrivenCase, N

DRIVEN_C = (
    DrivenCase(
        "bit-fields",
        c_source(
            "struct s { unsigned a : 3, b : 5; int v; };\n"
            "void f(struct s *p, int n) { for (int i = 0; i < n; i++) p[i].v += p[i].a; }"
        ),
        {"p.a": N, "p.b": N, "p.v": N},
    ),
    DrivenCase(
        "union",
        c_source(
            "union u { int i; float f; };\n"
            "void f(union u *p, int n) { for (int i = 0; i < n; i++) p[i].i++; }"
        ),
        {"p.i": N},
    ),
    DrivenCase(
        "list",
        c_source(
            "struct node { int v; struct node *next; };\n"
            "int f(struct node *p) { int t = 0; while (p) { t += p->v; p = p->next; } return t; "
            "}"
        ),
        {"return": 1, "p.v": N, "p.next": N},
    ),
    DrivenCase(
        "list reversed",
        c_source(
            "typedef struct node { int v; struct node *next; } node;\n"
            "node *f(node *p) { node *q = 0; while (p) { node *t = p->next; p->next = q; q = p; "
            "p = t; } return q; }"
        ),
        {"return": 1, "p.v": N, "p.next": N},
    ),
    DrivenCase(
        "tree",
        c_source(
            "struct t { int v; struct t *l, *r; };\n"
            "int f(const struct t *p) { return p ? p->v + f(p->l) + f(p->r) : 0; }"
        ),
        {"return": 1},
    ),
    DrivenCase(
        "rows",
        c_source(
            "void f(float **m, int rows, int cols) { for (int i = 0; i < rows; i++) for (int j "
            "= 0; j < cols; j++) m[i][j] *= 2; }"
        ),
        {"m[]": N * N},
    ),
    DrivenCase(
        "matrix record",
        c_source(
            "struct m { int rows, cols; float *d; };\n"
            "void f(struct m *a) { for (int i = 0; i < a->rows * a->cols; i++) a->d[i] = 0; }"
        ),
        {"a.rows": 1, "a.cols": 1, "a.d[]": N * N},
    ),
    DrivenCase(
        "record by value",
        c_source(
            "struct p { float *x; int n; };\n"
            "void f(struct p a) { for (int i = 0; i < a.n; i++) a.x[i] = 0; }"
        ),
        {"a.x[]": N},
    ),
    DrivenCase(
        "variable lengths",
        c_source(
            "void f(int n, int m, double a[n][m]) { for (int i = 0; i < n; i++) for (int j = 0; "
            "j < m; j++) a[i][j] = 0; }"
        ),
        {"a": N * N},
    ),
    DrivenCase(
        "static",
        c_source(
            "static float f(const float *a, int n) { float s = 0; for (int i = 0; i < n; i++) s "
            "+= a[i]; return s; }"
        ),
        {"return": 1},
    ),
    DrivenCase(
        "inline",
        c_source("inline void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; }"),
        {"a": N},
    ),
    DrivenCase(
        "static inline",
        c_source("static inline void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = 1; }"),
        {"a": N},
    ),
    DrivenCase(
        "file variables",
        c_source(
            "float a[100], b[100];\nvoid f(void) { for (int i = 0; i < 100; i++) a[i] = b[i] * 2; }"
        ),
        {"a": 100, "b": 100},
    ),
    DrivenCase(
        "void pointers",
        c_source(
            "#include <stddef.h>\n"
            "void f(void *d, const void *s, size_t n) { char *a = d; const char *b = s; while "
            "(n--) *a++ = *b++; }"
        ),
        {"d": 8 * N},
    ),
    DrivenCase(
        "strings",
        c_source("void f(char *d, const char *s) { while ((*d++ = *s++)); }"),
        {"d": N + 1},
    ),
    DrivenCase(
        "words",
        c_source(
            "int f(char **w, int n) { int t = 0; for (int i = 0; i < n; i++) for (char *p = "
            "w[i]; *p; p++) t++; return t; }"
        ),
        {"return": 1, "w[]": 16 * N},
    ),
    DrivenCase(
        "begin and end",
        c_source(
            "void f(float *begin, const float *end) { for (float *p = begin; p != end; ++p) *p "
            "= 0; }"
        ),
        {"begin": N},
    ),
    DrivenCase(
        "sparse rows",
        c_source(
            "void f(float *y, const float *v, const int *c, const int *r, const float *x, int "
            "n) { for (int i = 0; i < n; i++) { float s = 0; for (int j = r[i]; j < r[i + 1]; "
            "j++) s += v[j] * x[c[j]]; y[i] = s; } }"
        ),
        {"y": N},
    ),
    DrivenCase(
        "gather",
        c_source(
            "void f(float *o, const float *t, const int *k, int n) { for (int i = 0; i < n; "
            "i++) o[i] = t[k[i]]; }"
        ),
        {"o": N},
    ),
    DrivenCase(
        "scatter",
        c_source(
            "void f(int *o, const unsigned short *k, int n) { for (int i = 0; i < n; i++) "
            "o[k[i] % 1000]++; }"
        ),
        {"o": 1000},
    ),
    DrivenCase(
        "row pointers",
        c_source(
            "void f(float *m, int rows, int cols) { for (int i = 0; i < rows; i++) { float *r = "
            "m + i * cols; for (int j = 0; j < cols; j++) r[j] = 0; } }"
        ),
        {"m": N * N},
    ),
    DrivenCase(
        "downwards",
        c_source("void f(float *a, int n) { for (int i = n - 1; i >= 0; i--) a[i] = i; }"),
        {"a": N},
    ),
    DrivenCase(
        "step",
        c_source(
            "void f(float *a, int n, int step) { for (int i = 0; i < n; i += step) a[i] = 0; }"
        ),
        {"a": N},
    ),
    DrivenCase(
        "stride",
        c_source("void f(float *a, int n) { for (int i = 0; i < n; i++) a[3 * i + 1] = 0; }"),
        {"a": 3 * N - 1},
    ),
    DrivenCase(
        "bound by address",
        c_source("void f(float *a, const int *n) { for (int i = 0; i < *n; i++) a[i] = 0; }"),
        {"a": N},
    ),
    DrivenCase(
        "bubble sort",
        c_source(
            "void f(int *a, int n) { for (int i = 0; i < n - 1; i++) for (int j = 0; j < n - 1 "
            "- i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }"
        ),
        {"a": N},
    ),
    DrivenCase(
        "binary search",
        c_source(
            "int f(const int *a, int low, int high, int key) { while (low <= high) { int m = "
            "(low + high) / 2; if (a[m] == key) return m; if (a[m] < key) low = m + 1; else "
            "high = m - 1; } return -1; }"
        ),
        {"return": 1},
    ),
    DrivenCase(
        "quicksort",
        c_source(
            "void f(int *a, int lo, int hi) { if (lo >= hi) return; int p = a[hi], i = lo; for "
            "(int j = lo; j < hi; j++) if (a[j] < p) { int t = a[i]; a[i] = a[j]; a[j] = t; "
            "i++; } int t = a[i]; a[i] = a[hi]; a[hi] = t; f(a, lo, i - 1); f(a, i + 1, hi); }"
        ),
        {"a": N},
    ),
    DrivenCase(
        "half precision",
        c_source("void f(__fp16 *a, int n) { for (int i = 0; i < n; i++) a[i] = a[i] * 2; }"),
        {"a": N},
    ),
    DrivenCase(
        "long double",
        c_source("void f(long double *a, int n) { for (int i = 0; i < n; i++) a[i] *= 2; }"),
        {"a": N},
    ),
    DrivenCase(
        "enumeration",
        c_source(
            "enum e { R, G, B };\n"
            "void f(enum e *a, int n) { for (int i = 0; i < n; i++) if (a[i] == B) a[i] = R; }"
        ),
        {"a": N},
    ),
    DrivenCase(
        "bool",
        c_source(
            "#include <stdbool.h>\n"
            "void f(bool *a, int n) { for (int i = 0; i < n; i++) a[i] = !a[i]; }"
        ),
        {"a": N},
    ),
    DrivenCase(
        "record returned",
        c_source(
            "struct r { int low, high; };\n"
            "struct r f(const int *a, int n) { struct r x = {a[0], a[0]}; for (int i = 0; i < "
            "n; i++) { if (a[i] < x.low) x.low = a[i]; if (a[i] > x.high) x.high = a[i]; } "
            "return x; }"
        ),
        {"return.low": 1, "return.high": 1},
    ),
    DrivenCase(
        "names of the library",
        c_source(
            "int write(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; "
            "return s; }"
        ),
        {"return": 1, "a": N},
    ),
    DrivenCase(
        "parameter like the function",
        c_source(
            "int sum(const int *sum, int n) { int t = 0; for (int i = 0; i < n; i++) t += "
            "sum[i]; return t; }"
        ),
        {"return": 1},
    ),
    DrivenCase(
        "its own main",
        c_source(
            "int f(const int *a, int n) { int t = 0; for (int i = 0; i < n; i++) t += a[i]; "
            "return t; }\n"
            "int main(void) { int a[1] = {1}; return f(a, 1); }"
        ),
        {"return": 1},
    ),
    DrivenCase(
        "beside the old style",
        c_source(
            "void g(a) int a; {}\nvoid f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }"
        ),
        {"a": N},
        "f",
    ),
    DrivenCase(
        "mathematics by hand",
        c_source(
            "float sqrtf(float);\n"
            "void f(float *a, int n) { for (int i = 0; i < n; i++) a[i] = sqrtf(a[i] * a[i]); }"
        ),
        {"a": N},
    ),
    DrivenCase(
        "twelve parameters",
        c_source(
            "void f(int a, int b, int c, int d, int e, int g, int h, int j, double k, float l, "
            "float *o, int n) { for (int i = 0; i < n; i++) o[i] = a + b + c + d + e + g + h + "
            "j + k + l; }"
        ),
        {"o": N},
    ),
    DrivenCase(
        "old standard",
        c_source(
            "void f(a, n)\n"
            "float *a; int n;\n"
            "{}\n"
            "void h(float *a, int n) { int i; for (i = 0; i < n; i++) a[i] = 0; }"
        ),
        {"a": N},
        "h",
        flags="-O2 -ansi",
    ),
)
