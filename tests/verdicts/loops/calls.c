/* Calls, library functions, inline assembly and what a compiler may not move. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

float unknown_function(float);
__attribute__((const)) float constant_function(float);
__attribute__((const)) int constant_of_bound(int);
extern int global_count;

void call_unknown(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = unknown_function(x[i]);
}

void call_constant(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = constant_function(x[i]);
}

void call_invariant(int *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] += constant_of_bound(n);
}

__attribute__((noinline)) static float twice_plus_one(float v) { return 2 * v + 1; }

void call_not_inlined(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = twice_plus_one(x[i]);
}

static float half_of(float v) { return 0.5f * v; }

void call_inlined(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = half_of(x[i]);
}

#pragma omp declare simd notinbranch
float simd_function(float v);

void call_simd_function(float *restrict x, int n) {
#pragma omp simd
  for (int i = 0; i < n; i++)
    x[i] = simd_function(x[i]);
}

void square_root(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = sqrtf(x[i]);
}

void square_root_plain(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = __builtin_fabs(x[i]);
}

void sine(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = sin(x[i]);
}

void round_down(double *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = floor(x[i]);
}

void through_function_pointer(int *x, int n, int (*f)(int)) {
  for (int i = 0; i < n; i++)
    x[i] = f(x[i]);
}

void volatile_port(volatile int *port, const int *x, int n) {
  for (int i = 0; i < n; i++)
    *port = x[i];
}

void volatile_array(int *restrict out, volatile const int *in, int n) {
  for (int i = 0; i < n; i++)
    out[i] = in[i];
}

void atomic_add(atomic_int *x, int n) {
  for (int i = 0; i < n; i++)
    atomic_fetch_add(&x[i], 1);
}

void inline_assembly(int *x, int n) {
  for (int i = 0; i < n; i++)
    __asm__("add %w0, %w0, 1" : "+r"(x[i]));
}

void count_in_global(const int *x, int n) {
  for (int i = 0; i < n; i++)
    global_count += x[i];
}

void allocate_all(void **x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = malloc(16);
}

void spin(const volatile int *ready) {
  while (!*ready)
    ;
}

void simd_reduction(const float *x, int n, float *out) {
  float s = 0;
#pragma omp simd reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  *out = s;
}

void ignore_dependences(int *x, int n, int k) {
#pragma GCC ivdep
  for (int i = 0; i < n; i++)
    x[i] = x[i + k] + 1;
}

void clang_asked(const float *x, float *y, int n) {
#pragma clang loop vectorize(enable)
  for (int i = 0; i < n; i++)
    y[i] = x[i * 3];
}

void clang_forbidden(int *x, int n) {
#pragma clang loop vectorize(disable)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
