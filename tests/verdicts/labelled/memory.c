/* What loops read and write: dependences of every direction, strides, gathers, bounds in memory. */
#include <stdint.h>
#include <stddef.h>

#define SIZE 4096
typedef int64_t wide;
extern int bound;
static int hidden_bound = 100;
extern float ga[SIZE], gb[SIZE], gc[SIZE];
extern int ia[SIZE], ib[SIZE], ic[SIZE];
extern float ga2[512][512], gb2[512][512];
struct buffer { int length; int *data; };
struct pixel { uint8_t r, g, b; };
struct big { int key; int other[6]; };

void flow_1(int *p, int n) { for (int i = 1; i < n; i++) p[i] = p[i - 1] + 1; }
void flow_1_global(void) { for (int i = 1; i < SIZE; i++) ia[i] = ia[i - 1] + ib[i]; }
void flow_1_down(int *p, int n) { for (int i = n - 2; i >= 0; i--) p[i] = p[i + 1] + 1; }
void flow_1_wide(wide *p, int n) { for (int i = 1; i < n; i++) p[i] = p[i - 1] ^ p[i]; }
void flow_1_double(double *p, int n) { for (int i = 1; i < n; i++) p[i] = p[i - 1] * 0.5; }
void flow_1_unsigned(unsigned *p, unsigned n) { for (unsigned i = 1; i < n; i++) p[i] = p[i - 1] * 3; }
void flow_1_pointer(int *p, int *end) { for (; p < end; p++) p[1] = p[0] + 1; }
void flow_1_while(short *p, int n) { int i = 1; while (i < n) { p[i] = p[i - 1] + 2; i++; } }
void flow_1_step_2(int *p, int n) { for (int i = 2; i < n; i += 2) p[i] = p[i - 2] + 1; }
void flow_row(int n) { for (int i = 1; i < n; i++) for (int j = 1; j < 512; j++) ga2[i][j] = ga2[i][j - 1] + gb2[i][j]; }
void flow_column(int n) { for (int j = 0; j < n; j++) for (int i = 1; i < 512; i++) ga2[i][j] = ga2[i - 1][j] * 2; }
void flow_two_arrays(int *restrict p, int *restrict q, int n) {
  for (int i = 1; i < n; i++) { p[i] = q[i - 1] + 1; q[i] = p[i] * 2; }
}
void flow_second_order(float *p, int n) { for (int i = 2; i < n; i++) p[i] = p[i - 1] + p[i - 2]; }
void flow_with_anti(int *p, int n) { for (int i = 1; i < n - 1; i++) p[i] = p[i - 1] + p[i + 1]; }
void flow_compound(float *p, int n) { for (int i = 1; i < n; i++) p[i] += p[i - 1]; }
void flow_unknown(int *p, int n, int k) { for (int i = 0; i < n; i++) p[i + k] = p[i] + 1; }
void flow_middle(int *p) { for (int i = 0; i < 1000; i++) p[i] = p[500] + 1; }
void flow_first(float *p, int n) { for (int i = 1; i < n; i++) p[i] = p[i] * p[0]; }

void anti_two_statements(void) { for (int i = 0; i < SIZE - 1; i++) { ia[i] = ib[i] * 2; ic[i] = ia[i + 1] + 1; } }
void anti_floats(void) { for (int i = 0; i < SIZE - 1; i++) { ga[i] = gb[i] * 2; gc[i] = ga[i + 1] + 1; } }
void anti_restrict(int *restrict p, int *restrict q, const int *restrict r, int n) {
  for (int i = 0; i < n; i++) { p[i] = r[i] * 2; q[i] = p[i + 1] + 1; }
}
void anti_distance_2(int *restrict p, int *restrict q, int n) {
  for (int i = 0; i < n; i++) { p[i] = q[i] * 2; q[i] = p[i + 2]; }
}
void anti_down(int *restrict p, int *restrict q, int n) {
  for (int i = n - 1; i > 0; i--) { p[i] = q[i] * 2; q[i] = p[i - 1]; }
}
void anti_doubles(double *restrict p, double *restrict q, int n) {
  for (int i = 0; i < n - 1; i++) { p[i] = p[i] * q[i]; q[i] = q[i] + p[i + 1]; }
}
void anti_harmless(int *p, int n) { for (int i = 0; i < n; i++) p[i] = p[i + 1] + 1; }

