void distance(int *restrict out, const int *restrict a, const int *restrict b, int n, int k) {
    for (int i = 0; i < n; i++) {
        int x = a[i], y = b[i];
        out[i] = (x - y) * k + (x - y);
    }
}
