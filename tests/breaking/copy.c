void copy(int *restrict a, const int *restrict b, int n) {
    for (int i = 0; i < n; i++)
        a[i] = b[i];
}
