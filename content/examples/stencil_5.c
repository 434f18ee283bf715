/* One step of heat spreading over a plate: four neighbours and the point itself. */
enum { WIDTH = 128 };

void spread(float out[restrict][WIDTH], const float in[restrict][WIDTH], int height) {
    for (int y = 1; y < height - 1; y++) {
        for (int x = 1; x < WIDTH - 1; x++) {
            float around = in[y - 1][x] + in[y + 1][x] + in[y][x - 1] + in[y][x + 1];
            out[y][x] = in[y][x] + 0.1f * (around - 4.0f * in[y][x]);
        }
    }
}
