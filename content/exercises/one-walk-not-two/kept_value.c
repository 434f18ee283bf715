void grade(float *out, const float *in, int n) {
    for (int i = 0; i < n; i++) {
        float half = in[i] * 0.5f;
        out[i] = half + 1.0f;
    }
}
