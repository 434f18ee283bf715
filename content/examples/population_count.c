/* How many bits are set in a bitmap? */
#include <stdint.h>

int count_bits(const uint64_t *words, int n) {
    int bits = 0;
    for (int i = 0; i < n; i++) {
        bits += __builtin_popcountll(words[i]);
    }
    return bits;
}
