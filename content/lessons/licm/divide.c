void divide(int *restrict out, const int *restrict in, int n, int a, int b) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] + a / b;
}
