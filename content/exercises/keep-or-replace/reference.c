void {name}(int *out, const int *in, int n) {
    for (int i = 0; i < n; i++)
        if (in[i] > out[i])
            out[i] = in[i];
}
