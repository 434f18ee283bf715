void {name}({type} *restrict out, const {type} *restrict in, int n) {
    {type} before = 0;
    for (int i = 0; i < n; i++) {
        out[i] = in[i] - before;
        before = in[i];
    }
}
