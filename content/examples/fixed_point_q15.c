/* Multiply numbers between -1 and 1 that are stored as 16-bit integers (Q15). */
#include <stdint.h>

void scale_q15(int16_t *restrict samples, int16_t gain, int n) {
    for (int i = 0; i < n; i++) {
        samples[i] = (int16_t)((samples[i] * gain) >> 15);
    }
}
