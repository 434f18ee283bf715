void smooth(float *a, float k, int n) {
    for (int i = 1; i < n; i++)
        a[i] = a[i - 1] * k + a[i];
}
