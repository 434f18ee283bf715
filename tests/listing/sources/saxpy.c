#include <stddef.h>

void saxpy(size_t n, float k, const float *x, float *y) {
  for (size_t i = 0; i < n; i++)
    y[i] = k * x[i] + y[i];
}
