#include <math.h>
#include <stdint.h>

void relu(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = x[i] > 0 ? x[i] : 0;
}

int find(const int *a, int n, int key) {
  for (int i = 0; i < n; i++)
    if (a[i] == key)
      return i;
  return -1;
}

void fixed_point(int16_t *restrict out, const int16_t *restrict in, int16_t gain, int n) {
  for (int i = 0; i < n; i++) {
    int32_t value = (in[i] * gain + (1 << 14)) >> 15;
    out[i] = value > INT16_MAX ? INT16_MAX : value < INT16_MIN ? INT16_MIN : value;
  }
}

double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}
