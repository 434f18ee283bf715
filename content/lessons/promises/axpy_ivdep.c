void axpy(float *c, const float *a, const float *b, float k, int n) {
    #pragma GCC ivdep
    for (int i = 0; i < n; i++)
        c[i] = a[i] * k + b[i];
}
