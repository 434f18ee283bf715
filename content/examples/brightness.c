/* Make an image brighter, byte by byte, without running over 255. */
#include <stdint.h>

void brighten(uint8_t *pixels, uint8_t amount, int n) {
    for (int i = 0; i < n; i++) {
        int value = pixels[i] + amount;
        pixels[i] = (uint8_t)(value < 255 ? value : 255);
    }
}
