void square_sum(int *restrict out, const int *restrict a, const int *restrict b, int n) {
    for (int i = 0; i < n; i++)
        out[i] = (a[i] + b[i]) * (a[i] + b[i]);
}
