void axpy(float *restrict c, const float *restrict a, const float *restrict b, float k, int n) {
    c = __builtin_assume_aligned(c, 16);
    a = __builtin_assume_aligned(a, 16);
    b = __builtin_assume_aligned(b, 16);
    for (int i = 0; i < n; i++)
        c[i] = a[i] * k + b[i];
}
