float scaled(const float *a, float k, long i) {
    return a[i] * k;
}
