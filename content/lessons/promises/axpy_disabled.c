void axpy(float *restrict c, const float *restrict a, const float *restrict b, float k, int n) {
    #pragma clang loop vectorize(disable) interleave(disable)
    for (int i = 0; i < n; i++)
        c[i] = a[i] * k + b[i];
}
