void grade(float *out, const float *in, int n) {
    for (int first = 0; first < n; first += 64) {
        int last = first + 64 < n ? first + 64 : n;
        for (int i = first; i < last; i++)
            out[i] = in[i] * 0.5f;
        for (int i = first; i < last; i++)
            out[i] = out[i] + 1.0f;
    }
}
