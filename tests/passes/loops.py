"""Sources whose pass stories the tests know: one function each, named f."""

from __future__ import annotations

LOOPS: dict[str, str] = {
    "saxpy": """
void f(int n, float k, const float *x, float *y) {
  for (int i = 0; i < n; i++) y[i] = k * x[i] + y[i];
}""",
    "sum": """
int f(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i];
  return s;
}""",
    "clear": """
void f(int *a, long n) {
  for (long i = 0; i < n; i++) a[i] = 0;
}""",
    "copy": """
void f(char *restrict a, const char *restrict b, long n) {
  for (long i = 0; i < n; i++) a[i] = b[i];
}""",
    "invariant load": """
void f(int *restrict a, const int *restrict k, int n) {
  for (int i = 0; i < n; i++) a[i] += *k * 3;
}""",
    "invariant product": """
void f(float *restrict a, float x, float y, int n) {
  for (int i = 0; i < n; i++) a[i] = a[i] / (x * y);
}""",
    "short loop": """
int f(const int *a) {
  int s = 0;
  for (int i = 0; i < 4; i++) s += a[i] * i;
  return s;
}""",
    "unswitch": """
void f(float *restrict a, const float *restrict b, int n, int flag) {
  for (int i = 0; i < n; i++) {
    if (flag) a[i] = b[i] * 2; else a[i] = b[i] + 1;
  }
}""",
    "condition": """
void f(int *restrict a, const int *restrict b, int n) {
  for (int i = 0; i < n; i++) if (b[i] > 3) a[i] = b[i]; else a[i] = 0;
}""",
    "call": """
static int square(int x) { return x * x; }
void f(int *a, int n) {
  for (int i = 0; i < n; i++) a[i] = square(a[i]);
}""",
    "dead": """
int f(const int *a, int n) {
  int s = 0, unused = 0;
  for (int i = 0; i < n; i++) { unused += a[i] * 7; s ^= a[i]; }
  return s;
}""",
    "matrix": """
void f(float *restrict c, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float t = 0;
      for (int k = 0; k < n; k++) t += a[i * n + k] * b[k * n + j];
      c[i * n + j] = t;
    }
}""",
    "search": """
int f(const int *a, int n, int key) {
  for (int i = 0; i < n; i++) if (a[i] == key) return i;
  return -1;
}""",
    "struct": """
struct point { float x, y; };
float f(const struct point *p, int n) {
  struct point s = {0, 0};
  for (int i = 0; i < n; i++) { s.x += p[i].x; s.y += p[i].y; }
  return s.x * s.y;
}""",
    "repeat": """
int f(const int *a, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i] * (n * m + 1) + a[i] / (n * m + 1);
  return s;
}""",
    "string": """
long f(const char *s) {
  long n = 0;
  while (s[n]) n++;
  return n;
}""",
}

SORTED_ROWS = """
#include <algorithm>
#include <vector>
std::vector<std::vector<int>> sorted_rows(std::vector<std::vector<int>> rows) {
    std::sort(rows.begin(), rows.end());
    return rows;
}
"""
