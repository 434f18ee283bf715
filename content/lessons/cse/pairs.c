void pairs(int *restrict y, const int *restrict x, int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] + x[i + 1];
}
