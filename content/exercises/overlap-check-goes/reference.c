void {name}(float *dst, const float *left, const float *right, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = left[i] * 0.25f + right[i] * 0.75f;
}
