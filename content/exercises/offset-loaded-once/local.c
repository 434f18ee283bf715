void {name}(int *out, const int *in, int *offset, int n) {
    int by = *offset;
    for (int i = 0; i < n; i++)
        out[i] = in[i] + by;
}
