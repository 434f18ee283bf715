void scale_twice(float *restrict out, const float *restrict a, const float *restrict b, float k,
                    int n)
{
    for (int i = 0; i < n; i++)
        out[i] = k * a[i];
    for (int i = 0; i < n; i++)
        out[i] = out[i] * b[i];
}
