void shares(unsigned *restrict out, const unsigned *restrict in, unsigned k, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] / k;
}
