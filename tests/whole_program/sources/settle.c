float settle(const float *x, float *y, int n, float limit) {
    float sum = 0.0f;
    for (int i = 0; i < n; i++) {
        if (x[i] > limit) {
            y[i] = x[i] / sum;
            sum = y[i] * 0.5f;
        } else {
            sum += x[i];
        }
    }
    return sum;
}
