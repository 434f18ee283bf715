void axpy(float *c, const float *a, const float *b, float k, int n) {
    #pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < n; i++)
        c[i] = a[i] * k + b[i];
}
