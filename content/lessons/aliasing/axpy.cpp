void axpy(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b, float k, int n) {
    for (int i = 0; i < n; i++)
        c[i] = a[i] * k + b[i];
}
