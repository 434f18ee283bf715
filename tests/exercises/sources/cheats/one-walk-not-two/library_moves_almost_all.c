// Half of the walks are the library's: a block is copied, then worked on.
void *memcpy(void *, const void *, unsigned long);
void grade(float *out, const float *in, int n) {
    memcpy(out, in, 4ul * n);
    for (int i = 0; i < n; i++)
        out[i] = out[i] * 0.5f + 1.0f;
}
