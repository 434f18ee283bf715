/* Rows become columns: one side runs along memory, the other jumps. */
void transpose(float *restrict out, const float *restrict in, int size) {
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            out[column * size + row] = in[row * size + column];
        }
    }
}
