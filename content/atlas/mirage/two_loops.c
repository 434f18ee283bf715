void normalised_product(float *restrict z, const float *restrict x, const float *restrict g,
                        const float *restrict w, float *restrict y, int n)
{
    float squares = 0;
    for (int k = 0; k < n; k++)
        squares += x[k] * x[k];
    float scale = 1 / __builtin_sqrtf(squares);
    for (int k = 0; k < n; k++)
        y[k] = x[k] * g[k] * scale;
    for (int c = 0; c < COLUMNS; c++)
        z[c] = 0;
    for (int k = 0; k < n; k++)
        for (int c = 0; c < COLUMNS; c++)
            z[c] += y[k] * w[k * COLUMNS + c];
}
