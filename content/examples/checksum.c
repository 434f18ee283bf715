/* A check sum of two running totals: the second depends on every step of the first. */
#include <stdint.h>

uint32_t checksum(const uint8_t *data, int n) {
    uint32_t low = 1, high = 0;
    for (int i = 0; i < n; i++) {
        low += data[i];
        high += low;
    }
    return (high << 16) | (low & 0xffff);
}
