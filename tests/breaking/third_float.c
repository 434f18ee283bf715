void third(float *restrict y, const float *restrict x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] / 3.0f;
}
