/* Mix two sounds: a sum that does not fit stays at the largest value. */
#include <stdint.h>

void mix(uint8_t *restrict out, const uint8_t *restrict a, const uint8_t *restrict b, int n) {
    for (int i = 0; i < n; i++) {
        int sum = a[i] + b[i];
        out[i] = sum > 255 ? 255 : (uint8_t)sum;
    }
}
