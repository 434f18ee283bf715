void rows(int *restrict out, const int *restrict m, int n, int width) {
    for (int i = 0; i < n; i++) {
        int row = i * width;
        out[i] = m[row];
    }
}
