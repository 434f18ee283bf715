void table(int *restrict out, int n, int step) {
    for (int i = 0; i < n; i++)
        out[i] = i * step;
}
