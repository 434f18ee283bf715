void bias(int *restrict out, const int *restrict in, const int *restrict offset, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] + *offset;
}
