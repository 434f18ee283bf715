/* Loops in other words: typedefs, macros, dependences at several distances, strides, reductions. */
#include <math.h>
#include <stdint.h>

typedef double number;
typedef int16_t sample;
#define ROOM 2048
#define EACH(i, n) for (int i = 0; i < (n); ++i)
struct point { float x, y, z; };
struct table { int *cells; int rows; };
static number xs[ROOM], ys[ROOM], zs[ROOM];
int counts[ROOM], places[ROOM];
unsigned helper(unsigned);

void use(number *to) { to[0] = xs[1] + ys[2] + zs[3]; xs[4] = to[1]; ys[4] = to[2]; zs[4] = to[3]; }
number typed_sum(const number *v, int n) { number t = 0; EACH(i, n) t += v[i]; return t; }
number typed_product(const number *v, int n) { number t = 1; EACH(i, n) t *= v[i]; return t; }
number dot_difference(const number *v, const number *w, int n) { number t = 0; EACH(i, n) t += (v[i] - w[i]) * (v[i] - w[i]); return t; }
float alternating(const float *v, int n) { float t = 0; EACH(i, n) t = v[i] - t; return t; }
float horner(const float *c, float x, int n) { float t = 0; EACH(i, n) t = t * x + c[i]; return t; }
uint32_t hash(const uint8_t *v, int n) { uint32_t h = 5381; EACH(i, n) h = h * 33 + v[i]; return h; }
uint32_t checksum(const uint8_t *v, int n) { uint32_t a = 1, b = 0; EACH(i, n) { a = (a + v[i]) % 65521; b = (b + a) % 65521; } return a + b; }
uint32_t shift_register(uint32_t s, int n) { EACH(i, n) s = (s >> 1) ^ (-(s & 1u) & 0xedb88320u); return s; }
void flow_three(float *v, int n) { for (int i = 3; i < n; i++) v[i] = v[i - 3] * 0.5f; }
void flow_seven_back(sample *v, int n) { for (int i = 1; i < n; i++) v[i] = (sample)(v[i - 1] + 7); }
void flow_descending(int *v, int n) { for (int i = n - 2; i >= 0; i--) v[i] = v[i + 1] ^ v[i]; }
void flow_statements(void) { for (int i = 1; i < ROOM; i++) { xs[i] = ys[i - 1] * 2; ys[i] = xs[i] + zs[i]; } }
void prefix(int *restrict to, const int *restrict v, int n) { int t = 0; EACH(i, n) { t += v[i]; to[i] = t; } }
void prefix_maximum(int *restrict to, const int *restrict v, int n) { int t = v[0]; EACH(i, n) { t = v[i] > t ? v[i] : t; to[i] = t; } }
void anti_three_arrays(void) { for (int i = 0; i < ROOM - 2; i++) { xs[i] = zs[i] + 1; ys[i] = xs[i + 2] * 3; } }
void anti_shorts(sample *restrict v, sample *restrict w, int n) { EACH(i, n) { v[i] = (sample)(w[i] + 1); w[i] = (sample)(v[i + 1] - 1); } }
void output_two_ahead(int *restrict v, const int *restrict w, int n) { EACH(i, n) { v[i + 2] = w[i]; v[i] = w[i] * 5; } }
void histogram(const uint8_t *v, int n) { EACH(i, n) counts[v[i]]++; }
void scatter(float *restrict to, const float *restrict v, const int *restrict at, int n) { EACH(i, n) to[at[i]] = v[i]; }
int linear_search(const sample *v, sample x, int n) { EACH(i, n) if (v[i] == x) return i; return -1; }
int all_positive(const float *v, int n) { EACH(i, n) if (!(v[i] > 0)) return 0; return 1; }
unsigned length(const char *s) { unsigned n = 0; while (s[n]) n++; return n; }
const char *skip_blanks(const char *s) { while (*s == ' ') s++; return s; }
int sum_until(const int *v, int limit, int n) { int t = 0; EACH(i, n) { t += v[i]; if (t > limit) break; } return t; }
void calls_helper(unsigned *v, int n) { EACH(i, n) v[i] = helper(v[i]) + 1; }
void logarithms(double *v, int n) { EACH(i, n) v[i] = log(v[i]); }
void hypotenuses(float *restrict to, const float *restrict v, const float *restrict w, int n) { EACH(i, n) to[i] = hypotf(v[i], w[i]); }
int keep_even(int *restrict to, const int *restrict v, int n) { int m = 0; EACH(i, n) if (!(v[i] & 1)) to[m++] = v[i]; return m; }
int place_of_least(const int *v, int n) { int p = 0; for (int i = 1; i < n; i++) if (v[i] < v[p]) p = i; return p; }
float greatest(const float *v, int n) { float t = v[0]; for (int i = 1; i < n; i++) t = v[i] > t ? v[i] : t; return t; }
float sum_positive(const float *v, int n) { float t = 0; EACH(i, n) if (v[i] > 0) t += v[i]; return t; }
void total_in_place(float *to, const float *v, int n) { EACH(i, n) *to += v[i]; }
void rows_of_table(struct table *t) { EACH(i, t->rows) t->cells[i] = i; }
float lengths_of_points(const struct point *p, int n) { float t = 0; EACH(i, n) t += p[i].x * p[i].x + p[i].y * p[i].y; return t; }
int gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
int collatz(unsigned x) { int n = 0; while (x != 1) { x = x & 1 ? 3 * x + 1 : x / 2; n++; } return n; }
int bits(unsigned x) { int n = 0; while (x) { x >>= 3; n++; } return n; }
void quotients(unsigned *restrict v, const unsigned *restrict w, int n) { EACH(i, n) v[i] = v[i] / w[i]; }
void doubled_step(float *v, int n) { for (int i = 1; i < n; i *= 2) v[i] += 1; }
void float_steps(float *v) { for (float t = 0; t < 100.0f; t += 0.1f) v[(int)t] = t; }
void swap_ends(int *v, int n) { for (int i = 0, j = n - 1; i < j; i++, j--) { int t = v[i]; v[i] = v[j]; v[j] = t; } }
int bubble(int *v, int n) { int k = 0; for (int i = 0; i < n - 1; i++) if (v[i] > v[i + 1]) { int t = v[i]; v[i] = v[i + 1]; v[i + 1] = t; k = 1; } return k; }
void insert(int *v, int j, int x) { while (j >= 0 && v[j] > x) { v[j + 1] = v[j]; j--; } v[j + 1] = x; }
int in_order(int *p, int *q, int *to, int n) { int i = 0, j = 0; EACH(k, n) to[k] = p[i] < q[j] ? p[i++] : q[j++]; return i + j; }
void wipe_volatile(volatile char *v, int n) { EACH(i, n) v[i] = 0; }
