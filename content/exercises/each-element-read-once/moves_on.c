void smooth(float *restrict out, const float *restrict in, int n) {
    if (n < 3)
        return;
    float left = in[0], middle = in[1];
    for (int i = 1; i < n - 1; i++) {
        float right = in[i + 1];
        out[i] = (left + middle) + right;
        left = middle;
        middle = right;
    }
}
