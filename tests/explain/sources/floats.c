#include <math.h>
#include <stddef.h>
#include <stdint.h>

void axpy(float *restrict y, const float *restrict x, float a, int n) {
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}

void axpy_may_alias(float *y, const float *x, float a, int n) {
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}

void affine(float *restrict c, const float *a, float k, float b, int n) {
  for (int i = 0; i < n; i++) c[i] = a[i] * k + b;
}

double sum_double(const double *a, int n) {
  double total = 0;
  for (int i = 0; i < n; i++) total += a[i];
  return total;
}

float dot(const float *a, const float *b, int n) {
  float total = 0;
  for (int i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

float dot_reassociated(const float *a, const float *b, int n) {
  float total = 0;
#pragma omp simd reduction(+ : total)
  for (int i = 0; i < n; i++) total += a[i] * b[i];
  return total;
}

void relu(float *a, int n) {
  for (int i = 0; i < n; i++) a[i] = a[i] > 0 ? a[i] : 0;
}

void leaky(double *a, int n) {
  for (int i = 0; i < n; i++) if (a[i] < 0) a[i] *= 0.01;
}

float largest_float(const float *a, int n) {
  float best = a[0];
  for (int i = 1; i < n; i++) best = a[i] > best ? a[i] : best;
  return best;
}

void minimum_maximum(const float *a, int n, float *low, float *high) {
  float least = a[0], most = a[0];
  for (int i = 1; i < n; i++) { least = fminf(least, a[i]); most = fmaxf(most, a[i]); }
  *low = least;
  *high = most;
}

void absolute_and_root(double *a, int n) {
  for (int i = 0; i < n; i++) a[i] = sqrt(fabs(a[i]));
}

void reciprocal(float *a, int n) {
  for (int i = 0; i < n; i++) a[i] = 1.0f / sqrtf(a[i]) - 1.0f / a[i];
}

void rounding(double *a, float *b, int n) {
  for (int i = 0; i < n; i++) { a[i] = floor(a[i]) + ceil(b[i]); b[i] = truncf(b[i]) - roundf(b[i]); }
}

long nearest(double a, float b) { return lrint(a) + lroundf(b) + (long)floor(a) + (long)ceil(a); }

float scalar_rounding(float a, double b) {
  return floorf(a) + (float)ceil(b) + truncf(a) + rintf(a) + nearbyintf(a) + roundf(a);
}

void convert(float *restrict f, const int *a, const unsigned *u, double *restrict d, int n) {
  for (int i = 0; i < n; i++) { f[i] = a[i] + (float)u[i]; d[i] = a[i]; }
}

void convert_back(int *restrict a, const float *f, uint8_t *restrict b, const double *d, int n) {
  for (int i = 0; i < n; i++) { a[i] = (int)f[i]; b[i] = (uint8_t)d[i]; }
}

double conversions(int a, unsigned b, int64_t c, uint64_t d, float e) { return a + b + c + d + e; }

uint64_t conversions_back(double a, float b) {
  return (uint64_t)a + (int64_t)b + (int)a + (unsigned)b + (int16_t)a;
}

void widen_floats(double *restrict d, const float *f, int n) {
  for (int i = 0; i < n; i++) d[i] = f[i];
}

void narrow_floats(float *restrict f, const double *d, int n) {
  for (int i = 0; i < n; i++) f[i] = (float)d[i];
}

void halves(_Float16 *restrict a, const _Float16 *b, _Float16 k, int n) {
  for (int i = 0; i < n; i++) a[i] = b[i] * k + a[i];
}

float half_sum(const _Float16 *a, int n) {
  float total = 0;
  for (int i = 0; i < n; i++) total += a[i];
  return total;
}

void half_from_float(_Float16 *restrict a, const float *b, int n) {
  for (int i = 0; i < n; i++) a[i] = (_Float16)b[i];
}

_Float16 half_scalar(_Float16 a, int b) { return a * 2 + (_Float16)b - a / 3; }

double horner(double x, const double *coefficients, int n) {
  double result = coefficients[n - 1];
  for (int i = n - 2; i >= 0; i--) result = result * x + coefficients[i];
  return result;
}

double fused(double a, double b, double c) { return a * b - c + (c - a * b) - (a * b + c) * -b; }

float negated(float a, float b) { return -(a * b) + fabsf(a - b); }

int compare(float a, float b, double c) {
  return (a < b) + 2 * (a == b) + 4 * (c > 0) + 8 * (a <= b) + 16 * !(c >= 1) + isnan(a);
}

double choose(double a, double b, int k) { return k > 3 ? a : a < b ? b : 2.5; }

void compare_arrays(int *restrict r, const float *a, const float *b, int n) {
  for (int i = 0; i < n; i++) r[i] = a[i] < b[i] || a[i] == 3.0f;
}

void stencil(float *restrict out, const float *in, int n) {
  for (int i = 1; i < n - 1; i++) out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}

void matrix_multiply(float *restrict c, const float *a, const float *b, int n) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
}

void matrix_small(double c[4][4], double a[4][4], double b[4][4]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double total = 0;
      for (int k = 0; k < 4; k++) total += a[i][k] * b[k][j];
      c[i][j] = total;
    }
}

void transpose(float *restrict out, const float *in, int rows, int columns) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) out[j * rows + i] = in[i * columns + j];
}

void softmax(float *a, int n) {
  float best = a[0], total = 0;
  for (int i = 1; i < n; i++) best = a[i] > best ? a[i] : best;
  for (int i = 0; i < n; i++) { a[i] = expf(a[i] - best); total += a[i]; }
  for (int i = 0; i < n; i++) a[i] /= total;
}

void complex_multiply(float *restrict c, const float *a, const float *b, int n) {
  for (int i = 0; i < n; i++) {
    c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}

double sum_every_third(const double *a, int n) {
  double total = 0;
  for (int i = 0; i < n; i += 3) total += a[i];
  return total;
}

void reverse(float *restrict out, const float *in, int n) {
  for (int i = 0; i < n; i++) out[i] = in[n - 1 - i];
}

float copy_sign(float a, double b) { return copysignf(a, (float)b) + (float)copysign(b, a); }

void dequantise(float *restrict out, const int8_t *in, float scale, int zero, int n) {
  for (int i = 0; i < n; i++) out[i] = (in[i] - zero) * scale;
}

void quantise(int8_t *restrict out, const float *in, float scale, int n) {
  for (int i = 0; i < n; i++) {
    float t = rintf(in[i] * scale);
    out[i] = t > 127 ? 127 : t < -128 ? -128 : (int8_t)t;
  }
}
