static float scale(float x, float k) {
    return x * k + 1.0f;
}

void apply(float *restrict dst, const float *restrict src, float k, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = scale(src[i], k);
}
