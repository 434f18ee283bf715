void half(float *restrict y, const float *restrict x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] / 2.0f;
}
