void both(float *low, float *high, const float *x, const float *scale, int n) {
    for (int i = 0; i < n; i++) {
        low[i] = x[i] * *scale - 1.0f;
        high[i] = x[i] * *scale + 1.0f;
    }
}
