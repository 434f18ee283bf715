"""Loops to step through, and the settings they are built with."""

from __future__ import annotations

from dataclasses import dataclass

SOURCES = {
    "axpy": """\
void axpy(float *restrict y, const float *restrict x, float a, long n) {
  for (long i = 0; i < n; i++)
    y[i] += a * x[i];
}
""",
    "sum": """\
int sum(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
""",
    "average": """\
void average(unsigned char *restrict y, const unsigned char *restrict x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = (x[i] + y[i] + 1) / 2;
}
""",
    "relu": """\
void relu(float *restrict y, const float *restrict x, long n) {
  for (long i = 0; i < n; i++)
    y[i] = x[i] > 0 ? x[i] : 0;
}
""",
    "called": """\
__attribute__((noinline)) static double twice(double v) { return v * 2 + 1; }
void called(double *y, const double *x, int n) {
  for (int i = 0; i < n; i++)
    y[i] = twice(x[i]) + 0.5;
}
""",
    "product": """\
void product(float *restrict c, const float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
""",
    "gather": """\
void gather(double *restrict y, const double *restrict x, const int *restrict k, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[k[i] & 15];
}
""",
    "complex": """\
void complex(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++) {
    y[2 * i] = x[2 * i] * 2;
    y[2 * i + 1] = -x[2 * i + 1];
  }
}
""",
    "widen": """\
void widen(long *restrict y, const short *restrict x, long n) {
  for (long i = 0; i < n; i++)
    y[i] = (long)x[i] * 3 - 1;
}
""",
    "find": """\
int find(const int *x, int n, int wanted) {
  for (int i = 0; i < n; i++)
    if (x[i] == wanted)
      return i;
  return -1;
}
""",
    "dot": """\
double dot(const double *x, const double *y, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
""",
}  # fmt: skip

SVE = "-O3 -march=armv8-a+sve"


@dataclass(frozen=True, slots=True)
class Setting:
    """One recording: a source's name, how it is compiled, and what is recorded of it."""

    name: str
    compiler: str
    flags: str
    sve_bits: int = 128
    n: int = 19
    arrival: int = 1
    steps: int = 60

    def __str__(self) -> str:
        flags = self.flags.replace(" ", "")
        return f"{self.name}-{self.compiler}{flags}-{self.sve_bits}"


SETTINGS = (
    Setting("axpy", "gcc", "-O3"),
    Setting("axpy", "clang", "-O2", arrival=0),
    Setting("axpy", "gcc", SVE, 256),
    Setting("axpy", "clang", SVE, 512, n=53, arrival=0),
    Setting("axpy", "gcc", SVE, 2048, n=200),
    Setting("sum", "gcc", "-O0", arrival=3),
    Setting("sum", "clang", "-O2", n=37, arrival=0),
    Setting("average", "gcc", "-O3", n=41, arrival=0),
    Setting("relu", "gcc", SVE, 128, arrival=0),
    Setting("called", "gcc", "-O2"),
    Setting("called", "clang", "-O0"),
    Setting("product", "gcc", "-O2", n=4, arrival=2, steps=120),
    Setting("product", "clang", "-O3", n=6, steps=120),
    Setting("gather", "gcc", SVE, 384, arrival=0),
    Setting("complex", "clang", "-O3", arrival=0),
    Setting("complex", "gcc", SVE, 256, arrival=0),
    Setting("widen", "gcc", SVE, 256, arrival=0),
    Setting("dot", "gcc", "-O3 -march=armv8-a+sve -ffast-math", 512, n=40, arrival=0),
)
