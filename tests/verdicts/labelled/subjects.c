/* Loops of subjects that students bring: tokens, locks, hashes, bitmaps, tables cut into tiles. */
#include <stdatomic.h>
#include <stdint.h>

void fail(void) __attribute__((noreturn));
_Noreturn void give_up(int code);

/* Calls that never come back, by the user's own declaration. */
void checked(float *a, const int *idx, int n, int m) { for (int i = 0; i < n; i++) { if (idx[i] >= m) fail(); a[i] += idx[i]; } }
void checked_codes(int *a, int n) { for (int i = 0; i < n; i++) { if (a[i] < 0) give_up(i); a[i] *= 3; } }
int checked_sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { s += a[i]; if (s < 0) give_up(s); } return s; }

/* Memory asked for in advance. */
void prefetched(float *a, int n) { for (int i = 0; i < n; i++) { __builtin_prefetch(a + i + 64); a[i] *= 2; } }
int prefetched_sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) { __builtin_prefetch(&a[i + 32], 0, 0); s += a[i]; } return s; }
void prefetched_store(double *restrict a, const double *restrict b, int n) { for (int i = 0; i < n; i++) { __builtin_prefetch(b + i + 8, 1); a[i] = b[i] + 1; } }

/* Atomic operations that decide whether there is another round. */
void greatest_shared(atomic_int *p, int x) { int o = atomic_load(p); while (!atomic_compare_exchange_weak(p, &o, o > x ? o : x)); }
void lock(atomic_flag *f) { while (atomic_flag_test_and_set(f)); }
void wait_for(atomic_int *p) { while (atomic_load_explicit(p, memory_order_acquire) == 0); }
void push_shared(_Atomic(uint64_t) *p, uint64_t x) { uint64_t o = *p; while (!atomic_compare_exchange_strong(p, &o, o << 8 | x)); }

/* Products of 64-bit numbers with constants. */
void mix64(uint64_t *k, int n) { for (int i = 0; i < n; i++) { uint64_t x = k[i]; x ^= x >> 33; x *= 0xff51afd7ed558ccdull; x ^= x >> 33; k[i] = x; } }
void splitmix(uint64_t *restrict o, uint64_t seed, int n) { for (int i = 0; i < n; i++) { uint64_t z = seed + i; z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull; o[i] = z ^ z >> 31; } }
void fibonacci_hash(uint64_t *k, int n) { for (int i = 0; i < n; i++) k[i] = k[i] * 0x9e3779b97f4a7c15ull >> 56; }

/* Ways out by a switch, or by comparisons made into one. */
int count_words(const char *s) { int c = 0, in = 0; for (; *s; s++) { if (*s == ' ') in = 0; else if (!in) { in = 1; c++; } } return c; }
int count_marks(const char *s) { int c = 0; for (; *s; s++) switch (*s) { case ',': c++; break; case ';': c += 2; break; case '.': c += 3; break; } return c; }
int first_special(const char *s) { int i = 0; for (;; i++) switch (s[i]) { case 0: case '"': case '\\': return i; } }

/* Places that several iterations share, read and written. */
void mark_all(uint32_t *bits, int n) { for (int i = 0; i < n; i++) bits[i >> 5] |= 1u << (i & 31); }
void mark_some(uint32_t *bits, const int *a, int n) { for (int i = 0; i < n; i++) if (a[i] > 0) bits[i / 32] |= 1u << (i % 32); }
void add_pairs(float *restrict o, const float *restrict a, int n) { for (int i = 0; i < n; i++) o[i / 2] += a[i]; }
void pixels(uint8_t *frame, int x, int n) { for (int i = x; i < n; i++) frame[i >> 3] ^= 0x80 >> (i & 7); }
void days(int *restrict h, const int *restrict a, int n) { for (int i = 0; i < n; i++) h[i % 7] += a[i]; }
void at_squares(int *a, int n) { for (int i = 0; i < n; i++) a[i * i] += 1; }

/* The best so far lies in memory. */
void bounds(const float *x, int n, float *lo, float *hi) { for (int i = 0; i < n; i++) { if (x[i] < *lo) *lo = x[i]; if (x[i] > *hi) *hi = x[i]; } }
void greatest(const int *x, int n, int *hi) { for (int i = 0; i < n; i++) if (x[i] > *hi) *hi = x[i]; }
void peak(const short *x, int n, short *hi) { for (int i = 0; i < n; i++) if (*hi < x[i]) *hi = x[i]; }

/* One array's own rows, a run-time number of elements apart. */
void tiles(float *restrict o, const float *restrict p, int n) { for (int ii = 0; ii < n; ii += 8) for (int jj = 0; jj < n; jj += 8) for (int i = ii; i < ii + 8; i++) for (int j = jj; j < jj + 8; j++) o[j * n + i] = p[i * n + j]; }

/* An index that begins again: Clang's vectors hold for loops that end before it does. */
void wheel(int *restrict h, const int *restrict a, int n) { for (int i = 0; i < n; i++) h[i & 7] += a[i]; }
void keyed(uint8_t *restrict p, const uint8_t *restrict k, int n) { for (int i = 0; i < n; i++) p[i] ^= k[i & 15]; }

/* A best value that another value takes over. */
void best_two(const float *x, int n, float *o) { float a = -1, b = -1; for (int i = 0; i < n; i++) { if (x[i] > a) { b = a; a = x[i]; } else if (x[i] > b) b = x[i]; } o[0] = a; o[1] = b; }
float second_least(const float *x, int n) { float a = 1e30f, b = 1e30f; for (int i = 0; i < n; i++) { if (x[i] < a) { b = a; a = x[i]; } else if (x[i] < b) b = x[i]; } return b; }
int earlier_record(const int *x, int n) { int a = x[0], b = 0; for (int i = 1; i < n; i++) if (x[i] > a) { b = a; a = x[i]; } return b; }
float spread(const float *x, int n) { float a = x[0], b = x[0]; for (int i = 0; i < n; i++) { if (x[i] < a) a = x[i]; if (x[i] > b) b = x[i]; } return b - a; }

/* Places that rounding gives. */
void resample(float *restrict o, const float *restrict x, float r, int n) { for (int i = 0; i < n; i++) { float p = i * r; int k = (int)p; o[i] = x[k] + (p - k) * (x[k + 1] - x[k]); } }
void nearest_sample(short *restrict o, const short *restrict x, double r, int n) { for (int i = 0; i < n; i++) o[i] = x[(int)(i * r)]; }
