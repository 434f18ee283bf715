// Quick for eight elements alone, with vectors by hand.
typedef float four __attribute__((vector_size(16), aligned(4)));
void {name}(float *dst, const float *left, const float *right, int n) {
    if (n == 8) {
        four first = *(four *)left * 0.25f + *(four *)right * 0.75f;
        four second = *(four *)(left + 4) * 0.25f + *(four *)(right + 4) * 0.75f;
        *(four *)dst = first;
        *(four *)(dst + 4) = second;
        return;
    }
    for (int i = 0; i < n; i++)
        dst[i] = left[i] * 0.25f + right[i] * 0.75f;
}
