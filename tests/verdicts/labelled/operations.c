/* What loops compute: operations, conversions, calls, conditions, pragmas, attributes. */
#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

typedef uint64_t word;
typedef __int128 huge;
#define SIZE 4096
#define DIVIDE(p, q) ((p) / (q))
extern float ga[SIZE], gb[SIZE], gc[SIZE];
extern int ia[SIZE], ib[SIZE], ic[SIZE];
extern volatile int device;
int outside(int);
void notify(void);
double pure_outside(double) __attribute__((const));

void divide_ints(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = p[i] / q[i]; }
void divide_macro(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = DIVIDE(p[i], q[i]); }
void remainder_ints(unsigned *restrict p, const unsigned *restrict q, int n) { for (int i = 0; i < n; i++) p[i] %= q[i]; }
void divide_runtime(long *p, long k, int n) { for (int i = 0; i < n; i++) p[i] /= k; }
void divide_shorts(short *p, short k, int n) { for (int i = 0; i < n; i++) p[i] = (short)(p[i] / k); }
int divide_sum(const int *p, int k, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i] / k; return s; }
void multiply_words(word *restrict p, const word *restrict q, int n) { for (int i = 0; i < n; i++) p[i] *= q[i]; }
void multiply_longs(long *p, long k, int n) { for (int i = 0; i < n; i++) p[i] = p[i] * k; }
long dot_longs(const long *p, const long *q, int n) { long s = 0; for (int i = 0; i < n; i++) s += p[i] * q[i]; return s; }
long dot_widened(const int *p, const int *q, int n) { long s = 0; for (int i = 0; i < n; i++) s += (long)p[i] * q[i]; return s; }
void divide_half_bound(int *p, int n) { for (int i = 0; i < n / 3; i++) p[i] += p[i + 1] > 3; }
void divide_in_header(int *p, int n, int k) { for (int i = n / k; i < n; i++) p[i] = p[i - 1] + 1; }
void popcounts(unsigned *p, int n) { for (int i = 0; i < n; i++) p[i] = __builtin_popcount(p[i]); }
int popcount_sum(const word *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += __builtin_popcountll(p[i]); return s; }
void leading_zeros(unsigned *p, int n) { for (int i = 0; i < n; i++) p[i] = __builtin_clz(p[i]); }
void trailing_zeros(unsigned *p, int n) { for (int i = 0; i < n; i++) p[i] = __builtin_ctz(p[i]); }
void byte_swaps(uint32_t *p, int n) { for (int i = 0; i < n; i++) p[i] = __builtin_bswap32(p[i]); }
void rotations(uint32_t *p, int n) { for (int i = 0; i < n; i++) p[i] = p[i] << 7 | p[i] >> 25; }
void shift_amounts(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = p[i] << q[i]; }
void huge_sum(huge *p, int n) { for (int i = 0; i < n; i++) p[i] += 1; }
void long_double_scale(long double *p, int n) { for (int i = 0; i < n; i++) p[i] *= 2; }
void long_to_float(float *restrict p, const long *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = (float)q[i]; }
void byte_to_double(double *restrict p, const uint8_t *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = q[i]; }
void double_to_byte(uint8_t *restrict p, const double *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = (uint8_t)q[i]; }
void saturate(uint8_t *p, int n) { for (int i = 0; i < n; i++) { int v = p[i] * 2; p[i] = v > 255 ? 255 : v; } }
float modulus(float *p, int n) { float s = 0; for (int i = 0; i < n; i++) s = fmodf(s, p[i]); return s; }

