/* A value and its two neighbours: every input is read three times. */
void smooth(float *restrict out, const float *restrict in, int n) {
    for (int i = 1; i < n - 1; i++) {
        out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
    }
}
