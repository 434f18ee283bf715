float sum(const float *a, int n) {
    float s = 0;
    #pragma omp simd reduction(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
