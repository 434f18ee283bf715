void {name}({type} *restrict out, const {type} *restrict in, int n) {
    for (int i = 1; i < n; i++)
        out[i] = in[i] - in[i - 1];
}
