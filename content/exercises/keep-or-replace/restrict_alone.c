void {name}(int *restrict out, const int *restrict in, int n) {
    for (int i = 0; i < n; i++)
        if (in[i] > out[i])
            out[i] = in[i];
}
