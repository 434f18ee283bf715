void thirds(float *restrict out, const float *restrict in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] / 3.0f;
}
