/* A 3 by 3 filter over an image: the two inner loops have a known, tiny count. */
enum { WIDTH = 128 };

void filter(float out[restrict][WIDTH], const float in[restrict][WIDTH],
            const float weights[restrict 3][3], int height) {
    for (int y = 1; y < height - 1; y++) {
        for (int x = 1; x < WIDTH - 1; x++) {
            float total = 0.0f;
            for (int dy = 0; dy < 3; dy++) {
                for (int dx = 0; dx < 3; dx++) {
                    total += weights[dy][dx] * in[y + dy - 1][x + dx - 1];
                }
            }
            out[y][x] = total;
        }
    }
}
