void split(int *restrict low, int *restrict high, const int *restrict x, int n) {
    for (int i = 0; i < n; i++) {
        low[i] = x[i] & 15;
        high[i] = x[i] >> 4;
    }
}
