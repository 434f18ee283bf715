#include <stdint.h>

void histogram(uint32_t *restrict counts, const uint8_t *restrict data, long n) {
  for (int i = 0; i < 256; i++)
    counts[i] = 0;
  for (long i = 0; i < n; i++)
    counts[data[i]]++;
}

uint16_t checksum(const uint8_t *data, unsigned n) {
  uint32_t sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum = (sum >> 1) + ((sum & 1) << 15) + data[i];
  return sum;
}
