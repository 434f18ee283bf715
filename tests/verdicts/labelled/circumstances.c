/* What stands around and in a loop: bounds, calls, exits, branches, operations, pragmas, as macros
   and statements. */
#include <stdint.h>
#include <stddef.h>
#include <math.h>
#include <stdlib.h>
#include <stdatomic.h>
#include <stdio.h>
#include <errno.h>
typedef float real; typedef unsigned long bits; typedef __int128 wide; typedef struct { int key; struct item *value; } pair;
struct item { int v; float w; struct item *next, *left, *right; struct item **children; int n; };
struct frame { unsigned low : 5, high : 11; int v; };
struct arrays { float a[256], b[256]; int n; };
#define EACH(i, n) for (int i = 0; i < (n); ++i)
extern int outer(int); extern void tick(void); extern int pure_one(int) __attribute__((pure)); extern double konst(double) __attribute__((const));
extern int bound; extern float *shared; extern int shared_n; int mine; float table[1024]; static int fixed_table[1024]; volatile int port; _Atomic int counter;
void bound_extern(int *p) { for (int i = 0; i < bound; i++) p[i]++; }
void bound_pointer(int *p, const int *n) { for (int i = 0; i < *n; i++) p[i] = i; }
void bound_field(struct item *t, int *p) { for (int i = 0; i < t->n; i++) p[i] += 2; }
void bound_reference_while(int *p, int *n) { int i = 0; while (i < *n) { p[i] = 4; i++; } }
void bound_global_float(float *p) { for (int i = 0; i < bound; i++) p[i] *= 2; }
void bound_char(char *p, const int *n) { for (int i = 0; i < *n; i++) p[i] = (char)(p[i] + 1); }
void bound_shared(void) { for (int i = 0; i < shared_n; i++) shared[i] = 1; }
void bound_own_struct(struct arrays *s) { for (int i = 0; i < s->n; i++) s->a[i] = s->b[i] * 2; }
void bound_down(int *p, int *n) { while (*n > 0) { p[*n] = 1; --*n; } }
void call_tick(int *p, int n) { EACH(i, n) { p[i]++; tick(); } }
int call_sum(const int *p, int n) { int s = 0; EACH(i, n) s += outer(p[i]); return s; }
void call_pure_each(int *restrict p, const int *restrict q, int n) { EACH(i, n) p[i] = pure_one(q[i]); }
void call_konst(double *p, int n) { EACH(i, n) p[i] = konst(p[i]) + 1; }
void call_print(const int *p, int n) { EACH(i, n) printf("%d\n", p[i]); }
void call_table(void (*f[])(int), int n) { EACH(i, n) f[i](i); }
void call_callback(int *p, int n, void (*f)(int *)) { EACH(i, n) f(p + i); }
void call_free(void **p, int n) { EACH(i, n) free(p[i]); }
static __attribute__((noinline)) float apart(float v) { return v * v + 1; }
void call_here(float *p, int n) { EACH(i, n) p[i] = apart(p[i]); }
static inline float near_by(float v) { return v * v + 1; }
float call_inlined_sum(const float *p, int n) { float s = 0; EACH(i, n) s += near_by(p[i]); return s; }
int call_absolute(const int *p, int n) { int s = 0; EACH(i, n) s += abs(p[i]); return s; }
void call_log(float *p, int n) { EACH(i, n) p[i] = logf(p[i]); }
void call_pow(double *restrict p, const double *restrict q, int n) { for (int i = n; i-- > 0;) p[i] = pow(q[i], 3.7); }
double call_exp_sum(const double *p, int n) { double s = 0; EACH(i, n) s += exp(p[i]); return s; }
void call_tanh(real *p, int n) { int i = 0; do { p[i] = tanhf(p[i]); } while (++i < n); }
void call_mod(double *p, int n) { EACH(i, n) p[i] = fmod(p[i], 3); }
void call_atan(float *restrict p, const float *restrict y, const float *restrict x, int n) { EACH(i, n) p[i] = atan2f(y[i], x[i]); }
void call_root(float *p, int n) { EACH(i, n) p[i] = sqrtf(p[i]); }
void call_norms(double *restrict p, const double *restrict q, int n) { EACH(i, n) p[i] = sqrt(q[i] * q[i] + 1); }
void call_hypot(double *p, int n) { EACH(i, n) p[i] = hypot(p[i], 1); }
int call_random(int *p, int n) { EACH(i, n) p[i] = rand(); return 0; }
int port_sum(int n) { int s = 0; EACH(i, n) s += port; return s; }
void port_store(const int *p, int n) { EACH(i, n) port = p[i]; }
void port_array(volatile char *p, int n) { EACH(i, n) p[i] = 0; }
void port_wait(void) { while (!(port & 1)); }
void count_atomic(int n) { EACH(i, n) counter++; }
void load_atomic(_Atomic int *p, int *q, int n) { EACH(i, n) q[i] = atomic_load_explicit(p + i, memory_order_relaxed); }
void store_atomic(_Atomic long *p, int n) { EACH(i, n) atomic_store_explicit(p + i, i, memory_order_relaxed); }
void swap_atomic(int *p, int n) { EACH(i, n) __atomic_exchange_n(p + i, 0, __ATOMIC_ACQ_REL); }
void sync_add(long *p, int n) { EACH(i, n) __sync_fetch_and_add(p, i); }
void fence_each(int *p, int n) { EACH(i, n) { p[i] = 1; atomic_thread_fence(memory_order_seq_cst); } }
void barrier_each(int *p, int n) { EACH(i, n) { p[i]++; __asm__ volatile("" ::: "memory"); } }
void yield_each(int n) { EACH(i, n) __asm__ volatile("yield"); }
int exit_find(const char *s, int n, char c) { EACH(i, n) if (s[i] == c) return i; return -1; }
int exit_any(const float *p, int n) { for (const float *q = p; q < p + n; q++) if (*q < 0) return 1; return 0; }
int exit_equal(const int *p, const int *q, int n) { EACH(i, n) if (p[i] != q[i]) return 0; return 1; }
int exit_break(int *p, int n) { int i; for (i = 0; i < n; i++) { if (p[i] == 7) break; p[i] = 0; } return i; }
int exit_goto(int *p, int n) { EACH(i, n) { if (p[i] < 0) goto bad; p[i] *= 2; } return 0; bad: return 1; }
float exit_sum(const float *p, int n, float most) { float s = 0; for (int i = 0; i < n; i++) { s += p[i]; if (s > most) break; } return s; }
int exit_flag(const int *p, int n) { int found = 0; for (int i = 0; i < n && !found; i++) found = p[i] == 3; return found; }
void exit_two_bounds(int *p, int n, int m) { for (int i = 0; i < n; i++) { if (i >= m) break; p[i] = 1; } }
size_t exit_length(const char *s) { size_t n = 0; while (s[n] != ';') n++; return n; }
void exit_upper(char *s) { for (; *s; s++) if (*s >= 'a' && *s <= 'z') *s -= 32; }
int exit_number(const char *s) { int v = 0; while (*s >= '0' && *s <= '9') v = v * 10 + *s++ - '0'; return v; }
void exit_copy(int *restrict d, const int *restrict s) { while ((*d++ = *s++)); }
int exit_sentinel(const int *p, int key) { int i = 0; while (p[i] != key) i++; return i; }
int exit_bisect(const int *p, int n, int key) { int lo = 0, hi = n; while (lo < hi) { int mid = (lo + hi) / 2; if (p[mid] < key) lo = mid + 1; else hi = mid; } return lo; }
int exit_digits(unsigned n) { int c = 0; while (n) { n /= 10; c++; } return c; }
unsigned exit_gcd(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b; b = t; } return a; }
float exit_converge(float x) { while (x > 1e-3f) x = x * 0.9f - 1e-6f; return x; }
void count_float(float *p) { int k = 0; for (float t = 0; t < 1; t += 0.1f) p[k++] = t; }
void count_double(double *p, double h) { int k = 0; for (double t = 0; t < 10; t += h) p[k++] = t * t; }
int list_sum(const struct item *p) { int s = 0; for (; p; p = p->next) s += p->v; return s; }
void list_scale(struct item *p, float k) { while (p) { p->w *= k; p = p->next; } }
struct item *list_find(struct item *p, int v) { while (p && p->v != v) p = p->next; return p; }
int tree_depth(const struct item *p, int key) { int d = 0; while (p) { p = key < p->v ? p->left : p->right; d++; } return d; }
int chain_index(const int *next, int i) { int c = 0; while (i >= 0) { i = next[i]; c++; } return c; }
int switch_count(const char *s, int n) { int a = 0; EACH(i, n) switch (s[i]) { case 'a': a++; break; case 'b': a += 2; break; case 'q': a -= 5; break; case 'x': a ^= 3; break; } return a; }
void switch_store(int *p, int n) { EACH(i, n) { switch (p[i]) { case 0: p[i] = outer(1); break; case 1: p[i] = 9; break; case 2: p[i] = -4; break; default: p[i]++; } } }
void switch_float(float *p, const int *restrict k, int n) { EACH(i, n) switch (k[i]) { case 0: p[i] += 1; break; case 1: p[i] *= 2; break; case 2: p[i] = 0; break; case 3: p[i] /= 3; break; default: break; } }
void guard_store(int *restrict p, const int *restrict q, int n) { EACH(i, n) if (q[i] > 5) p[i] = 1; }
void guard_double(double *restrict p, const double *restrict q, int n) { EACH(i, n) { if (q[i] != 0) p[i] = 1 / q[i]; } }
void guard_own(float *p, int n) { EACH(i, n) if (p[i] < 0) p[i] = 0; }
void guard_else(int *restrict p, int *restrict q, const int *restrict c, int n) { EACH(i, n) if (c[i]) p[i] = 1; else q[i] = 2; }
void guard_continue(int *restrict p, const int *restrict q, int n) { EACH(i, n) { if (q[i] == 0) continue; p[i] = q[i] * 3; } }
void guard_and(char *restrict p, const char *restrict q, int n) { EACH(i, n) if (q[i] > 3 && q[i] < 9) p[i] = 0; }
void guard_global(const int *restrict q, int n) { EACH(i, n) if (q[i]) table[i] = 2; }
void guard_divide(float *restrict p, const float *restrict q, int n) { EACH(i, n) p[i] = q[i] > 0 ? 1 / q[i] : q[i]; }
void branch_two(int *restrict p, const int *restrict q, const int *restrict r, int n) { EACH(i, n) { if (q[i] > 0) p[i] = r[i]; else p[i] = 0; } }
int pack(int *restrict d, const int *restrict s, int n) { int k = 0; EACH(i, n) if (s[i] > 0) d[k++] = s[i]; return k; }
float *pack_pointers(float *restrict d, const float *restrict s, int n) { EACH(i, n) if (s[i] >= 1) *d++ = s[i]; return d; }
int pack_index(int *restrict d, const char *restrict s, int n) { int k = 0; for (int i = 0; i < n; i++) { if (s[i] == ' ') { d[k] = i; k++; } } return k; }
int pack_always(int *restrict d, const int *restrict s, int n) { int k = 0; EACH(i, n) { d[k] = s[i]; k += s[i] != 0; } return k; }
int pack_in_place(char *s, int n) { int k = 0; EACH(i, n) if (s[i] != '\r') s[k++] = s[i]; return k; }
void spread(int *restrict d, const int *restrict s, const int *restrict m, int n) { int k = 0; EACH(i, n) if (m[i]) d[i] = s[k++]; }
void op_divide(int *restrict p, const int *restrict q, int n) { EACH(i, n) p[i] /= q[i]; }
void op_modulo(unsigned *p, unsigned m, int n) { EACH(i, n) p[i] %= m; }
void op_divide_long(long *p, long d, long n) { for (long i = 0; i < n / 2; i++) p[i] = p[i] / d; }
void op_multiply_long(bits *restrict p, const bits *restrict q, int n) { EACH(i, n) p[i] *= q[i]; }
uint64_t op_dot_long(const int64_t *p, const int64_t *q, int n) { int64_t s = 0; EACH(i, n) s += p[i] * q[i]; return s; }
void op_count(uint32_t *p, int n) { EACH(i, n) p[i] = __builtin_popcount(p[i]); }
int op_count_sum(const bits *p, int n) { int s = 0; EACH(i, n) s += __builtin_popcountl(p[i]); return s; }
void op_zeros(uint32_t *restrict p, const uint32_t *restrict q, int n) { EACH(i, n) p[i] = __builtin_clz(q[i] | 1); }
void op_trailing(uint64_t *p, int n) { EACH(i, n) p[i] = __builtin_ctzll(p[i]); }
void op_wide(wide *p, int n) { EACH(i, n) p[i] += 1; }
void op_long_double(long double *p, int n) { EACH(i, n) p[i] = p[i] * 3; }
wide op_wide_sum(const int64_t *p, int n) { wide s = 0; EACH(i, n) s += p[i]; return s; }
void op_high(int64_t *restrict p, const int64_t *restrict q, int n) { EACH(i, n) p[i] = (int64_t)((wide)p[i] * q[i] >> 64); }
void op_bits(struct frame *p, int n) { EACH(i, n) p[i].low = 3; }
int op_bits_sum(const struct frame *p, int n) { int s = 0; EACH(i, n) s += p[i].high; return s; }
void head_half(float *p, int n) { for (int i = 1; i < n / 2; i++) p[i] = p[i - 1] * 2; }
float head_call(const float *p) { float s = 0; for (int i = 0, n = outer(3); i < n; i++) s += p[i]; return s; }
float head_modulo(const float *p, int n, int k) { float s = 0; for (int i = n % k; i < n; i++) s += p[i]; return s; }
int head_product(const int *p, long n, long m) { int k = 0; for (long i = 0; i < n * m; i++) if (p[i] > p[k]) k = (int)i; return k; }
float head_root(const float *p, float x) { float s = 0; for (int i = 0; i < (int)sqrtf(x); i++) s += p[i]; return s; }
float head_comma(const float *p, int n) { float s; int i; for (s = 0, i = 0; i < n; s += p[i], i++); return s; }
float head_empty(const float *p, int n) { float s = 0; int i = 0; for (;;) { if (i >= n) break; s += p[i++]; } return s; }
int head_decrement(const int *p, int n, int key) { while (n-- && p[n] != key); return n; }
void wrap_unsigned(float *restrict p, const float *restrict q, unsigned n, unsigned k) { for (unsigned i = 0; i < n; i++) p[i] = q[i + k]; }
unsigned wrap_sum(const unsigned *p, unsigned n, unsigned k) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += p[k + i * 2]; return s; }
void infinite_unsigned(int *p, unsigned n) { for (unsigned i = 0; i <= n; i++) p[i] = 1; }
void step_two_unsigned(int *p, unsigned n) { for (unsigned i = 0; i != n; i += 2) p[i] = 1; }
void masked_ring(float *restrict p, const float *restrict ring, unsigned n) { for (unsigned i = 0; i < n; i++) p[i] = ring[i & 255]; }
void square_index(int *restrict p, const int *restrict q, int n) { EACH(i, n) p[i] = q[i * i]; }
void triangle(float *p, int n) { int k = 0; EACH(i, n) { k += i; p[k] = 1; } }
#pragma GCC push_options
void pragma_clang_off(float *restrict p, const float *restrict q, int n) {
#pragma clang loop vectorize(disable)
  for (int i = 0; i < n; i++) p[i] = q[i] * 2;
}
#pragma GCC pop_options
void pragma_clang_off_interleave(int *p, int n) {
#pragma clang loop vectorize(disable) interleave(disable)
  for (int i = 0; i < n; i++) p[i] += 2;
}
int pragma_width_one(const int *p, int n) {
  int s = 0;
#pragma clang loop vectorize_width(1)
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
float pragma_ivdep(const float *p, int n) {
  float s = 0;
#pragma GCC ivdep
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
float pragma_unroll(const float *p, int n) {
  float s = 0;
#pragma GCC unroll 4
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}
void pragma_clang_enable_flow(int *p, int n) {
#pragma clang loop vectorize(enable)
  for (int i = 1; i < n; i++) p[i] = p[i - 1] + 3;
}
__attribute__((optimize("no-tree-vectorize"))) void attribute_off(int *p, int n) { EACH(i, n) p[i]++; }
__attribute__((optimize("O1"))) void attribute_level(int *p, int n) { EACH(i, n) p[i]++; }
__attribute__((cold)) void attribute_cold(int *restrict p, const int *restrict q, int n) { EACH(i, n) p[i] += q[i]; }
#ifdef __clang__
__attribute__((optnone)) void attribute_none(int *p, int n) { EACH(i, n) p[i]++; }
#endif
void alias_two(float *p, const float *q, int n) { EACH(i, n) p[i] = q[i] * 2; }
void alias_fields(struct arrays *s, struct arrays *t) { EACH(i, 256) s->a[i] = t->b[i] + 1; }
void alias_pointers(float **p, int n) { EACH(i, n) p[0][i] = p[1][i] + 1; }
void alias_many(int *a, int *b, int *c, int *d, int *e, int *f, int *g, int n) { EACH(i, n) { a[i] = b[i]; c[i] = d[i]; e[i] = f[i]; g[i] = a[i] + c[i]; } }
void alias_scalar(int *s, const int *a, int *b, int n) { EACH(i, n) { *s += a[i]; b[i] = *s; } }
void alias_chars(char *p, const int *n, char v) { for (int i = 0; i < *n; i++) p[i] = v; }
void bubble(int *p, int n) { for (int i = 0; i + 1 < n; i++) if (p[i] > p[i + 1]) { int t = p[i]; p[i] = p[i + 1]; p[i + 1] = t; } }
void reverse(int *p, int n) { for (int i = 0, j = n - 1; i < j; i++, j--) { int t = p[i]; p[i] = p[j]; p[j] = t; } }
void merge(int *restrict d, const int *restrict a, const int *restrict b, int n, int m) { int i = 0, j = 0, k = 0; while (i < n && j < m) d[k++] = a[i] < b[j] ? a[i++] : b[j++]; }
int unique(int *p, int n) { int k = 0; for (int i = 1; i < n; i++) if (p[i] != p[k]) p[++k] = p[i]; return k + 1; }
void sieve(char *p, int k, int n) { for (int i = k * k; i < n; i += k) p[i] = 0; }
int edit(const char *a, int *row, int n, char c, int diag) { for (int j = 0; j < n; j++) { int up = row[j + 1], v = a[j] == c ? diag : diag + 1; if (up + 1 < v) v = up + 1; if (row[j] + 1 < v) v = row[j] + 1; row[j + 1] = v; diag = up; } return row[n]; }
void queue(int *restrict ring, const int *restrict q, int n, int size) { int k = 0; EACH(i, n) { ring[k] = q[i]; if (++k == size) k = 0; } }
