__attribute__((pure)) int limit(void);
void clip(int *restrict out, const int *restrict in, int n) {
    for (int i = 0; i < n; i++)
        out[i] = in[i] < limit() ? in[i] : 0;
}
