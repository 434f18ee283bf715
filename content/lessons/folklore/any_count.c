void scale(float *restrict c, const float *restrict a, float k, int n) {
    for (int i = 0; i < n; i++)
        c[i] = a[i] * k;
}
