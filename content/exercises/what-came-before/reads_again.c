void {name}({type} *restrict out, const {type} *restrict in, int n) {
    if (n < 1)
        return;
    out[0] = in[0];
    for (int i = 1; i < n; i++)
        out[i] = in[i] - in[i - 1];
}
