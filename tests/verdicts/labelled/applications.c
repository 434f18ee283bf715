/* Loops of programs: tables cleared row by row, unions, oscillators, ring buffers, wide numbers. */
#include <stdint.h>
#include <string.h>

union word { float f; uint32_t u; };
union wide { double d; int64_t i; };

/* A loop inside becomes a call. */
void clear_rows(float *a, int n, int w) { for (int i = 0; i < n; i++) for (int j = 0; j < w; j++) a[i * n + j] = 0; }
void clear_triangle(float *a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) a[i * n + j] = 0; }
void copy_rows(float *restrict d, const float *restrict s, int n, int w) { for (int i = 0; i < n; i++) for (int j = 0; j < w; j++) d[i * n + j] = s[i * w + j]; }
void clear_square(float (*a)[100], int n) { for (int i = 0; i < n; i++) for (int j = 0; j < 100; j++) a[i][j] = 0; }
void clear_by_call(float *a, int n, int w) { for (int i = 0; i < n; i++) memset(a + i * n, 0, w); }

/* At most a few rounds. */
uint32_t fold_carries(uint32_t s) { while (s >> 16) s = (s & 0xffff) + (s >> 16); return s; }
int first_of_four(const char *s) { int k = 0; while (k < 4 && s[k]) k++; return k; }

/* Two views of one word. */
void flip_signs(union word *w, int n) { for (int i = 0; i < n; i++) w[i].u ^= 0x80000000u; }
void double_floats(union word *w, int n) { for (int i = 0; i < n; i++) w[i].f *= 2; }
void convert_in_place(union word *w, int n) { for (int i = 0; i < n; i++) w[i].u = (uint32_t)w[i].f; }
void next_double(union wide *w, int n) { for (int i = 0; i < n; i++) w[i].i += 1; }

/* Steps of a floating-point number. */
void ramp(float *a, float x, float d, int n) { for (int i = 0; i < n; i++) { a[i] = x; x += d; } }
void ramp_down(double *a, double x, int n) { for (int i = 0; i < n; i++) { a[i] += x; x -= 0.125; } }
void fade(float *a, float g, float step, int n) { for (int i = 0; i < n; i++) { a[i] *= g; g += step; } }
float squares(float *a, float x, float d, int n) { for (int i = 0; i < n; i++) { a[i] = x * x; x += d; } return x; }
void phase(float *a, float x, float d, int n) { for (int i = 0; i < n; i++) { a[i] = x; x += d; if (x >= 1) x -= 1; } }
void powers(float *a, float x, int n) { float p = 1; for (int i = 0; i < n; i++) { a[i] *= p; p *= x; } }

/* A sign that changes. */
void alternate(int *a, int n) { int s = 1; for (int i = 0; i < n; i++) { a[i] *= s; s = -s; } }
void alternate_floats(float *a, int n) { float s = 1; for (int i = 0; i < n; i++) { a[i] *= s; s = -s; } }
void complement(int *a, int n) { int s = 7; for (int i = 0; i < n; i++) { a[i] += s; s = ~s; } }
int alternating_sum(const int *a, int n) { int s = 1, t = 0; for (int i = 0; i < n; i++) { t += s * a[i]; s = -s; } return t; }

/* Numbers wider than a lane. */
long double long_sum(const long double *a, int n) { long double s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
long double long_dot(const long double *a, const long double *b, int n) { long double s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
long double long_maximum(const long double *a, int n) { long double s = 0; for (int i = 0; i < n; i++) if (a[i] > s) s = a[i]; return s; }
void tenths(uint64_t *a, int n) { for (int i = 0; i < n; i++) a[i] /= 10; }
void rest_of_thousand(uint64_t *a, int n) { for (int i = 0; i < n; i++) a[i] %= 1000; }
void seconds(int *restrict s, const int64_t *restrict t, int n) { for (int i = 0; i < n; i++) s[i] = (int)(t[i] / 1000000); }

/* Places in a ring. */
void ring_delay(float *x, float *ring, int n, int size) { int p = 0; for (int i = 0; i < n; i++) { float t = ring[p]; ring[p] = x[i]; x[i] += t; if (++p == size) p = 0; } }
void ring_write(float *restrict ring, const float *restrict x, int n, int p, int size) { for (int i = 0; i < n; i++) { ring[p] = x[i]; p++; if (p >= size) p = 0; } }
void ring_read(const float *restrict ring, float *restrict x, int n, int p, int size) { for (int i = 0; i < n; i++) { x[i] = ring[p]; p = p + 1 == size ? 0 : p + 1; } }
void ring_down(float *restrict ring, const float *restrict x, int n, int p, int size) { for (int i = 0; i < n; i++) { ring[p] = x[i]; if (--p < 0) p = size - 1; } }

/* Links by index, and a state that a table gives. */
int list_of_indices(const int *next, int i) { int c = 0; while (i >= 0) { i = next[i]; c++; } return c; }
int permuted(const int *p, int x, int n) { for (int i = 0; i < n; i++) x = p[x]; return x; }
unsigned clusters(const unsigned short *next, unsigned short k) { unsigned n = 0; while (k != 0xffff) { k = next[k]; n++; } return n; }
int automaton(const int (*t)[256], const unsigned char *v, int n) { int s = 0; for (int i = 0; i < n; i++) s = t[s][v[i]]; return s; }
