void quarters(float *restrict out, const float *restrict in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] / 4.0f;
}
