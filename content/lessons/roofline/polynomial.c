/* Degree 16, by Horner's rule. */
void polynomial(float *restrict c, const float *restrict a,
                const float *restrict b, float k, int n)
{
    for (int i = 0; i < n; i++) {
        float x = a[i];
        float s = b[i];
        for (int step = 0; step < 16; step++)
            s = s * x + k;
        c[i] = s;
    }
}
