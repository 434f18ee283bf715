void pick(float *restrict c, const float *restrict a, int step, int n) {
    for (int i = 0; i < n; i++)
        c[i] = a[i * step];
}
