void grade(float *out, const float *in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] * 0.5f;
}
