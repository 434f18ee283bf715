/* What goes from one iteration to another: dependences of each direction, sums, places, strides. */
#include <stdint.h>
#include <stddef.h>
#include <math.h>
#include <string.h>
typedef double scalar; typedef int word; typedef struct { float x, y, z; } point; typedef unsigned char pixel; typedef scalar line[64];
#define REAL float
#define BODY(e) { e; }
enum { SIZE = 512 };
int ga[SIZE], gb[SIZE], gc[SIZE]; float gf[SIZE], gg[SIZE], gh[SIZE]; double gd[SIZE][SIZE], ge[SIZE][SIZE]; int gn; float gt; long glong[SIZE];
extern int en; extern float ef[]; extern int limits[4];
struct box { int n; int *p; float *f; float total; int count; };
void flow_scaled(word *p, int n) { for (int i = 1; i < n; i++) p[i] = p[i - 1] * 3 + 1; }
void flow_two_back(float *p, int n) { for (int i = 2; i < n; i++) p[i] = p[i] + p[i - 2]; }
void flow_three_back(double *p, int n) { for (int i = 3; i < n; i++) p[i] = p[i - 3] * 0.5; }
void flow_downwards(int *p, int n) { for (int i = n - 2; i >= 0; i--) p[i] = p[i + 1] + p[i]; }
void flow_while(scalar *p, int n) { int i = 1; while (i < n) { p[i] += p[i - 1]; ++i; } }
void flow_pointer(float *p, float *e) { for (++p; p != e; ++p) *p = *p + p[-1]; }
void flow_global(void) { for (int i = 1; i < SIZE; i++) ga[i] = ga[i - 1] ^ gb[i]; }
void flow_row(scalar (*m)[64], int n) { for (int i = 1; i < n; i++) m[i][3] = m[i - 1][3] + 1; }
void flow_field(point *p, int n) { for (int i = 1; i < n; i++) p[i].x = p[i - 1].x + p[i].y; }
void flow_byte(pixel *p, int n) { for (int i = 1; i < n; i++) p[i] += p[i - 1]; }
void flow_other_array(int *restrict p, int *restrict q, int n) { for (int i = 1; i < n; i++) { p[i] = q[i - 1] + 2; q[i] = p[i] * 5; } }
void flow_long_way(long *p, int n) { for (int i = 1; i < n; i++) { long t = p[i - 1]; t = t * t; p[i] = t + p[i]; } }
void flow_two_statements(float *restrict a, float *restrict b, const float *restrict c, int n) { for (int i = 1; i < n; i++) { a[i] = b[i - 1] + c[i]; b[i] = a[i] * c[i]; } }
void flow_do_while(int *p, int n) { int i = 1; do { p[i] = p[i - 1] + 7; i++; } while (i < n); }
void anti_next(int *restrict a, int *restrict b, int n) { for (int i = 0; i < n; i++) { a[i] = b[i] + 1; b[i] = a[i + 1] * 2; } }
void anti_float(float *restrict a, float *restrict b, const float *restrict c, int n) { for (int i = 0; i < n - 1; i++) { a[i] = c[i] * 2; b[i] = a[i] + a[i + 1]; } }
void anti_two_on(double *restrict a, double *restrict b, int n) { for (int i = 0; i < n - 2; i++) { a[i] *= b[i]; b[i] += a[i + 2]; } }
void anti_global(void) { for (int i = 0; i < SIZE - 1; i++) { ga[i] = gb[i]; gc[i] = ga[i + 1] + gb[i]; } }
void anti_while(short *restrict a, short *restrict b, int n) { int i = 0; while (i < n) { a[i] = (short)(b[i] * 3); b[i] = a[i + 1]; i++; } }
void anti_downwards(int *restrict a, int *restrict b, int n) { for (int i = n; i > 0; i--) { a[i] = b[i] + 3; b[i] = a[i - 1] - 1; } }
void anti_pointer(float *restrict a, float *restrict b, float *e) { for (; a < e; a++, b++) { *a = *b + 1; *b = a[1] * 2; } }
void output_next(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) { a[i] = b[i] + 1; a[i + 1] = b[i] * 3; } }
void output_float(float *restrict a, const float *restrict b, const float *restrict c, int n) { for (int i = 0; i < n; i++) { a[i] = b[i] * c[i]; a[i + 1] = b[i] + c[i]; } }
void output_two_on(double *restrict a, const double *restrict b, int n) { for (int i = 0; i < n; i++) { a[i + 2] = b[i]; a[i] = b[i] * 2; } }
void output_fixed(int *restrict a, const int *restrict b, int n) { for (int i = 0; i < n; i++) { a[0] = b[i]; } }
void unknown_offset(int *p, int k, int n) { for (int i = 0; i < n; i++) p[i] = p[i + k] + 1; }
void unknown_scaled(float *p, int n) { for (int i = 0; i < n; i++) p[i] = p[2 * i] + 1; }
void unknown_reversed(double *p, int n) { for (int i = 0; i < n; i++) p[i] = p[n - i] * 2; }
void unknown_half(int *p, int n) { for (int i = 0; i < n; i++) p[i] = p[i / 2] + 1; }
void unknown_indexed(int *p, const int *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = p[q[i]] + 1; }
void unknown_rows(float *m, int w, int n) { for (int i = 0; i < n; i++) m[i + w] = m[i] * 0.5f; }
unsigned adler(const pixel *p, int n) { unsigned a = 1, b = 0; for (int i = 0; i < n; i++) { a = (a + p[i]) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
uint32_t lcg(uint32_t *p, uint32_t s, int n) { for (int i = 0; i < n; i++) { s = s * 1664525u + 1013904223u; p[i] = s; } return s; }
double horner(const scalar *c, int n, scalar x) { scalar s = 0; while (n-- > 0) s = s * x + c[n]; return s; }
void smooth(float *p, const float *restrict q, int n, float a) { float y = 0; for (int i = 0; i < n; i++) { y += a * (q[i] - y); p[i] = y; } }
void running_max(int *restrict p, const int *restrict q, int n) { int m = q[0]; for (int i = 0; i < n; i++) { m = q[i] > m ? q[i] : m; p[i] = m; } }
void prefix(int *restrict p, const int *restrict q, int n) { int s = 0; for (int i = 0; i < n; i++) { s += q[i]; p[i] = s; } }
void fibonacci(long *p, int n) { long a = 0, b = 1; for (int i = 0; i < n; i++) { p[i] = a; long t = a + b; a = b; b = t; } }
uint32_t crc(const pixel *p, size_t n, const uint32_t *table) { uint32_t c = ~0u; for (size_t i = 0; i < n; i++) c = table[(c ^ p[i]) & 255] ^ c >> 8; return ~c; }
unsigned xorshift(unsigned x, int n) { for (int i = 0; i < n; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; } return x; }
void differences(float *restrict p, const float *restrict q, int n) { float last = 0; for (int i = 0; i < n; i++) { p[i] = q[i] - last; last = q[i]; } }
void delays(int *restrict p, const int *restrict q, int n) { int a = 0, b = 0; for (int i = 0; i < n; i++) { p[i] = a; a = b; b = q[i]; } }
int rises(const int *p, int n) { int last = p[0], c = 0; for (int i = 1; i < n; i++) { c += p[i] > last; last = p[i]; } return c; }
double sum_double_while(const scalar *p, size_t n) { scalar s = 0; size_t i = n; while (i != 0) { --i; s += p[i]; } return s; }
REAL product_macro(const REAL *p, unsigned n) { REAL s = 1; for (unsigned i = 0; i != n; ++i) s = p[i] * s; return s; }
float dot(const float *p, const float *q, int n) { float s = 0; for (int i = 0; i < n; i++) s += p[i] * q[i]; return s; }
double dot_mixed(const float *p, const double *q, int n) { double s = 0; for (int i = 0; i < n; i++) s += p[i] * q[i]; return s; }
float sum_subtract(const float *p, int n) { float s = 100; for (int i = 0; i < n; i++) s -= p[i]; return s; }
float distance(const point *p, int n) { float s = 0; for (int i = 0; i < n; i++) s += p[i].x * p[i].x + p[i].y * p[i].y; return s; }
double sum_ints_as_double(const int *p, int n) { double s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
float sum_two(const float *p, const float *q, int n) { float s = 0, t = 0; for (int i = 0; i < n; i++) { s += p[i]; t += q[i]; } return s / t; }
float sum_columns(const float *m, int w, int n) { float s = 0; for (int i = 0; i < n; i++) s += m[i * w]; return s; }
float sum_step(const float *p, int n, int k) { float s = 0; for (int i = 0; i < n; i += k) s += p[i]; return s; }
float max_float(const float *p, int n) { float m = -INFINITY; for (int i = 0; i < n; i++) { if (m < p[i]) m = p[i]; } return m; }
double min_abs(const double *p, int n) { double m = 1e300; for (int i = 0; i < n; i++) { double a = fabs(p[i]); if (a < m) m = a; } return m; }
REAL max_ternary(const REAL *p, int n) { REAL m = p[0]; for (int i = 1; i < n; i++) m = (p[i] > m) ? p[i] : m; return m; }
float range_both(const float *p, int n) { float lo = p[0], hi = p[0]; for (int i = 1; i < n; i++) { if (p[i] < lo) lo = p[i]; if (p[i] > hi) hi = p[i]; } return hi - lo; }
int arg_max(const float *p, int n) { int k = 0; for (int i = 1; i < n; i++) if (p[i] > p[k]) k = i; return k; }
size_t arg_min(const int *p, size_t n) { size_t k = 0; int m = p[0]; for (size_t i = 0; i < n; i++) if (p[i] < m) { m = p[i]; k = i; } return k; }
double sum_positive(const double *p, int n) { double s = 0; for (int i = 0; i < n; i++) if (p[i] > 0) s += p[i]; return s; }
float sum_masked(const float *p, const int *m, int n) { float s = 0; for (int i = 0; i < n; i++) { if (m[i]) s += p[i]; } return s; }
float product_unless_zero(const float *p, int n) { float s = 1; for (int i = 0; i < n; i++) if (p[i] != 0) s *= p[i]; return s; }
int last_positive(const int *p, int n) { int v = -1; for (int i = 0; i < n; i++) if (p[i] > 0) v = p[i]; return v; }
float last_above(const float *p, int n, float t) { float v = 0; for (int i = 0; i < n; i++) v = p[i] > t ? p[i] : v; return v; }
int last_index(const char *s, int n, char c) { int k = -1; for (int i = 0; i < n; i++) if (s[i] == c) k = i; return k; }
void total_into(double *t, const double *p, int n) { for (int i = 0; i < n; i++) *t += p[i]; }
void total_into_element(float *t, int k, const float *p, int n) { for (int i = 0; i < n; i++) t[k] = t[k] + p[i]; }
void total_into_field(struct box *b) { for (int i = 0; i < b->n; i++) b->total += b->f[i]; }
void total_into_global(const float *p, int n) { for (int i = 0; i < n; i++) gt += p[i]; }
void count_into(int *c, const int *p, int n) { for (int i = 0; i < n; i++) if (p[i] > 3) (*c)++; }
void count_into_field(struct box *b, const int *p, int n) { for (int i = 0; i < n; i++) b->count += p[i]; }
void maximum_into(int *m, const int *p, int n) { for (int i = 0; i < n; i++) *m = p[i] > *m ? p[i] : *m; }
void product_into(double *t, const double *p, int n) { int i = 0; do *t = p[i] * *t; while (++i < n); }
void row_total(float (*m)[8], int k, const float *p, int n) { for (int i = 0; i < n; i++) m[k][2] += p[i]; }
void histogram(int *h, const pixel *p, int n) { for (int i = 0; i < n; i++) h[p[i]]++; }
void histogram_global(const uint16_t *p, int n) { for (int i = 0; i < n; i++) ga[p[i] & 511] += 1; }
void scatter(float *restrict a, const float *restrict b, const int *restrict k, int n) { for (int i = 0; i < n; i++) a[k[i]] = b[i]; }
void scatter_rows(double (*restrict m)[64], const int *restrict k, int n) { for (int i = 0; i < n; i++) m[k[i]][0] = 1; }
void scatter_pointers(int **p, int n) { for (int i = 0; i < n; i++) *p[i] = i; }
void gather(double *restrict a, const double *restrict b, const int *restrict k, int n) { for (int i = 0; i < n; i++) a[i] = b[k[i]] * 2; }
void gather_bytes(pixel *restrict a, const pixel *restrict table, const pixel *restrict p, int n) { for (int i = 0; i < n; i++) a[i] = table[p[i]]; }
int gather_sum(const int *p, const short *k, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[k[i]]; return s; }
int gather_pointers(int *const *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += *p[i]; return s; }
float gather_field(const struct box *const *b, int n) { float s = 0; for (int i = 0; i < n; i++) s += b[i]->total; return s; }
void lookup_global(int n) { for (int i = 0; i < n; i++) gb[i] = ga[gc[i]]; }
void stride_three(float *restrict a, const float *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = b[3 * i + 1]; }
void stride_five(int *p, int n) { for (int i = 0; i < n; i += 5) p[i] = 0; }
void stride_seven_doubles(double *p, int n) { for (int i = 0; i < n; i += 7) p[i] *= 2; }
void stride_field(point *p, int n) { for (int i = 0; i < n; i++) p[i].y = 0; }
void stride_column(scalar (*m)[64], int n) { for (int i = 0; i < n; i++) m[i][5] *= 2; }
void stride_column_global(int k) { for (int i = 0; i < SIZE; i++) gd[i][k] = ge[i][k] + 1; }
int stride_sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i * 9]; return s; }
void stride_pointer(int *p, int *e) { for (; p < e; p += 6) *p += 1; }
void stride_diagonal(void) { for (int i = 0; i < SIZE; i++) gd[i][i] = 1; }
void stride_struct_sum(const struct box *b, int n, int *out) { int s = 0; for (int i = 0; i < n; i++) s += b[i].count; *out = s; }
void variable_stride(float *restrict a, const float *restrict b, long k, int n) { for (int i = 0; i < n; i++) a[i] = b[i * k]; }
void variable_stride_store(int *p, size_t k, size_t n) { for (size_t i = 0; i < n; i++) p[i * k] = 3; }
void variable_column(double *m, int w, int c, int n) { for (int i = 0; i < n; i++) m[i * w + c] *= 3; }
void variable_pointer(float *p, int k, int n) { for (int i = 0; i < n; i++, p += k) *p = 1; }
int variable_vla(int n, int w, int m[n][w], int c) { int s = 0; for (int i = 0; i < n; i++) s += m[i][c]; return s; }
void blas_axpy(int n, double a, const double *restrict x, int sx, double *restrict y, int sy) { int j = 0, k = 0; for (int i = 0; i < n; i++) { y[k] += a * x[j]; j += sx; k += sy; } }
void step_variable(int *p, int n, int k) { for (int i = 0; i < n; i += k) p[i] = 1; }
void step_doubling(int *p, int n) { for (int i = 1; i < n; i *= 2) p[i] = i; }
void step_halving(int *p, unsigned n) { for (unsigned i = n; i > 0; i /= 2) p[i] = 1; }
void step_shift(int *p, unsigned n) { for (unsigned i = n; i; i >>= 1) p[i]++; }