void sines(float *p, int n) { for (int i = 0; i < n; i++) p[i] = sinf(p[i]); }
void powers(double *p, int n) { for (int i = 0; i < n; i++) p[i] = pow(p[i], 1.5); }
void exponentials(double *restrict p, const double *restrict q, int n) { int i = 0; while (i < n) { p[i] = exp(q[i]); i++; } }
void roots(double *p, int n) { for (int i = 0; i < n; i++) p[i] = sqrt(p[i]); }
void roots_single(float *restrict p, const float *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = sqrtf(q[i]) + 1; }
float norm(const float *p, int n) { float s = 0; for (int i = 0; i < n; i++) s += sqrtf(p[i]); return s; }
void calls_unknown(int *p, int n) { for (int i = 0; i < n; i++) p[i] = outside(p[i]); }
void calls_beside(int *p, int n) { for (int i = 0; i < n; i++) { p[i] += 1; notify(); } }
void calls_const(double *p, int n) { for (int i = 0; i < n; i++) p[i] = pure_outside(p[i]); }
void calls_pointer(int *p, int n, int (*f)(int)) { for (int i = 0; i < n; i++) p[i] = f(p[i]); }
static __attribute__((noinline)) int kept_out(int v) { return v * v + 3; }
void calls_here(int *p, int n) { for (int i = 0; i < n; i++) p[i] = kept_out(p[i]); }
void calls_allocator(void **p, int n) { for (int i = 0; i < n; i++) p[i] = malloc(16); }
int calls_random(int n) { int s = 0; for (int i = 0; i < n; i++) s += rand(); return s; }
void atomic_adds(atomic_int *c, const int *p, int n) { for (int i = 0; i < n; i++) atomic_fetch_add(c, p[i]); }
void builtin_atomic(int *c, int n) { for (int i = 0; i < n; i++) __atomic_fetch_add(c + i, 1, __ATOMIC_RELAXED); }
int volatile_read(int n) { int s = 0; for (int i = 0; i < n; i++) s += device; return s; }
void volatile_store(volatile int *p, int n) { for (int i = 0; i < n; i++) p[i] = i; }
void volatile_wait(void) { while (device) {} }
void assembly_inside(int *p, int n) { for (int i = 0; i < n; i++) { p[i] += 1; __asm__ volatile("nop"); } }
void assembly_value(int *p, int n) { for (int i = 0; i < n; i++) __asm__("rbit %w0, %w0" : "+r"(p[i])); }

int find(const int *p, int n, int key) { for (int i = 0; i < n; i++) if (p[i] == key) return i; return -1; }
int any_negative(const float *p, int n) { int found = 0; for (int i = 0; i < n; i++) if (p[i] < 0) { found = 1; break; } return found; }
int all_equal(const int *p, const int *q, int n) { int i = 0; while (i < n && p[i] == q[i]) i++; return i == n; }
void until_zero(int *p) { while (*p) *p++ += 1; }
void until_sentinel(float *p) { for (int i = 0; p[i] >= 0; i++) p[i] = 1; }
void leave_by_goto(int *p, int n) { for (int i = 0; i < n; i++) { if (p[i] < 0) goto out; p[i] = 1; } out:; }
void leave_late(int *p, int n) { for (int i = 0; i < n; i++) { p[i] *= 2; if (p[i] > 1000) break; } }
void two_bounds(int *p, int n, int m) { for (int i = 0; i < n && i < m; i++) p[i] = 1; }

