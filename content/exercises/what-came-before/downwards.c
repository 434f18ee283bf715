void {name}({type} *restrict out, const {type} *restrict in, int n) {
    for (int i = n - 1; i > 0; i--)
        out[i] = in[i] - in[i - 1];
    if (n > 0)
        out[0] = in[0];
}
