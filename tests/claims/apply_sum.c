float product(float x, float k);

void apply(float *restrict dst, const float *restrict src, float k, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = product(src[i], k) + src[i];
}