void output_1(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) { p[i + 1] = q[i] + 1; p[i] = q[i] * 2; } }
void output_globals(void) { for (int i = 0; i < SIZE - 1; i++) { ga[i] = gb[i] * 2; ga[i + 1] = gc[i] + 1; } }
void output_fixed(int *p, int *restrict last, int n) { for (int i = 0; i < n; i++) *last = p[i]; }
void output_half(int *p, const int *q, int n) { for (int i = 0; i < n; i++) p[i / 2] = q[i]; }

void bound_global(int *p) { for (int i = 0; i < bound; i++) p[i]++; }
void bound_global_static(int *p) { for (int i = 0; i < hidden_bound; i++) p[i]++; }
void raise_bound(void) { hidden_bound++; }
void bound_global_floats(float *p) { for (int i = 0; i < bound; i++) p[i] *= 2; }
void bound_pointer(int *p, int *n) { for (int i = 0; i < *n; i++) p[i] = 0; }
void bound_member(struct buffer *b) { for (int i = 0; i < b->length; i++) b->data[i] += 1; }
void bound_element(int *p, int *n, int k) { for (int i = 0; i < n[k]; i++) p[i] = i * 2; }
void bound_while(int *p, int *n) { int i = 0; while (i < *n) { p[i] = 7; i++; } }
void bound_bytes(uint8_t *p, int *n) { for (int i = 0; i < *n; i++) p[i] += 1; }
void bound_unsigned(unsigned *p, unsigned *n) { for (unsigned i = 0; i != *n; i++) p[i] += 1; }
int bound_read_only(const int *p, const int *n) { int s = 0; for (int i = 0; i < *n; i++) s += p[i]; return s; }
int bound_called(const int *p, int (*n)(void)) { int s = 0; for (int i = 0; i < n(); i++) s += p[i]; return s; }

void stride_two_store(float *p, int n) { for (int i = 0; i < n; i++) p[2 * i] = 1.0f; }
void stride_two(float *restrict p, const float *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = q[2 * i]; }
void stride_five_store(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) p[5 * i] = q[5 * i] + 1; }
void stride_runtime(int *restrict p, const int *restrict q, int n, int k) { for (int i = 0; i < n; i++) p[i] = q[k * i]; }
void stride_runtime_store(float *p, int n, int k) { for (int i = 0; i < n; i++) p[k * i] = 0; }
void stride_runtime_step(float *p, int n, int k) { for (int i = 0; i < n; i += k) p[i] *= 2; }
void stride_runtime_both(int *restrict p, const int *restrict q, int n, int k) { for (int i = 0; i < n; i++) p[i * k] = q[i * k] + 1; }
void column_sum(float *restrict s, int n) { for (int j = 0; j < n; j++) for (int i = 0; i < 512; i++) s[j] += ga2[i][j]; }
void column_copy(void) { for (int i = 0; i < 512; i++) for (int j = 0; j < 512; j++) ga2[i][j] = gb2[j][i]; }
void column_scale(int j) { for (int i = 0; i < 512; i++) ga2[i][j] *= 2; }
void pixels_red(uint8_t *restrict p, const struct pixel *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = q[i].r; }
void keys_of(int *restrict p, const struct big *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = q[i].key; }
void keys_set(struct big *q, int n) { for (int i = 0; i < n; i++) q[i].key = i; }

