void {name}(int *out, const int *in, int *restrict offset, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] + *offset;
}
