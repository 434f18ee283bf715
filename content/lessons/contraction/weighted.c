/* Sums of products, element by element. */
void weighted(float *restrict out, const float *restrict a, const float *restrict b, int n) {
    for (int i = 0; i < n; i++)
        out[i] = out[i] + a[i] * b[i];
}
