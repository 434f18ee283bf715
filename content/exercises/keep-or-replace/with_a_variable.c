void {name}(int *restrict out, const int *restrict in, int n) {
    for (int i = 0; i < n; i++) {
        int value = out[i];
        if (in[i] > value)
            value = in[i];
        out[i] = value;
    }
}
