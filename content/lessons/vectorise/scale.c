void scale(float *restrict c, const float *restrict a, float k, int n) {
    if (n % 8 != 0)
        __builtin_unreachable();
    for (int i = 0; i < n; i++)
        c[i] = a[i] * k;
}
