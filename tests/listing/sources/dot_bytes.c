#include <stdint.h>

int32_t dot(const int8_t *restrict a, const int8_t *restrict b, int n) {
  int32_t sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}
