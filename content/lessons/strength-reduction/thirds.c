void thirds(unsigned *restrict out, const unsigned *restrict in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] / 3;
}
