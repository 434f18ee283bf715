#include <math.h>

void roots(float *restrict y, const float *restrict x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = sqrtf(x[i]);
}
