void {name}(int *restrict out, const int *in, int *offset, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] + *offset;
}