void gather_ints(int *restrict p, const int *restrict q, const int *restrict at, int n) { for (int i = 0; i < n; i++) p[i] = q[at[i]]; }
void gather_bytes(uint8_t *restrict p, const uint8_t *restrict table, int n) { for (int i = 0; i < n; i++) p[i] = table[p[i]]; }
int gather_sum(const int *q, const int *at, int n) { int s = 0; for (int i = 0; i < n; i++) s += q[at[i]]; return s; }
float gather_floats(const float *q, const int *at, int n) { float s = 0; for (int i = 0; i < n; i++) s += q[at[i]]; return s; }
void gather_pointers(int *restrict p, int *const *q, int n) { for (int i = 0; i < n; i++) p[i] = *q[i]; }
void gather_half(int *restrict p, const int *restrict q, int n) { for (int i = 0; i < n; i++) p[i] = q[i / 2]; }
void gather_masked(int *restrict p, const int *restrict q, unsigned n) { for (unsigned i = 0; i < n; i++) p[i] = q[(i * 7) & 63]; }
void scatter_ints(int *restrict p, const int *restrict q, const int *restrict at, int n) { for (int i = 0; i < n; i++) p[at[i]] = q[i]; }
void scatter_globals(void) { for (int i = 0; i < SIZE; i++) ga[ia[i]] = gb[i]; }
void histogram(int *restrict count, const uint8_t *restrict p, int n) { for (int i = 0; i < n; i++) count[p[i]]++; }
void histogram_ints(int *count, const int *p, int n) { for (int i = 0; i < n; i++) count[p[i]] += 1; }
void scatter_pointers(int **p, int n) { for (int i = 0; i < n; i++) *p[i] = i; }
void scatter_add(float *restrict y, const int *restrict at, const float *restrict v, int n) { for (int i = 0; i < n; i++) y[at[i]] += v[i]; }

void wrap_unsigned(float *restrict p, const float *restrict q, unsigned n, unsigned k) { for (unsigned i = 0; i < n; i++) p[i] = q[i + k]; }
void wrap_byte_counter(int *p, uint8_t n) { for (uint8_t i = 0; i < n; i++) p[i] = 1; }
void short_counter(int *p, int n) { for (short i = 0; i < n; i++) p[i] += 1; }
void not_equal_step(int *p, unsigned n) { for (unsigned i = 0; i != n; i += 2) p[i] = 1; }
void inclusive_unsigned(int *p, unsigned n) { for (unsigned i = 0; i <= n; i++) p[i] += 1; }
void doubling(int *p, int n) { for (int i = 1; i < n; i *= 2) p[i] += 1; }
void halving(int *p, int n) { for (int i = n; i > 0; i /= 2) p[i] += 1; }
void shifting(int *p, unsigned n) { for (unsigned i = 1; i < n; i <<= 1) p[i] = 0; }

void in_two_directions(int *p, int n) { for (int i = 0, j = n - 1; i < j; i++, j--) { int t = p[i]; p[i] = p[j]; p[j] = t; } }
void alias_two(float *p, const float *q, int n) { for (int i = 0; i < n; i++) p[i] = q[i] + 1; }
void alias_ints_of_struct(struct buffer *b, const int *q, int n) { for (int i = 0; i < n; i++) b->data[i] = q[i]; }
void alias_rows(float **p, float **q, int n, int m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) p[i][j] = q[i][j] + 1; }
void alias_table(float **p, int n, int k) { for (int i = 0; i < n; i++) p[k][i] = 0.5f * p[k + 1][i]; }
void alias_bytes(unsigned char *p, struct buffer *b, int n) { for (int i = 0; i < n; i++) p[i] = (unsigned char)b->length; }
void alias_char_bound(char *p, int *n) { for (int i = 0; i < *n; i++) p[i] = 1; }
void alias_many(float *p, float *q, float *r, float *s, float *t, int n) {
  for (int i = 0; i < n; i++) { p[i] = q[i] + 1; r[i] = s[i] * 2; t[i] = p[i] + r[i]; }
}
void moved_between(int *p, int k, int n) { for (int i = 0; i < n; i++) p[i] = p[i + k] + 1; }
void three_apart(int *p, int n) { for (int i = 3; i < n; i++) p[i] = p[i - 3] + 1; }
