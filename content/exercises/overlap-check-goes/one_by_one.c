void {name}(float *dst, const float *left, const float *right, int n) {
    volatile float *out = dst;
    for (int i = 0; i < n; i++)
        out[i] = left[i] * 0.25f + right[i] * 0.75f;
}
