void normalised_product(float *restrict z, const float *restrict x, const float *restrict g,
                        const float *restrict w, float *restrict y, int n)
{
    float sums[COLUMNS] = {0};
    float squares = 0;
    for (int k = 0; k < n; k++) {
        float scaled = x[k] * g[k];
        squares += x[k] * x[k];
        for (int c = 0; c < COLUMNS; c++)
            sums[c] += scaled * w[k * COLUMNS + c];
    }
    float scale = 1 / __builtin_sqrtf(squares);
    for (int c = 0; c < COLUMNS; c++)
        z[c] = sums[c] * scale;
}
