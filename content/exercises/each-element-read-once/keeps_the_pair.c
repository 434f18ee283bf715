void smooth(float *restrict out, const float *restrict in, int n) {
    if (n < 3)
        return;
    float pair = in[0] + in[1], middle = in[1];
    for (int i = 1; i < n - 1; i++) {
        float right = in[i + 1];
        out[i] = pair + right;
        pair = middle + right;
        middle = right;
    }
}
