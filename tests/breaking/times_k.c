void times_k(int *restrict y, const int *restrict k, int n) {
    for (int i = 0; i < n; i++)
        y[i] = y[i] * *k;
}