void store_if(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) if (q[i] > 0) p[i] = q[i]; }
void store_if_floats(float *restrict p, const float *restrict q, int n) { for (int i = 0; i < n; i++) if (q[i] > 0) p[i] = q[i]; }
void store_one_of_two(int *restrict p, int *restrict r, const int *restrict q, int n) { for (int i = 0; i < n; i++) { if (q[i] > 0) p[i] = q[i]; else r[i] = 1; } }
void store_continue(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) { if (q[i] == 0) continue; p[i] = 10 + q[i]; } }
void store_ternary(int *p, int n) { for (int i = 0; i < n; i++) p[i] = p[i] > 0 ? p[i] : -p[i]; }
void choose_float(float *p, int n) { for (int i = 0; i < n; i++) if (p[i] > 1) p[i] = 1 / p[i]; else p[i] = p[i] * 3; }
void load_if(int *restrict p, const int *restrict q, const int *restrict m, int n) { for (int i = 0; i < n; i++) p[i] = m[i] ? q[i] : 0; }
int count_if(const float *p, int n) { int k = 0; for (int i = 0; i < n; i++) if (p[i] > 0) k++; return k; }
float product_if(const float *p, int n) { float s = 1; for (int i = 0; i < n; i++) if (p[i] > 0.5f) s *= p[i]; return s; }
double sum_if_double(const double *p, const int *m, int n) { double s = 0; for (int i = 0; i < n; i++) { if (m[i]) s += p[i]; } return s; }
void classify(int *p, int n) { for (int i = 0; i < n; i++) { switch (p[i]) { case 1: p[i] = 40; break; case 2: p[i] = 7; break; case 9: p[i] = 11; break; default: p[i] = 0; } } }
int dispatch(const uint8_t *p, int n) { int s = 0; for (int i = 0; i < n; i++) { switch (p[i]) { case 0: s++; break; case 1: s--; break; case 2: s *= 2; break; case 3: s ^= 5; break; case 4: s = 0; break; } } return s; }
int last_positive(const int *p, int n) { int last = -1; for (int i = 0; i < n; i++) if (p[i] > 0) last = p[i]; return last; }
int running_state(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s = s > 10 ? p[i] : s + p[i]; return s; }
int toggles(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) if (p[i] != s) s = p[i] & 1; return s; }
void running_maximum(int *restrict p, const int *restrict q, int n) { int m = q[0]; for (int i = 0; i < n; i++) { m = q[i] > m ? q[i] : m; p[i] = m; } }
void running_sum(int *restrict p, const int *restrict q, int n) { int s = 0; for (int i = 0; i < n; i++) { s += q[i]; p[i] = s; } }
void running_sum_double(double *restrict p, const double *restrict q, int n) { double s = 0; for (int i = 0; i < n; i++) { s += q[i]; p[i] = s; } }
void smooth(float *restrict p, const float *restrict q, int n) { float s = 0; for (int i = 0; i < n; i++) { s = 0.9f * s + 0.1f * q[i]; p[i] = s; } }
void previous_value(float *restrict p, const float *restrict q, int n) { float last = 0; for (int i = 0; i < n; i++) { p[i] = q[i] - last; last = q[i]; } }

void pragma_clang_off(int *p, int n) {
#pragma clang loop vectorize(disable)
  for (int i = 0; i < n; i++) p[i] += 1;
}
void pragma_clang_width_1(int *p, int n) {
#pragma clang loop vectorize_width(1)
  for (int i = 0; i < n; i++) p[i] += 1;
}
float pragma_clang_off_float(float *p, int n) {
  float s = 0;
#pragma clang loop vectorize(disable)
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
void pragma_gcc_ivdep(int *p, int k, int n) {
#pragma GCC ivdep
  for (int i = 0; i < n; i++) p[i + k] = p[i] + 1;
}
void pragma_gcc_novector(int *p, int n) {
#pragma GCC novector
  for (int i = 0; i < n; i++) p[i] = p[i - 1] + 1;
}
void pragma_clang_enable(int *restrict p, int n) {
#pragma clang loop vectorize(enable)
  for (int i = 1; i < n; i++) p[i] = p[i - 1] + 1;
}
__attribute__((optimize("no-tree-vectorize"))) void attribute_off(int *p, int n) { for (int i = 0; i < n; i++) p[i] += 1; }
__attribute__((optimize("O1"))) void attribute_level(int *p, int n) { for (int i = 0; i < n; i++) p[i] += 1; }
__attribute__((optnone)) void attribute_none(int *p, int n) { for (int i = 0; i < n; i++) p[i] += 1; }
__attribute__((optimize("O0"))) void attribute_zero(int *p, int n) { for (int i = 0; i < n; i++) p[i] += 1; }
__attribute__((cold)) void attribute_cold(int *p, int n) { for (int i = 0; i < n; i++) p[i] += 1; }

void three_rounds(int *p, int *q) { for (int i = 0; i < 3; i++) p[i] = q[i] + 1; }
int two_rounds(const int *p) { int s = 0; for (int i = 0; i < 2; i++) s += p[i]; return s; }
void few_rounds(float *p, float *q) { for (int i = 0; i < 7; i++) p[i] = q[i] * q[i]; }
void clear(int *p, int n) { for (int i = 0; i < n; i++) p[i] = 0; }
void copy(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = q[i]; }
int triangle(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
void nothing(int n) { for (int i = 0; i < n; i++) {} }
void unused(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; }
struct flags { unsigned small : 3; unsigned rest : 29; };
void bit_fields(struct flags *p, int n) { for (int i = 0; i < n; i++) p[i].small += 1; }
void endless(void) { for (;;) notify(); }
