void split(int *low, int *high, const int *x, int n) {
    for (int i = 0; i < n; i++) {
        low[i] = x[i] & 15;
        high[i] = x[i] >> 4;
    }
}
