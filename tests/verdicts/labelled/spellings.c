/* The same few loops under other spellings: typedefs, macros, fields, other loop statements. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef float real;
typedef double precise;
typedef real sample;
#define number float
#define FOR(i, n) for (int i = 0; i < (n); i++)
#define SUM(type, total, p, n) type total = 0; for (int i = 0; i < (n); i++) total += (p)[i]
#define COUNT 1000
struct signal { float total; int length; float *samples; };
typedef struct { real re, im; } complex_number;

real sum_typedef(const real *p, int n) { real s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }

number sum_macro_type(const number *p, int n) {
  number s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}

sample sum_second_typedef(const sample *p, size_t n) {
  sample s = 0;
  size_t i = 0;
  while (i < n) s += p[i++];
  return s;
}

precise product_typedef(const precise *p, int n) {
  precise s = 1;
  for (int i = 0; i < n; i++) s *= p[i];
  return s;
}

real maximum_typedef(const real *p, int n) {
  real best = p[0];
  for (int i = 1; i < n; i++) if (p[i] > best) best = p[i];
  return best;
}

number minimum_macro_type(const number *p, int n) {
  number best = p[0];
  for (int i = 1; i < n; i++) best = p[i] < best ? p[i] : best;
  return best;
}

float maximum_fmaxf(const float *p, int n) {
  float best = p[0];
  for (int i = 1; i < n; i++) best = fmaxf(best, p[i]);
  return best;
}

double minimum_fmin(const double *p, int n) {
  double best = p[0];
  for (int i = 1; i < n; i++) best = fmin(best, p[i]);
  return best;
}

float sum_auto(const float *p, int n) {
  __auto_type s = p[0];
  for (int i = 1; i < n; i++) s = s + p[i];
  return s;
}

float sum_typeof(const float *p, int n) {
  __typeof__(p[0] + 0) s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}

float sum_field(struct signal *g) {
  float s = 0;
  for (int i = 0; i < g->length; i++) s += g->samples[i];
  return s;
}

void sum_into_field(struct signal *g, const float *p, int n) { for (int i = 0; i < n; i++) g->total += p[i]; }

void sum_into_field_written_out(struct signal *g, const float *p, int n) {
  for (int i = 0; i < n; i++) g->total = g->total + p[i];
}

void sum_into_pointer(float *total, const float *p, int n) { for (int i = 0; i < n; i++) *total = *total + p[i]; }

void sum_into_pointer_reversed(float *total, const float *p, int n) {
  for (int i = 0; i < n; i++) *total = p[i] + *total;
}

void sum_ints_into_element(int *total, const int *p, int k, int n) { for (int i = 0; i < n; i++) total[k] += p[i]; }

void sum_ints_into_element_written_out(int *total, const int *p, int k, int n) {
  for (int i = 0; i < n; i++) total[k] = total[k] + p[i];
}

float grand_total;

void sum_into_global(const float *p, int n) { for (int i = 0; i < n; i++) grand_total = grand_total + p[i]; }

real sum_complex_parts(const complex_number *p, int n) {
  real s = 0;
  for (int i = 0; i < n; i++) s += p[i].re;
  return s;
}

float sum_pointer_walk(const float *p, const float *end) {
  float s = 0;
  for (; p != end; p++) s += *p;
  return s;
}

float sum_do_while(const float *p, int n) {
  float s = 0;
  int i = 0;
  do s += p[i]; while (++i < n);
  return s;
}

float sum_backwards(const float *p, int n) {
  float s = 0;
  for (int i = n - 1; i >= 0; i--) s += p[i];
  return s;
}

float sum_every_third(const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n; i += 3) s += p[i];
  return s;
}

float sum_halves(const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n / 2; i++) s += p[i];
  return s;
}

float sum_modulo_bound(const float *p, int n, int k) {
  float s = 0;
  for (int i = 0; i < n % k; i++) s += p[i];
  return s;
}

float sum_conditional(const real *p, int n) {
  real s = 0;
  for (int i = 0; i < n; i++) if (p[i] > 0) s += p[i];
  return s;
}

float sum_difference(const float *p, int n) {
  float s = 100;
  for (int i = 0; i < n; i++) s -= p[i];
  return s;
}

double sum_widened(const float *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}

float polynomial(const float *p, int n, float t) {
  float s = 0;
  for (int i = 0; i < n; i++) s = s * t + p[i];
  return s;
}

float macro_total(const float *p, int n) {
  float s = 0;
  FOR(i, n) s += p[i];
  return s;
}

float macro_whole(const float *p, int n) {
  SUM(float, s, p, n);
  return s;
}

void macro_prefix(float *p, int n) { FOR(i, n) p[i + 1] = p[i] * 0.5f; }

int macro_find(const int *p, int n, int key) {
  FOR(i, n) { if (p[i] == key) return i; }
  return -1;
}

float goto_total(const float *p, int n) {
  float s = 0;
  int i = 0;
again:
  s += p[i];
  if (++i < n) goto again;
  return s;
}

void goto_prefix(float *p, int n) {
  int i = 1;
again:
  p[i] = p[i - 1] * 0.5f;
  if (++i < n) goto again;
}

int goto_search(const int *p, int key) {
  int i = 0;
again:
  if (p[i] == key) return i;
  i++;
  goto again;
}

void goto_scale(int *p, int n) {
  int i = 0;
again:
  p[i] = p[i] * 3;
  if (++i < n) goto again;
}

void macro_scale(int *p, int n) { FOR(i, n) p[i] = p[i] * 3; }

real maximum_macro_index(const real *p, int n) {
  int at = 0;
  for (int i = 1; i < n; i++) if (p[i] > p[at]) at = i;
  return p[at];
}

int index_of_minimum(const int *p, int n) {
  int at = 0;
  for (int i = 1; i < n; i++) if (p[i] < p[at]) at = i;
  return at;
}

int pack_positive(real *restrict out, const real *restrict p, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) if (p[i] > 0) out[k++] = p[i];
  return k;
}

int pack_pointer(int *restrict out, const int *restrict p, int n) {
  int *o = out;
  for (int i = 0; i < n; i++) if (p[i]) *o++ = p[i];
  return (int)(o - out);
}

int pack_separate_step(int *restrict out, const int *restrict p, int n) {
  int k = 0;
  for (int i = 0; i < n; i++) {
    if (p[i] != 0) {
      out[k] = p[i];
      k = k + 1;
    }
  }
  return k;
}

void insertion(int *p, int n) {
  for (int i = 1; i < n; i++) {
    int v = p[i], j = i - 1;
    while (j >= 0 && p[j] > v) { p[j + 1] = p[j]; j--; }
    p[j + 1] = v;
  }
}

int length_of(const char *s) { int n = 0; while (s[n]) n++; return n; }

int copy_text(char *restrict to, const char *restrict from) {
  int n = 0;
  while ((to[n] = from[n]) != 0) n++;
  return n;
}

struct node { struct node *next; int value; };

int list_total(struct node *p) { int s = 0; while (p) { s += p->value; p = p->next; } return s; }

int list_length(struct node *p) { int s = 0; for (; p; p = p->next) s++; return s; }

struct node *list_last(struct node *p) { while (p->next) p = p->next; return p; }

unsigned hash_text(const unsigned char *p, int n) {
  unsigned h = 5381;
  for (int i = 0; i < n; i++) h = h * 33 + p[i];
  return h;
}

uint32_t hash_fnv(const uint8_t *p, size_t n) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; i++) { h ^= p[i]; h *= 16777619u; }
  return h;
}

uint32_t checksum(const uint8_t *p, int n, const uint32_t *table) {
  uint32_t c = ~0u;
  for (int i = 0; i < n; i++) c = table[(c ^ p[i]) & 255] ^ (c >> 8);
  return ~c;
}

int collatz(unsigned n) { int k = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; k++; } return k; }

unsigned gcd(unsigned p, unsigned q) { while (q) { unsigned t = p % q; p = q; q = t; } return p; }

int bits_of(unsigned long v) { int k = 0; while (v) { k++; v &= v - 1; } return k; }

float newton(float v) { float t = v; while (fabsf(t * t - v) > 1e-6f) t = (t + v / t) * 0.5f; return t; }

float decay(float v, int n) { for (int i = 0; i < n; i++) v = v * 0.99f + 1; return v; }

double float_steps(double to) { double s = 0; for (double t = 0; t < to; t += 0.1) s += t * t; return s; }

int random_last(unsigned n) { unsigned s = 1; for (unsigned i = 0; i < n; i++) s = s * 1103515245u + 12345u; return s; }

int fibonacci(int n) { int p = 0, q = 1; for (int i = 0; i < n; i++) { int t = p + q; p = q; q = t; } return p; }

int binary_search(const int *p, int n, int key) {
  int low = 0, high = n;
  while (low < high) { int mid = (low + high) / 2; if (p[mid] < key) low = mid + 1; else high = mid; }
  return low;
}
